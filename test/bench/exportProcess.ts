/** The process behind `benchExport`; it needs `--expose-gc`. */
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
import { answer } from './child.ts';
import { openTransport, readProjects } from './client.ts';
import { heapAfterGc } from './heap.ts';
import { race, type Rounds, timed } from './measure.ts';
import { benchRows } from './rows.ts';

export interface ExportQuestion {
  readonly rows: number;
  readonly rounds: Rounds;
  readonly list: { readonly address: string; readonly rows: number };
}

export interface ExportAnswer {
  readonly times: readonly {
    readonly format: string;
    readonly own: readonly number[];
    readonly bare: readonly number[];
  }[];
  /** The largest heap for rows that are read for the export. */
  readonly bytesPerRow: number;
}

type Row = Readonly<Record<string, unknown>>;

/** The number of rows on a page, which are written at a time. */
const BATCH = 100;
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

answer(async ({ rows, rounds, list }: ExportQuestion): Promise<ExportAnswer> => {
  const sources = benchRows(rows);
  const projects = pagesOf(sources).flatMap(
    (page) => PROJECTS.decode({ results: page as Json[] }).rows,
  );
  const times = [];
  for (const [format, writer] of Object.entries(writers)) {
    const [ours, theirs] = [join(folder, `own.${format}`), join(folder, `bare.${format}`)];
    const samples = await race(
      {
        own: () =>
          timed(() =>
            writeRows(inBatches(projects, BATCH), writer(), ours, () => undefined, never),
          ),
        bare: () => timed(() => writeBare(sources, format, theirs)),
      },
      rounds,
    );
    assert.ok((await readFile(ours)).equals(await readFile(theirs)), `${format} differs`);
    times.push({ format, ...samples });
  }
  // A warm-up, in which code is compiled and connections are opened.
  await peakOf(list.address, list.rows);
  const bytesPerRow = (await peakOf(list.address, list.rows)) / list.rows;
  return { times, bytesPerRow };
});

/** The rows in pages of the largest size. */
function pagesOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const starts = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => at * BATCH);
  return starts.map((from) => rows.slice(from, from + BATCH));
}

/** Resolves when the file is on the disk, as the export does. */
async function writeBare(rows: readonly Row[], format: string, path: string): Promise<void> {
  const file = await open(path, 'w');
  for (let from = 0; from < rows.length; from += BATCH) {
    await file.appendFile(bare[format]!(rows.slice(from, from + BATCH), from === 0));
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
