import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'mocha';
import { startSampleService } from '../../../src/sample/index.ts';
import type { SampleService } from '../../../src/sample/index.ts';
import { ask, everyRow, projectRefOf } from '../../support/ask.ts';
import type { Row } from '../../support/ask.ts';

const HOUR = 3_600_000;

describe('sample service: stats', () => {
  let service: SampleService;
  let time = 0;
  before(async () => {
    service = await startSampleService({ projects: 500, now: () => time });
  });
  beforeEach(() => {
    time = 0;
  });
  after(() => service.close());

  const pathOf = (row: Row) => `/v2/projects/${projectRefOf(row)}/stats`;

  it('has counts for every row that agree with its status at any time', async () => {
    for (time of [0, 60_000, 10 * 60_000, HOUR]) {
      for (const row of await everyRow(service, '/v2/projects')) {
        const { status, body } = await ask(service, pathOf(row));
        assert.equal(status, 200);
        const { total, confirmed, processing, pending } = body;
        const about = `${JSON.stringify(row)} ${JSON.stringify(body)}`;
        assert.deepEqual(Object.keys(body), ['total', 'confirmed', 'processing', 'pending']);
        for (const count of [total, confirmed, processing, pending]) {
          assert.ok(Number.isInteger(count) && count >= 0, about);
        }
        const staged = confirmed + processing + pending;
        assert.ok(row.status === 'failed' ? staged < total : staged === total, about);
        assert.equal(processing > 0, row.status === 'processing', about);
        if (row.status === 'confirmed') assert.equal(confirmed, total, about);
        if (row.status === 'pending' || row.status === 'draft') assert.equal(confirmed, 0, about);
      }
    }
  });

  it('confirms more over time, never fewer, up to the total', async () => {
    const { body: list } = await ask(service, '/v2/projects?limit=1');
    assert.equal(list.results[0]!.name, 'Harbor Lights');
    const path = pathOf(list.results[0]!);
    const start = (await ask(service, path)).body;
    assert.deepEqual(start, { total: 5000, confirmed: 3150, processing: 850, pending: 1000 });
    let { confirmed } = start;
    for (time = 5000; time <= 20 * 60_000; time += 5000) {
      const { body } = await ask(service, path);
      assert.ok(body.confirmed >= confirmed, `at ${time} ms`);
      assert.equal(body.confirmed + body.processing + body.pending, 5000);
      if (time === 60_000) assert.ok(body.confirmed > start.confirmed, 'moves within a minute');
      confirmed = body.confirmed;
    }
    assert.equal(confirmed, 5000);
    const after = await ask(service, '/v2/projects?limit=1');
    assert.equal(after.body.results[0]!.status, 'confirmed');
  });

  it('has unfinished projects at the start and none after some hours', async () => {
    const under = async () => {
      const rows = await everyRow(service, '/v2/projects');
      return rows.filter((row) => row.status === 'processing').length;
    };
    assert.ok((await under()) > 20);
    time = 24 * HOUR;
    assert.equal(await under(), 0);
  });

  it('starts some projects later, from pending', async () => {
    const pending = async () =>
      new Set(
        (await everyRow(service, '/v2/projects'))
          .filter((row) => row.status === 'pending')
          .map(pathOf),
      );
    const first = await pending();
    time = HOUR / 4;
    const later = await pending();
    assert.ok(first.size > later.size);
    for (const path of later) assert.ok(first.has(path), path);
  });

  it('has the counts of its start when the clock is set back', async () => {
    time = -HOUR;
    const { body } = await ask(service, '/v2/projects?limit=1');
    assert.equal(body.results[0]!.status, 'processing');
    const stats = await ask(service, pathOf(body.results[0]!));
    assert.equal(stats.body.confirmed, 3150);
  });

  it('distinguishes projects of both kinds with the same id', async () => {
    const rows = await everyRow(service, '/v2/projects');
    const twins = rows.filter((row, at) => rows.findIndex(({ id }) => id === row.id) !== at);
    assert.equal(twins.length, 2);
    for (const { id } of twins) {
      const [t, n] = await Promise.all(
        ['t', 'n'].map((kind) => ask(service, `/v2/projects/${kind}/${String(id)}/stats`)),
      );
      assert.deepEqual([t!.status, n!.status], [200, 200]);
      assert.notDeepEqual(t!.body, n!.body);
    }
  });

  it('answers 404 for an unknown id and for an id of the other kind', async () => {
    const { body } = await ask(service, '/v2/projects?limit=1');
    const row = body.results[0]!;
    const otherKind = pathOf({ ...row, transferable: !row.transferable });
    for (const path of [
      otherKind,
      '/v2/projects/t/1/stats',
      `/v2/projects/t/${'9'.repeat(30)}/stats`,
    ]) {
      const reply = await ask(service, path);
      assert.equal(reply.status, 404, path);
      assert.equal(typeof reply.body.message, 'string');
    }
  });

  it('answers 400 for a kind or an id that §4.2 does not allow', async () => {
    for (const path of [
      '/v2/projects/x/1000/stats',
      '/v2/projects/t/one/stats',
      '/v2/projects/t/-1/stats',
    ]) {
      assert.equal((await ask(service, path)).status, 400, path);
    }
  });

  it('knows only the projects in its list', async () => {
    const all = await everyRow(service, '/v2/projects');
    const fewer = await startSampleService({ projects: 100 });
    try {
      assert.equal((await ask(fewer, pathOf(all[99]!))).status, 200);
      assert.equal((await ask(fewer, pathOf(all[100]!))).status, 404);
    } finally {
      await fewer.close();
    }
  });
});
