import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { type KeptList, keptFrom, MOST_KEPT_BYTES } from '../../../src/core/lists/keptList.ts';
import { keptCollections, keptProjects, keptText } from '../../../src/core/lists/keptText.ts';
import { PageWalk } from '../../../src/core/lists/pageWalk.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { decodeProjects } from '../../../src/core/model/decode.ts';
import { parseJson } from '../../../src/core/model/json.ts';
import { atOnce } from '../../support/atOnce.ts';
import { hostileCollections, hostileProjects } from '../../support/hostileRows.ts';

const OWNER = { signIn: 'sign-in', list: 'projects' } as const;
const AS_OF = 1_795_344_659_615;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (kept: KeptList<Project>) => atOnce(keptText(OWNER, kept)).join('');
const readBack = (text: string) => atOnce(keptProjects(OWNER, bytesOf(text)));

/** What a list holds of a service whose items are these JSON texts, after `pages` pages. */
function listOf(items: readonly string[], limit: number, pages = Infinity): KeptList<Project> {
  const walk = new PageWalk<Project>(limit);
  for (let request = walk.request(); request && pages-- > 0; request = walk.request()) {
    const from = (request.page - 1) * limit;
    const results = items.slice(from, from + limit).join();
    const body = `{"results":[${results}],"totalResults":${items.length}}`;
    walk.add(request, decodeProjects(parseJson(bytesOf(body))));
  }
  return keptFrom(walk, AS_OF);
}

const items = (count: number, more = '') =>
  Array.from({ length: count }, (_, at) => `{"id":${at + 1},"transferable":true${more}}`);

const sources = (rows: readonly { readonly source: unknown }[]) =>
  rows.map(({ source }) => JSON.stringify(source));

/** The text with other members in its first line. */
function withHead(text: string, members: object): string {
  const end = text.indexOf('\n');
  const head = JSON.parse(text.slice(0, end)) as object;
  return JSON.stringify({ ...head, ...members }) + text.slice(end);
}

