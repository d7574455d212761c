import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../../src/sample/index.ts';
import { ask, everyRow, projectRefOf, type Row } from '../../support/ask.ts';

const HOUR = 3_600_000;

describe('Stats of the sample service', () => {
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

  it('the counts of every row agree with its status at any time', async () => {
    for (time of [0, 60_000, 10 * 60_000, HOUR]) {
      for (const row of await everyRow(service, '/v2/projects')) {
        const { status, body } = await ask(service, pathOf(row));
        assert.equal(status, 200);
        const { total, confirmed, processing, pending, failed } = body;
        const about = `${JSON.stringify(row)} ${JSON.stringify(body)}`;
        const counts = { total, confirmed, processing, pending };
        assert.deepEqual(body, failed === undefined ? counts : { ...counts, failed });
        for (const count of Object.values(body) as unknown[]) {
          assert.ok(Number.isInteger(count) && (count as number) >= 0, about);
        }
        const staged = confirmed + processing + pending + (failed ?? 0);
        assert.ok(row.status === 'failed' ? staged < total : staged === total, about);
        assert.equal(processing > 0, row.status === 'processing', about);
        if (row.status === 'confirmed') assert.equal(confirmed, total, about);
        if (row.status === 'pending' || row.status === 'draft') assert.equal(confirmed, 0, about);
      }
    }
  });

  it('a project confirms more over time, never fewer, up to the total', async () => {
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

  describe('Stats of sample projects that do not simply finish', () => {
    const rowOf = async (name: string) => {
      const all = await everyRow(service, '/v2/projects');
      return all.find((row) => row.name === name);
    };
    const at = async (path: string, minutes: number) => {
      time = minutes * 60_000;
      return (await ask(service, path)).body;
    };

    it('a stalled project stays as it is, with some still processing', async () => {
      const path = pathOf((await rowOf('Stranded Kites'))!);
      assert.ok((await at(path, 0)).confirmed < (await at(path, 0.5)).confirmed);
      const stalled = { total: 900, confirmed: 420, processing: 40, pending: 440 };
      assert.deepEqual(await at(path, 2), stalled);
      assert.deepEqual(await at(path, 600), stalled);
    });

    it('a failing project counts what has failed, and ends as partially failed', async () => {
      const path = pathOf((await rowOf('Cracked Bells'))!);
      assert.equal((await at(path, 0)).failed, undefined);
      const during = (await at(path, 3)).failed!;
      assert.ok(during > 0);
      const { total, confirmed, processing, pending, failed } = await at(path, 60);
      assert.deepEqual([total, processing, pending, failed], [1200, 0, 0, 80]);
      assert.equal(confirmed + failed!, total);
      assert.equal((await rowOf('Cracked Bells'))!.status, 'partially failed');
    });

    it('a vanishing project loses its stats, and its row after them', async () => {
      const path = pathOf((await rowOf('Passing Comets'))!);
      const before = (await everyRow(service, '/v2/projects')).map(pathOf);
      time = 4 * 60_000;
      assert.equal((await ask(service, path)).status, 404);
      assert.ok(await rowOf('Passing Comets'), 'the list still has it');
      time = 5 * 60_000;
      const after = (await everyRow(service, '/v2/projects')).map(pathOf);
      assert.deepEqual(
        after,
        before.filter((one) => one !== path),
      );
    });
  });
});
