import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { startSampleService } from '../../../src/sample/index.ts';
import type { SampleService } from '../../../src/sample/index.ts';
import { ask } from '../../support/ask.ts';

describe('Access to the sample service', () => {
  let service: SampleService;
  before(async () => {
    service = await startSampleService();
  });
  after(() => service.close());

  it('the sample service refuses every path without the right token', async () => {
    const { token } = service;
    for (const path of ['/v2/projects', '/v1/collections', '/v2/projects/t/1000/stats', '/']) {
      for (const headers of ['', 'Bearer wrong', token, 'Basic b3Blbg=='].map((authorization) => ({
        authorization,
      }))) {
        const reply = await ask(service, path, { headers });
        assert.equal(reply.status, 401, headers.authorization);
        assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
        assert.equal(typeof reply.body.message, 'string');
      }
      assert.equal((await ask(service, path, { headers: {} })).status, 401);
    }
  });

  it('each sample service has an unguessable token, and listens on loopback only', async () => {
    const [one, other] = await Promise.all([startSampleService(), startSampleService()]);
    try {
      assert.notEqual(one.token, other.token);
      assert.ok(one.token.length >= 32);
      assert.match(one.address, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.equal((await ask(one, '/v2/projects')).status, 200);
      assert.equal((await ask({ ...other, token: one.token }, '/v2/projects')).status, 401);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  it('the sample service answers 405 to methods other than GET', async () => {
    for (const method of ['POST', 'HEAD', 'OPTIONS']) {
      for (const path of ['/v2/projects', '/images/project-1.svg']) {
        const { status, headers } = await ask(service, path, { method });
        assert.deepEqual([status, headers.get('allow')], [405, 'GET'], `${method} ${path}`);
      }
    }
  });

  it('the sample service answers 404 to unknown paths', async () => {
    for (const path of ['/', '/v1/projects', '/v2/projects/', '/v2/projects/t/1000', '/metadata']) {
      assert.equal((await ask(service, path)).status, 404, path);
    }
  });

  it('the sample service answers 400 to an invalid path, and keeps running', async () => {
    assert.equal((await ask(service, '//')).status, 400);
    assert.equal((await ask(service, '/v2/projects')).status, 200);
  });

  it('the sample service serves images without a token', async () => {
    const { body } = await ask(service, '/v2/projects?limit=1');
    const image = body.results[0]?.image as string;
    assert.ok(image.startsWith(`${service.address}/images/`));
    const [one, again, other] = await Promise.all(
      [image, image, `${service.address}/images/other.svg`].map(async (address) => {
        const response = await fetch(address);
        assert.equal(response.status, 200);
        assert.equal(response.headers.get('content-type'), 'image/svg+xml');
        return response.text();
      }),
    );
    assert.match(one!, /^<svg .*<\/svg>$/);
    assert.equal(one, again);
    assert.notEqual(one, other);
  });

  it("serves a collection's metadata without a token at the address its row gives", async () => {
    const { body } = await ask(service, '/v1/collections?limit=100');
    const row = body.results.find(({ uri }) => uri !== undefined)!;
    const metadata = await fetch(row.uri as string);
    assert.equal(metadata.status, 200);
    assert.equal(((await metadata.json()) as { name: string }).name, row.name);
    const unknown = `${service.address}/metadata/${'1'.repeat(40)}.json`;
    assert.equal((await fetch(unknown)).status, 404);
  });

  it('the sample service closes at once although a connection is open', async () => {
    const closing = await startSampleService();
    await ask(closing, '/v2/projects');
    await Promise.all([closing.close(), closing.close()]);
    await closing.close();
    await assert.rejects(ask(closing, '/v2/projects'));
  });
});
