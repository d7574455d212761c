import assert from 'node:assert/strict';
import { tooltipFor } from '../../src/views/tooltips.ts';
import type { Lie } from '../support/minimalService.ts';
import { fault } from './support/matrix.ts';
import { openers, REF, rows, tell } from './support/openers.ts';

const CHECK = 'Check that the address is that of the NFT service. [retry]';

describe('Body', () => {
  const the = openers();

  /** Opens the list of Projects where `lie` changes each answer. */
  async function open(lie: Lie, projects: readonly unknown[] = rows(3)) {
    const service = await the.service({ projects });
    service.lie(lie);
    const rig = the.rig(service.address);
    await rig.projects.open();
    return { service, rig, sees: rig.sees(), requests: service.requests.length };
  }

  const openRows = (projects: readonly unknown[]) => open((envelope) => envelope, projects);

  fault('deep nesting, beside rows that are fine', async () => {
    const service = await the.service();
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const body = `{"results":[{"id":1,"transferable":true},{"id":2,"attributes":${deep}},{"name":"x"}]}`;
    service.fail(() => ({ status: 200, body }));
    const rig = the.rig(service.address);
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: '2 of 3 | 1 row could not be read and was left out.',
      requests: 1,
    });
  });

  fault('deep nesting outside of a row', async () => {
    const service = await the.service();
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    service.fail(() => ({
      status: 200,
      body: `{"results":[{"id":9007199254740993}],"x":{"y":${deep}}}`,
    }));
    const rig = the.rig(service.address);
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: `The answer is nested too deep or holds too many values (from ${rig.host}). ${CHECK}`,
      requests: 1,
    });
  });

  fault('__proto__', async () => {
    const service = await the.service();
    const row =
      '{"id":1,"__proto__":{"name":"planted","transferable":true},"constructor":{"prototype":1}}';
    const body = `{"__proto__":{"totalPages":9},"results":[${row}],"totalResults":1}`;
    service.fail(() => ({ status: 200, body }));
    const rig = the.rig(service.address);
    await rig.projects.open();
    const [project] = rig.projects.state.rows;
    assert.equal(project!.name, undefined);
    assert.equal(project!.transferable, undefined);
    assert.equal(Reflect.get({}, 'name'), undefined);
    const { value } = tooltipFor(project!);
    assert.match(value, /planted/, 'what was sent is shown, as text');
    return tell(rig.sees(), service.requests.length, { sees: '1', requests: 1 });
  });

  fault('__proto__ among counts', async () => {
    const service = await the.service();
    service.fail(() => ({ status: 200, body: '{"__proto__":{"total":9},"confirmed":3}' }));
    const rig = the.rig(service.address);
    return tell(await rig.seesStats(REF), service.requests.length, {
      sees: '3 of not given confirmed',
      requests: 1,
    });
  });

  fault('an id beyond 2^53', async () => {
    const id = '9007199254740993';
    const service = await the.service({ stats: { [`t/${id}`]: { total: 2, confirmed: 1 } } });
    const list = `{"results":[{"id":${id},"transferable":true},{"id":9007199254740992,"transferable":true}]}`;
    service.fail(({ path }) => (path === '/v2/projects' ? { status: 200, body: list } : undefined));
    const rig = the.rig(service.address);
    await rig.projects.open();
    assert.deepEqual(
      rig.projects.state.rows.map((row) => row.id),
      [id, '9007199254740992'],
    );
    const sees = `${rig.sees()}, ${await rig.seesStats({ kind: 't', id })}`;
    assert.equal(service.requests[1]!.path, `/v2/projects/t/${id}/stats`);
    return tell(sees, service.requests.length, { sees: '2, 1 of 2 confirmed', requests: 2 });
  });

  fault('null members', async () => {
    const { sees, requests, rig } = await openRows([
      { id: 1, name: null, symbol: null, image: null, transferable: null, status: null },
      { id: null, name: null },
    ]);
    assert.deepEqual(
      rig.projects.state.rows.map(({ id, name }) => [id, name]),
      [
        ['1', undefined],
        [undefined, undefined],
      ],
    );
    return tell(sees, requests, { sees: '2', requests: 1 });
  });

  fault('missing members', async () => {
    const { sees, requests } = await openRows([{}, { id: 1 }, { name: 'Harbor' }]);
    return tell(sees, requests, { sees: '3', requests: 1 });
  });

  fault('extra members, and members of other types', async () => {
    const { sees, requests, rig } = await openRows([
      { id: '007', name: 12, transferable: 'yes', status: ['a'], invented: { of: 'late' } },
    ]);
    const [row] = rig.projects.state.rows;
    assert.deepEqual(
      [row!.id, row!.name, row!.transferable, row!.status],
      ['7', '12', undefined, undefined],
    );
    assert.match(tooltipFor(row!).value, /Invented/i, 'what nobody knew of can still be read');
    return tell(sees, requests, { sees: '1', requests: 1 });
  });

  fault('counts of other types, missing and new ones', async () => {
    const service = await the.service({
      stats: { 't/1': { total: '4', confirmed: null, minted: 2, note: 'x' } },
    });
    const rig = the.rig(service.address);
    return tell(await rig.seesStats(REF), service.requests.length, {
      sees: 'not given of not given confirmed',
      requests: 1,
    });
  });

  fault('stats without one count', async () => {
    const service = await the.service({ stats: { 't/1': { message: 'soon' } } });
    const rig = the.rig(service.address);
    return tell(await rig.seesStats(REF), service.requests.length, {
      sees: `The answer holds no counts (from ${rig.host}). ${CHECK}`,
      requests: 1,
    });
  });

  fault('one bad row in a hundred', async () => {
    const service = await the.service({
      projects: rows(100).map((row, at) => (at === 41 ? 'not a row' : row)),
    });
    const rig = the.rig(service.address, { pageSize: 100 });
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: '99 of 100 | 1 row could not be read and was left out.',
      requests: 1,
    });
  });

  fault('one bad row on each page, and no totals: the list goes on', async () => {
    const all = rows(120).map((row, at) => (at % 50 === 7 ? null : row));
    const { service, rig } = await open(({ results }) => ({ results }), all);
    await rig.projects.loadMore();
    await rig.projects.loadMore();
    return tell(rig.sees(), service.requests.length, {
      sees: '117 of 120 | 3 rows could not be read and were left out.',
      requests: 3,
    });
  });

  for (const [what, results] of [
    ['an object', { 0: { id: 1 } }],
    ['null', null],
    ['text', 'none'],
    ['missing', undefined],
  ] as const) {
    fault(`results not an array: ${what}`, async () => {
      const { sees, requests, rig } = await open((envelope) => ({ ...envelope, results }));
      return tell(sees, requests, {
        sees: `The answer is not a list of the service (from ${rig.host}). ${CHECK}`,
        requests: 1,
      });
    });
  }

  fault('a list without an envelope', async () => {
    const { sees, requests, rig } = await open(({ results }) => results);
    return tell(sees, requests, {
      sees: `The answer is not a list of the service (from ${rig.host}). ${CHECK}`,
      requests: 1,
    });
  });

  fault('an envelope without totals', async () => {
    const { service, rig, sees } = await open(({ results }) => ({ results }), rows(120));
    assert.equal(sees, '50 | Load more (50 shown)');
    await rig.projects.loadAll();
    return tell(rig.sees(), service.requests.length, { sees: '120', requests: 4 });
  });

  fault('an envelope without totals, the last page full', async () => {
    const { service, rig } = await open(({ results }) => ({ results }), rows(100));
    await rig.projects.loadMore();
    assert.equal(rig.sees(), '100 | Load more (100 shown)');
    await rig.projects.loadMore();
    return tell(rig.sees(), service.requests.length, { sees: '100', requests: 3 });
  });
});