describe('rows that are kept', () => {
  it('are read back as they were received, with all that the list knew', () => {
    const long =
      '{"id":12345678901234567890,"transferable":false,"more":[98765432109876543210,1e20]}';
    const odd = '{"id":7,"__proto__":{"polluted":true},"name":"\\ud800 line\\nfeed \\u2028"}';
    const kept = listOf([long, odd, 'null', ...items(20)], 10, 2);
    const back = readBack(textOf(kept))!;
    const { rows, ...rest } = kept;
    const { rows: rowsBack, ...restBack } = back;
    assert.deepEqual(restBack, rest);
    assert.deepEqual(sources(rowsBack), sources(rows));
    assert.match(sources(rowsBack)[0]!, /12345678901234567890.*98765432109876543210/);
    assert.deepEqual(
      rowsBack.map(({ key }) => key),
      rows.map(({ key }) => key),
    );
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('are read back whatever their texts are', () => {
    const walk = new PageWalk<Project>(100);
    const results = hostileProjects();
    const totals = { page: 1, limit: undefined, totalPages: undefined, totalResults: undefined };
    const page = { rows: results, received: results.length, unreadable: 0, ...totals };
    walk.add({ page: 1, limit: 100 }, page);
    const kept = keptFrom(walk, AS_OF);
    const back = readBack(textOf(kept))!;
    assert.deepEqual(sources(back.rows), sources(kept.rows));
    assert.deepEqual(
      back.rows.map(({ key }) => key),
      kept.rows.map(({ key }) => key),
    );
    const owner = { signIn: 'x', list: 'collections' } as const;
    const rows = hostileCollections();
    const others = { ...kept, rows, shared: new Map() };
    const text = atOnce(keptText(owner, others)).join('');
    assert.deepEqual(sources(atOnce(keptCollections(owner, bytesOf(text)))!.rows), sources(rows));
  });

  it('are read back also if one has more items than a page may have rows', () => {
    const many = `{"id":1,"transferable":true,"list":[${'1,'.repeat(100_000)}1]}`;
    const kept = listOf([...items(1), many], 10);
    assert.deepEqual(sources(readBack(textOf(kept))!.rows), sources(kept.rows));
  });

  it('of an empty list are read back as one', () => {
    const { rows, total, ended } = readBack(textOf(listOf([], 10)))!;
    assert.deepEqual({ rows, total, ended }, { rows: [], total: 0, ended: true });
  });

  it('are 2,000 at most, in whole pages, and the total stays', () => {
    for (const [limit, count] of [
      [50, 2000],
      [30, 1980],
      [97, 1940],
    ] as const) {
      const { rows, covered, total, ended } = readBack(textOf(listOf(items(3_030), limit)))!;
      assert.deepEqual(
        { rows: rows.length, covered, total, ended },
        { rows: count, covered: count, total: 3_030, ended: false },
      );
    }
  });

  it('are whole pages of 2 MB at most, or what fits of the first page', () => {
    const wide = items(60, `,"name":"${'ö'.repeat(25_000)}"`);
    const some = textOf(listOf(wide, 10));
    assert.ok(bytesOf(some).length <= MOST_KEPT_BYTES);
    assert.deepEqual([readBack(some)!.rows.length, readBack(some)!.covered], [30, 30]);
    const part = readBack(textOf(listOf(wide, 50)))!;
    assert.deepEqual([part.rows.length, part.covered, part.total], [39, 50, 60]);
    const [one, two] = items(2, `,"name":"${'m'.repeat(MOST_KEPT_BYTES)}"`);
    assert.equal(readBack(textOf(listOf([one!, two!], 10)))!.rows.length, 0);
    const huge = readBack(textOf(listOf([...items(1), one!], 10)))!;
    assert.deepEqual([huge.rows.length, huge.covered, huge.total], [1, 10, 2]);
  });

  it('cover the pages that hold them, if some items could not be read', () => {
    const all = items(4_000).map((item, at) => (at % 10 < 3 ? '0' : item));
    const { rows, covered, limit } = readBack(textOf(listOf(all, 50)))!;
    const again = listOf(all, limit, covered / limit);
    const found = new Set(again.rows.map(({ key }) => key));
    assert.deepEqual(
      rows.filter(({ key }) => !found.has(key)),
      [],
    );
  });

  it('stay as they were when the list grows while they are written', () => {
    const walk = new PageWalk<Project>(10);
    const add = (page: number) => {
      const results = items(30)
        .slice((page - 1) * 10, page * 10)
        .join();
      const body = `{"results":[${results}],"totalResults":30}`;
      walk.add({ page, limit: 10 }, decodeProjects(parseJson(bytesOf(body))));
    };
    add(1);
    const steps = keptText(OWNER, keptFrom(walk, AS_OF));
    steps.next();
    add(2);
    const { rows, covered } = readBack(atOnce(steps).join(''))!;
    assert.deepEqual([rows.length, covered], [10, 10]);
  });
});

describe('a file of kept rows is ignored', () => {
  const whole = textOf(listOf(items(12), 10, 1));

  it('if it ends too early, at whatever byte', () => {
    for (let end = 0; end < whole.length; end++) {
      assert.equal(readBack(whole.slice(0, end)), undefined, `at ${end}`);
    }
    assert.ok(readBack(whole));
  });

  it('if bytes of it were lost, or more follow', () => {
    assert.equal(readBack(whole.slice(0, -20) + '\0'.repeat(20)), undefined);
    for (const more of ['\n', '\n{"id":1}', '}', '\n\n\n']) {
      assert.equal(readBack(whole + more), undefined);
    }
  });

  const foreign: readonly (readonly [string, object])[] = [
    ['is of another form', { format: 2 }],
    ['is of another form', { format: '1' }],
    ['belongs to another sign-in', { signIn: 'another' }],
    ['belongs to another sign-in', { signIn: undefined }],
    ['holds another list', { list: 'collections' }],
    ...[null, -1, 0, 0.5, 30_001, 1e9, '10', undefined].map(
      (limit) => [`says ${String(limit)} rows a page`, { limit }] as const,
    ),
    ...[null, -10, 7, 10.5, '10', 1e300, [10]].map(
      (covered) => [`says that it covers ${JSON.stringify(covered)} items`, { covered }] as const,
    ),
    ...[null, -1, '1', 9e15, {}].map(
      (asOf) => [`says that it was read at ${JSON.stringify(asOf)}`, { asOf }] as const,
    ),
    ...[null, -1, 0.5].map(
      (unreadable) => [`counts ${String(unreadable)} bad items`, { unreadable }] as const,
    ),
    ...[null, -1].map(
      (repeated) => [`counts ${String(repeated)} repeated rows`, { repeated }] as const,
    ),
    ...[null, {}, [1], [['a']], [['a', 1]]].map(
      (shared) => [`says ${JSON.stringify(shared)} of keys`, { shared }] as const,
    ),
    ['counts its rows wrongly', { rows: 11 }],
  ];
  for (const [what, members] of foreign) {
    it(`if it ${what}`, () => {
      assert.equal(readBack(withHead(whole, members)), undefined);
    });
  }

  it('if a line is no row', () => {
    const lines = whole.split('\n');
    for (const line of [
      '[[null]]',
      '[[]]',
      '{"id":1}',
      'null',
      '[]',
      '"text"',
      '1',
      '',
      '{',
      '['.repeat(10_000),
    ]) {
      assert.equal(readBack(lines.with(3, line).join('\n')), undefined);
    }
    const deep = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
    assert.equal(readBack(lines.with(3, deep).join('\n')), undefined);
  });

  it('if it has more rows than are ever kept', () => {
    const head = whole.slice(0, whole.indexOf('\n'));
    const lines = items(2_001).map((item) => `[[${item}]]`);
    const many = withHead([head, ...lines].join('\n'), { rows: 2_001 });
    assert.equal(readBack(many), undefined);
    assert.ok(readBack(withHead([head, ...lines.slice(1)].join('\n'), { rows: 2_000 })));
    assert.equal(readBack('\n'.repeat(MOST_KEPT_BYTES)), undefined);
  });

  it('but not for a total that makes no sense, which is left out', () => {
    for (const total of [null, -1, '12', {}]) {
      assert.equal(readBack(withHead(whole, { total }))!.total, undefined);
    }
    assert.equal(readBack(withHead(whole, { total: 1e20 }))!.total, 1e20);
  });
});
