import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { matcher, type ProjectFilter } from '../../../../src/core/arrange/projectFilter.ts';
import type { ListState } from '../../../../src/core/lists/listState.ts';
import type { ReadPage } from '../../../../src/core/lists/readAhead.ts';
import {
  type ExportSource,
  exportSources,
  type Wrote,
  wroteAll,
} from '../../../../src/features/export/sources.ts';
import {
  type Counts,
  endWords,
  failureWords,
} from '../../../../src/features/export/exportMessages.ts';
import type { Left } from '../../../../src/features/export/stats.ts';
import { formatTime } from '../../../../src/editor/locale.ts';
import type { ServiceRow } from '../../../../src/lists/index.ts';
import { PROJECTS } from '../../../../src/lists/projects.ts';
import type { Project } from '../../../../src/core/model/model.ts';
import { projectText } from '../../../../src/core/search/searchText.ts';
import { noAbort } from '../../../support/client.ts';
import { listState } from '../../../support/projects.ts';

const rows = (count: number): readonly ServiceRow[] =>
  PROJECTS.decode({ results: Array.from({ length: count }, (_, id) => ({ id })) }).rows;

interface Chosen {
  readonly selected?: number;
  readonly matching?: number;
  /** The key of a row. */
  readonly acknowledged?: string;
}

/** The sources of an export of a list with 300 loaded rows of 1,204. */
function sources(
  over: Partial<ListState<ServiceRow>>,
  { selected = 0, matching, acknowledged = '' }: Chosen = {},
  read: ReadPage<ServiceRow> = () => assert.fail('sent a request'),
) {
  const state = listState(rows(300), { total: 1204, hasMore: true, ...over });
  const shown = {
    list: { state },
    view: { selection: state.rows.slice(0, selected) },
    arrangement: {
      isFiltered: matching !== undefined,
      stored: { filter: { text: '7' } },
      shown: () => state.rows.slice(0, matching),
      accepts: (filter: ProjectFilter) => {
        const matches = matcher(filter);
        return (row: Project) => matches({ row, text: () => projectText(row) });
      },
    },
  };
  const standing = { percent: 5, alarm: 'failed', acknowledged: true } as const;
  return exportSources('projects', shown, read, { standings: new Map([[acknowledged, standing]]) });
}

const readsAll = ({ description }: ExportSource) => description === 'reads all pages';

/** The sources that need no request. */
const loaded = (...of: Parameters<typeof sources>) =>
  sources(...of).filter((one) => !readsAll(one));

const textOf = (wrote: Wrote, written: number, counts: Counts) =>
  endWords(wrote(written, counts.total, 'a.csv'), counts, { without: 0, unread: 0 }).text;

/** The final message for each way to export loaded rows. */
async function messages(...of: Parameters<typeof sources>) {
  const texts: string[] = [];
  for (const { start, wrote } of loaded(...of)) {
    const reading = start();
    let written = 0;
    for await (const page of reading.pages(noAbort)) written += page.length;
    texts.push(textOf(wrote, written, reading));
  }
  return texts;
}

