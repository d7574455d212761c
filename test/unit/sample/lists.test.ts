import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { startSampleService } from '../../../src/sample/index.ts';
import type { SampleService } from '../../../src/sample/index.ts';
import { ask, everyRow, projectRefOf } from '../../support/ask.ts';

describe('Lists of the sample service', () => {
  let service: SampleService;
  before(async () => {
    service = await startSampleService({ now: () => 0 });
  });
  after(() => service.close());

  it('a list has ten rows a page without a limit', async () => {
    for (const query of ['', '?limit=', '?limit=null&page=null', '?page=&limit=']) {
      const { status, body } = await ask(service, `/v2/projects${query}`);
      assert.equal(status, 200);
      const members = Object.keys(body).sort().join();
      assert.equal(members, 'limit,page,results,totalPages,totalResults');
      assert.equal(body.results.length, 10);
      assert.deepEqual([body.page, body.limit], [1, 10]);
      assert.deepEqual([body.totalPages, body.totalResults], [321, 3204]);
    }
  });

  it('lowers a limit above the maximum and echoes the lower one', async () => {
    const { body } = await ask(service, '/v1/collections?limit=5000&page=2');
    assert.deepEqual([body.limit, body.results.length, body.totalPages], [100, 100, 4]);
  });

  it('a list ends with a short page, and gives empty pages with totals after the end', async () => {
    const last = await ask(service, '/v2/projects?limit=100&page=33');
    assert.equal(last.body.results.length, 4);
    const past = await ask(service, '/v2/projects?limit=100&page=34');
    assert.equal(past.status, 200);
    assert.deepEqual(past.body, {
      results: [],
      page: 34,
      limit: 100,
      totalPages: 33,
      totalResults: 3204,
    });
  });

  it('answers 400 to a page or a limit that is not a positive whole number', async () => {
    for (const value of ['0', '-1', '1.5', 'two', '1e2', '9'.repeat(30), '%00']) {
      for (const name of ['page', 'limit']) {
        const { status, body } = await ask(service, `/v2/projects?${name}=${value}`);
        assert.equal(status, 400, `${name}=${value}`);
        assert.match(body.message, new RegExp(name));
      }
    }
  });

  it('the lists contain every project and every collection exactly once', async () => {
    const projects = await everyRow(service, '/v2/projects');
    assert.equal(projects.length, 3204);
    assert.equal(new Set(projects.map(projectRefOf)).size, 3204);
    const collections = await everyRow(service, '/v1/collections');
    assert.equal(new Set(collections.map((row) => row.mintAddress)).size, 345);
  });

  it('the list contains every kind of row that §2.1 allows', async () => {
    const rows = await everyRow(service, '/v2/projects');
    const scripts = [/\p{sc=Arabic}/u, /\p{sc=Hebrew}/u, /\p{sc=Han}/u, /\p{RGI_Emoji}/v];
    for (const name of [/^$/, /^.{251}/u, ...scripts]) {
      assert.ok(
        rows.some((row) => name.test(row.name as string)),
        name.source,
      );
    }
    assert.ok(rows.some((row) => String(row.description).length > 2000));
    for (const member of ['symbol', 'description', 'image', 'animationUrl', 'mintAddress']) {
      const values = new Set(rows.map((row) => row[member]));
      assert.ok(values.has(null) && values.has(undefined), `${member} null, and left out`);
    }
    const statuses = [...new Set(rows.map((row) => row.status))].sort().join(', ');
    assert.equal(statuses, 'awaiting review, confirmed, draft, failed, pending, processing');
  });

  it('the rows are the same on every start, except for token and address', async () => {
    const other = await startSampleService({ now: () => 1e12 });
    try {
      for (const path of ['/v2/projects', '/v1/collections']) {
        const [one, two] = await Promise.all([everyRow(service, path), everyRow(other, path)]);
        const here = JSON.stringify(one).replaceAll(service.address, '');
        assert.equal(here, JSON.stringify(two).replaceAll(other.address, ''));
      }
    } finally {
      await other.close();
    }
  });
});
