import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../../src/sample/index.ts';
import { ask, projectRefOf, type Row } from '../../support/ask.ts';

const HOUR = 3_600_000;

describe('Stats of the sample service', () => {
  let service: SampleService;
  let time = 0;
  before(async () => {
    service = await startSampleService({ now: () => time });
  });
  beforeEach(() => {
    time = 0;
  });
  after(() => service.close());

  const pathOf = (row: Row) => `/v2/projects/${projectRefOf(row)}/stats`;

  const firstRows = async () => {
    const pages = [1, 2, 3, 4, 5].map((page) => `/v2/projects?limit=100&page=${page}`);
    const replies = await Promise.all(pages.map((page) => ask(service, page)));
    return replies.flatMap(({ body }) => body.results);
  };

  it('the counts of each of 500 rows agree with its status at any time', async () => {
    for (time of [0, 60_000, 10 * 60_000, HOUR]) {
      for (const row of await firstRows()) {
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
});
