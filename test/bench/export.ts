import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { Json } from '../../src/core/model/model.ts';
import { replaceFile } from '../../src/features/export/file.ts';
import { csvText, jsonText, rowSheet, type Sheet } from '../../src/features/export/sheets.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { Uri } from '../support/fakeVscode/values.ts';
import { temporaryFolder } from '../host/paths.ts';
import { PAGE_SIZE } from './client.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, race, timed } from './measure.ts';
import { benchRows } from './rows.ts';

const ROWS = 100_000;

type Row = Readonly<Record<string, unknown>>;

const never = new AbortController().signal;
const folder = temporaryFolder('export');

const quoted = (value: unknown) => {
  const text = String(value);
  return /[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const COLUMNS =
  'name,reference,status,symbol,description,image,animationUrl,id,mintAddress,transferable';
const cellOf = (row: Row, column: string) =>
  column === 'reference' ? `${row.transferable ? 't' : 'n'}/${String(row.id)}` : row[column];

/** Minimal code that makes the same text of the rows. */
const bare: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  CSV: (rows) => {
    const columns = COLUMNS.split(',');
    const records = rows.map((row) => columns.map((name) => quoted(cellOf(row, name))).join());
    return `\ufeff${[COLUMNS, ...records].join('\r\n')}\r\n`;
  },
  JSON: (rows) => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`,
};

const texts: Readonly<Record<string, (sheet: Sheet) => Iterable<string> | AsyncIterable<string>>> =
  {
    CSV: csvText,
    JSON: jsonText,
  };

/** The time to write loaded rows, compared with minimal code. */
export async function bench(effort: Effort): Promise<Figure[]> {
  const rows = effort.rows(ROWS);
  const sources = benchRows(rows);
  const pages = Array.from({ length: Math.ceil(rows / PAGE_SIZE) }, (_, page) =>
    sources.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
  );
  const projects = pages.flatMap((results) => PROJECTS.decode({ results: results as Json[] }).rows);
  const sheet = rowSheet('projects', projects, () => ({}));
  const figures: Figure[] = [];
  for (const [format, textOf] of Object.entries(texts)) {
    const ours = join(folder, `own.${format}`);
    const theirs = join(folder, `bare.${format}`);
    const target = Uri.file(ours) as unknown as vscode.Uri;
    const samples = await race(
      effort,
      {
        own: () => timed(() => replaceFile(target, textOf(sheet), never)),
        bare: () => timed(() => writeFile(theirs, bare[format]!(sources), { flush: true })),
      },
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
  return figures;
}
