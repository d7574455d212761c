import assert from 'node:assert/strict';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../../src/core/model/model.ts';
import { ListStream } from '../../src/features/export/listStream.ts';
import { inBatches, writeRows } from '../../src/features/export/writeRows.ts';
import {
  csvWriter,
  jsonWriter,
  ndjsonWriter,
  type Writer,
} from '../../src/features/export/writers.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { temporaryFolder } from '../host/paths.ts';
import { openTransport, PAGE_SIZE, readProjects } from './client.ts';
import { countOf, type Effort } from './effort.ts';
import { heapAfterGc } from './heap.ts';
import { type Figure, figure, race, timed } from './measure.ts';
import { benchRows, jsonBytes } from './rows.ts';
import { startService } from './service.ts';

const ROWS = 100_000;

type Row = Readonly<Record<string, unknown>>;

const never = new AbortController().signal;
const folder = temporaryFolder('export');

const quoted = (value: unknown) => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const COLUMNS =
  'name,symbol,description,image,animationUrl,id,mintAddress,transferable,status'.split(',');

/** Minimal code that makes the same text of the rows. */
const bare: Readonly<Record<string, (rows: readonly Row[], isFirst: boolean) => string>> = {
  CSV: (rows, isFirst) =>
    (isFirst ? `${COLUMNS.join()},otherMembers\r\n` : '') +
    rows.map((row) => `${COLUMNS.map((name) => quoted(row[name])).join()},\r\n`).join(''),
  JSON: (rows, isFirst) =>
    (isFirst ? '[\n' : ',\n') + rows.map((row) => JSON.stringify(row)).join(',\n'),
  NDJSON: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
};
const ENDS: Readonly<Record<string, string>> = { JSON: '\n]\n' };

const writers: Readonly<Record<string, () => Writer>> = {
  CSV: () => csvWriter('projects', false),
  JSON: jsonWriter,
  NDJSON: ndjsonWriter,
};

/** The time to write loaded rows, compared with minimal code, and the heap for rows of all pages. */
export async function bench(effort: Effort): Promise<Figure[]> {
  const rows = effort.rows(ROWS);
  using service = await startService();
  const sources = benchRows(rows);
  const projects = [...inBatches(sources)].flatMap(
    (page) => PROJECTS.decode({ results: page as Json[] }).rows,
  );
  const figures: Figure[] = [];
  for (const [format, writer] of Object.entries(writers)) {
    const [ours, theirs] = [join(folder, `own.${format}`), join(folder, `bare.${format}`)];
    const write = () => writeRows(inBatches(projects), writer(), ours, () => undefined, never);
    const samples = await race(
      effort,
      { own: () => timed(write), bare: () => timed(() => writeBare(sources, format, theirs)) },
      { rounds: 5, warmUps: 1 },
    );
    assert.ok((await readFile(ours)).equals(await readFile(theirs)), `${format} differs`);
    figures.push(
      figure(`Export of ${countOf(rows)} loaded rows to ${format}`, 'ms', samples.own, {
        rival: { name: 'bare loop', samples: samples.bare },
        target: { ratioAtMost: 1.3 },
      }),
    );
  }
  const address = service.address(rows, 0);
  // A warm-up, in which code is compiled and connections are opened.
  await peakOf(address, rows);
  const bytesPerRow = (await peakOf(address, rows)) / rows;
  figures.push(
    figure(`Export of ${countOf(rows)} rows not loaded, peak heap per row`, 'B', [bytesPerRow], {
      rival: { name: 'its JSON', samples: [jsonBytes(rows) / rows] },
    }),
  );
  return figures;
}

/** Resolves when the file is on the disk, as the export does. */
async function writeBare(rows: readonly Row[], format: string, path: string): Promise<void> {
  const file = await open(path, 'w');
  for (let from = 0; from < rows.length; from += PAGE_SIZE) {
    await file.appendFile(bare[format]!(rows.slice(from, from + PAGE_SIZE), from === 0));
  }
  await file.appendFile(ENDS[format] ?? '');
  await file.sync();
  await file.close();
}

/** The largest heap in bytes, without garbage, of an export that reads its rows. */
async function peakOf(address: string, rows: number): Promise<number> {
  const transport = openTransport();
  const list = new ListStream(readProjects(address, transport));
  const before = heapAfterGc();
  let peak = before;
  let pages = 0;
  async function* batches() {
    for await (const page of list.pages(never)) {
      if (++pages % 50 === 0) peak = Math.max(peak, heapAfterGc());
      yield page;
    }
  }
  const path = join(folder, `read-${rows}.ndjson`);
  const written = await writeRows(batches(), ndjsonWriter(), path, () => undefined, never);
  if (written !== rows) throw new Error(`${written} of ${rows} rows were written.`);
  await transport.close();
  return peak - before;
}