describe('exportSources', () => {
  const labels = (...of: Parameters<typeof sources>) =>
    sources(...of).map(({ label, description }) => [label, description].join(' | '));

  it('offers selected, filtered, loaded and all rows to export, each with their number', () => {
    assert.deepEqual(labels({}, { selected: 2, matching: 12 }), [
      'The 2 selected projects | ',
      'The 12 projects that match the filter | among 300 loaded of 1,204',
      'All projects that match the filter, of 1,204 | reads all pages',
      'The 300 loaded projects | ',
      'All 1,204 projects | reads all pages',
    ]);
    assert.deepEqual(
      sources({}, { selected: 2, matching: 12 }).map(({ count }) => count),
      [2, 12, undefined, 300, 1204],
    );
    assert.deepEqual(labels({ rows: rows(1), total: undefined }, { matching: 1 }), [
      'The project that matches the filter | among 1 loaded so far',
      'All projects that match the filter | reads all pages',
      'The loaded project | ',
      'All projects | reads all pages',
    ]);
  });

  it('says how many of the selected and the matching projects are acknowledged', () => {
    const acknowledged = rows(3)[1]!.key;
    assert.deepEqual(labels({}, { selected: 1, matching: 2, acknowledged }).slice(0, 2), [
      'The selected project | ',
      'The 2 projects that match the filter, 1 acknowledged | among 300 loaded of 1,204',
    ]);
  });

  it('offers all rows to export once if they are loaded, else by reading all pages', () => {
    const all = { total: 300, hasMore: false };
    assert.deepEqual(labels(all, { matching: 12 }), [
      'The 12 projects that match the filter | ',
      'All 300 projects | ',
    ]);
    assert.deepEqual(labels({ rows: rows(1), total: 1, hasMore: false }), ['The only project | ']);
    const reads = 'All 300 projects | reads all pages';
    assert.deepEqual(labels({ ...all, rows: [] }), [reads]);
    for (const flaw of [{ drifted: true }, { short: true }, { unreadable: 1 }]) {
      assert.deepEqual(labels({ ...all, ...flaw }), ['The 300 loaded projects | ', reads]);
    }
  });

  it('shows the time of older rows, before and after the export, and offers all pages', async () => {
    const time = formatTime(7, 'short');
    const old = { restored: true, asOf: 7, total: 300, hasMore: false };
    assert.deepEqual(labels(old, { matching: 12 }), [
      `The 12 projects that match the filter | of 300 · as of ${time}`,
      'All projects that match the filter, of 300 | reads all pages',
      `The 300 loaded projects | as of ${time}`,
      'All 300 projects | reads all pages',
    ]);
    assert.deepEqual(await messages(old, { selected: 1 }), [
      `Exported the selected project, of 300, to a.csv. It is as of ${time}.`,
      `Exported the 300 loaded projects of 300 to a.csv. They are as of ${time}.`,
    ]);
    const [, all] = sources({ ...old, total: 1204 });
    assert.equal(all!.wrote(1204, 1204, 'a.csv'), 'Exported 1,204 of 1,204 projects to a.csv.');
  });

  it('exports the matching rows of all pages, found as in the tree', async () => {
    const items = [{ id: 1, name: 'Lamp' }, { id: 7 }, { id: 2, name: 'Lamp 7' }, { id: 3 }];
    const page = PROJECTS.decode({ results: items, limit: 100, totalPages: 1, totalResults: 4 });
    const read = () => Promise.resolve(page);
    const { start, wrote } = sources({}, { matching: 12 }, read)[1]!;
    const reading = start();
    const found: ServiceRow[] = [];
    for await (const some of reading.pages(noAbort)) found.push(...some);
    const ids = found.map((row) => row.source.id);
    assert.deepEqual([ids, reading.read], [[7, 2], 4]);
    const words = 'Exported the 2 projects that match the filter, of 4, to a.csv.';
    assert.equal(textOf(wrote, 2, reading), words);
    // The list became shorter while it was read.
    assert.match(wrote(4, 4, 'a.csv'), /, of 4,/);
    assert.equal(wrote(3, 2, 'a.csv'), 'Exported the 3 projects that match the filter to a.csv.');
  });

  it('reports the exported rows, the total or that the list continues, and its problems except of selected rows', async () => {
    const fewer = '1 row could not be read. The service gave fewer rows than it says there are.';
    const flaws = { hasMore: false, short: true, unreadable: 1 };
    assert.deepEqual(await messages(flaws, { selected: 3, matching: 1 }), [
      'Exported the 3 selected projects, among 300 loaded of 1,204, to a.csv.',
      `Exported the project that matches the filter, among 300 loaded of 1,204, to a.csv. ${fewer}`,
      `Exported the 300 loaded projects of 1,204 to a.csv. ${fewer}`,
    ]);
    assert.deepEqual(await messages({ total: undefined, rows: rows(1) }, { matching: 0 }), [
      'Exported the 0 projects that match the filter, among 1 loaded so far, to a.csv.',
      'Exported the loaded project to a.csv; the list has more rows.',
    ]);
  });

  it('reports an export of the complete list by its total', async () => {
    const all = { total: undefined, hasMore: false };
    assert.deepEqual(await messages(all, { selected: 3 }), [
      'Exported the 3 selected projects, of 300, to a.csv.',
      'Exported 300 of 300 projects to a.csv.',
    ]);
    assert.deepEqual(await messages({ ...all, drifted: true }), [
      'Exported the 300 loaded projects to a.csv. The list changed while it was read.',
    ]);
  });
});

type Outcome = Partial<Counts & Left> & { readonly written?: number };
const end = ({ written = 1204, without = 0, unread = 0, ...counts }: Outcome) => {
  const all = { total: 1204, ...counts };
  return endWords(wroteAll('projects')(written, all.total, 'a.csv'), all, { without, unread });
};

describe('export messages', () => {
  it('reports how many rows of how many were exported, and what is missing', () => {
    const cases: readonly (readonly [Outcome, string])[] = [
      [{}, 'Exported 1,204 of 1,204 projects to a.csv.'],
      [{ written: 1, total: 1 }, 'Exported 1 of 1 project to a.csv.'],
      [{ written: 7, total: undefined }, 'Exported 7 projects to a.csv.'],
      [
        { written: 1205, changed: true },
        'Exported 1,205 projects to a.csv. The list changed while it was read.',
      ],
      [
        { written: 1203, short: true, changed: true },
        'Exported 1,203 of 1,204 projects to a.csv. The service gave fewer rows than it says there are.',
      ],
      [
        { written: 1000, short: true, missing: { kind: 'noPage', page: 11, status: 404 } },
        'Exported 1,000 of 1,204 projects to a.csv. The service gave fewer rows than it says there are. The service gives no page 11 (404).',
      ],
      [
        { unreadable: 1, without: 2 },
        'Exported 1,204 of 1,204 projects to a.csv. 1 row could not be read. 2 have no stats.',
      ],
      [
        { unreadable: 3, without: 1, unread: 12 },
        'Exported 1,204 of 1,204 projects to a.csv. 3 rows could not be read. 1 has no stats. The stats of 12 could not be read.',
      ],
    ];
    for (const [outcome, expected] of cases) assert.equal(end(outcome).text, expected);
  });

  it('reports an export as incomplete if rows or stats are missing, but not if only some rows were chosen', () => {
    assert.ok(end({}).whole);
    assert.ok(end({ written: 3 }).whole);
    const lacks = [{ short: true }, { changed: true }, { unreadable: 1 }];
    for (const lack of [...lacks, { without: 1 }, { unread: 1 }]) assert.ok(!end(lack).whole);
  });

  it('gives advice in one line after an unexpected error', () => {
    assert.equal(
      failureWords(new TypeError('x is\nnot a function.'), 'a.example', 'a.csv'),
      'The extension failed: x is not a function. Try again, or another format.',
    );
  });

  it('gives advice for each file system error', () => {
    const codes = ['ENOSPC', 'EACCES', 'EPERM', 'ENOENT', 'EFBIG', 'EISDIR', 'EIO'];
    const all = codes.map((code) =>
      failureWords(Object.assign(new Error(code), { code }), 'a.example', 'a.csv'),
    );
    assert.equal(new Set(all).size, codes.length);
    for (const text of all) assert.match(text, /a\.csv.*\. .*(oose|Make|close)/);
    assert.match(all.at(-1) ?? '', /EIO/);
  });
});
