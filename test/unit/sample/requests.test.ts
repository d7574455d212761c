import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../../src/sample/index.ts';
import { ask } from '../../support/ask.ts';
import { closeAfterEach } from '../../support/ends.ts';

describe('Lists of the sample service, and access to it', () => {
  let service: SampleService;
  before(async () => {
    service = await startSampleService({ now: () => 0 });
  });
  after(() => service.close());
  const closing = closeAfterEach();

  it('the sample service refuses every path without the right token', async () => {
    const { token } = service;
    for (const path of ['/v2/projects', '/v1/collections', '/v2/projects/t/1000/stats', '/x']) {
      for (const authorization of ['', 'Bearer wrong', token, undefined]) {
        const headers = { ...(authorization !== undefined && { authorization }) };
        const reply = await ask(service, path, { headers });
        assert.equal(reply.status, 401, authorization);
        assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
        assert.equal(typeof reply.body.message, 'string');
      }
    }
  });

  it('says what it is to somebody who opens its port in a browser', async () => {
    const reply = await fetch(`${service.address}/`);
    assert.match(await reply.text(), /^This is the sample data of Mintscope/);
  });

  it('each sample service has an unguessable token, and listens on loopback only', async () => {
    const one = closing(await startSampleService());
    assert.ok(one.token.length >= 32);
    assert.match(one.address, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal((await ask(one, '/v2/projects')).status, 200);
    assert.equal((await ask({ ...service, token: one.token }, '/v2/projects')).status, 401);
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
});
