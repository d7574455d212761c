import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { fault } from './support/matrix.ts';
import { openers, rows, tell } from './support/openers.ts';

const CHECK = 'Check that the address is that of the NFT service. [retry]';
const tooLarge = (host: string) =>
  `The answer is larger than 4 MB (from ${host}). If it is a page of a list, set mintscope.pageSize lower. [retry]`;
const MB = 1024 * 1024;

/** An honest page, as text. */
const page = (results: readonly unknown[]) =>
  JSON.stringify({
    results,
    page: 1,
    limit: 50,
    totalPages: 1,
    totalResults: results.length,
  });

describe('Body', () => {
  const the = openers();

  /** Opens the list of Projects where each answer is 200 with this body. */
  async function open(body: unknown, headers: Readonly<Record<string, string>> = {}) {
    const service = await the.service();
    service.fail(() => ({ status: 200, body, headers }));
    const rig = the.rig(service.address);
    await rig.projects.open();
    return { service, rig, sees: rig.sees(), requests: service.requests.length };
  }

  fault('HTML with 200', async () => {
    const html = '<!DOCTYPE html><title>Sign in to the network</title>';
    const { sees, requests, rig } = await open(html, { 'content-type': 'text/html' });
    return tell(sees, requests, {
      sees: `The answer is not JSON (from ${rig.host}). ${CHECK}`,
      requests: 2,
    });
  });

  fault('an empty body with 200', async () => {
    const { sees, requests, rig } = await open('');
    return tell(sees, requests, {
      sees: `The answer is empty (from ${rig.host}). ${CHECK}`,
      requests: 2,
    });
  });

  fault('too large', async () => {
    let sent = 0;
    function* endless() {
      for (; sent < 100 * MB; sent += MB) yield Buffer.alloc(MB, ' ');
    }
    const { sees, requests, rig } = await open(Readable.from(endless()));
    assert.ok(sent < 30 * MB, `the rest was received, too: ${sent} bytes`);
    return tell(sees, requests, {
      sees: tooLarge(rig.host),
      requests: 1,
    });
  });

  fault('compressed in a way not asked for and not known', async () => {
    const { sees, requests, rig } = await open('?', { 'content-encoding': 'compress' });
    return tell(sees, requests, {
      sees: `The answer is compressed in a way that cannot be read (from ${rig.host}). ${CHECK}`,
      requests: 1,
    });
  });

  const CUT_OFF = (host: string) =>
    `The answer of ${host} was cut off or garbled. Try again; if that does not help, ask whoever runs the service. [retry]`;

  fault('gzip named and not sent', async () => {
    const { sees, requests, rig } = await open(page(rows(3)), { 'content-encoding': 'gzip' });
    return tell(sees, requests, { sees: CUT_OFF(rig.host), requests: 2 });
  });
});
