import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { fault } from './support/matrix.ts';
import { openers, outcome, pageOf, rows } from './support/openers.ts';

const CHECK = 'Check that the address is that of the NFT service. [retry]';
const tooLarge = (host: string) =>
  `The answer is larger than 4 MB (from ${host}). If it is a page of a list, set mintscope.pageSize lower. [retry]`;
const MB = 1024 * 1024;

describe('Body', () => {
  const the = openers();

  /** Opens the list of Projects at a service that responds with 200 and this body. */
  async function open(body: unknown, headers: Readonly<Record<string, string>> = {}) {
    const service = await the.service();
    service.fail(() => ({ status: 200, body, headers }));
    const rig = await the.opened(service.address);
    return { service, rig, sees: rig.sees(), requests: service.requests.length };
  }

  for (const [what, body, words] of [
    ['HTML', '<!DOCTYPE html><title>Sign in to the network</title>', 'is not JSON'],
    ['an empty body', '', 'is empty'],
  ] as const) {
    fault(`200 with ${what}: asks to check the address`, async () => {
      const { sees, requests, rig } = await open(body, { 'content-type': 'text/html' });
      return outcome(sees, requests, {
        sees: `The answer ${words} (from ${rig.host}). ${CHECK}`,
        requests: 2,
      });
    });
  }

  fault('a body larger than 4 MB: the rest is not received', async () => {
    let sent = 0;
    function* endless() {
      for (; sent < 100 * MB; sent += MB) yield Buffer.alloc(MB, ' ');
    }
    const { sees, requests, rig } = await open(Readable.from(endless()));
    assert.ok(sent < 30 * MB, `the rest was received, too: ${sent} bytes`);
    return outcome(sees, requests, {
      sees: tooLarge(rig.host),
      requests: 1,
    });
  });

  fault('a body with an unknown compression', async () => {
    const { sees, requests, rig } = await open('?', { 'content-encoding': 'compress' });
    return outcome(sees, requests, {
      sees: `The answer is compressed in a way that cannot be read (from ${rig.host}). ${CHECK}`,
      requests: 1,
    });
  });

  fault('Content-Encoding: gzip with a body that is not compressed', async () => {
    const { sees, requests, rig } = await open(pageOf(rows(3)), { 'content-encoding': 'gzip' });
    return outcome(sees, requests, {
      sees: `The answer of ${rig.host} was cut off or garbled. Try again; if that does not help, ask whoever runs the service. [retry]`,
      requests: 2,
    });
  });
});
