import assert from 'node:assert/strict';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { clientFor, first, noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';

const HOUR = 3_600_000;
/** When the responses are sent, by the clock of the service. */
const SENT = Date.UTC(2026, 10, 21, 12);
const date = new Date(SENT).toUTCString();

/** The wait that a response asks for, on a machine whose clock is an hour ahead. */
async function waitOf(status: number, headers: Readonly<Record<string, string>>) {
  const response = { status, headers: { date, ...headers }, body: new Uint8Array() };
  const { client } = clientFor('https://api.example.com', {
    now: () => SENT + 3_600_000,
    transport: { get: () => Promise.resolve(response), close: () => Promise.resolve() },
  });
  const failure = await failureOf(client.page(PROJECTS, first, noAbort));
  return 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
}

describe('When a service says that requests are welcome again', () => {
  const waits: readonly (readonly [value: string, ms: number | undefined])[] = [
    ['7', 7000],
    ['6 ', 6000],
    ['20.5', 20_500],
    ['20s', 20_000],
    ['6, 6', 6000],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['Saturday, 21-Nov-26 12:01:30 GMT', 90_000],
    ['Sat Nov 21 12:01:30 2026', 90_000],
    ['Sat, 21 Nov 2026 12:01:30 UTC', 90_000],
    ['Sat, 21 Nov 2026 12:01:30 +0000', 90_000],
    ['2026-11-21T12:01:30.5Z', 90_500],
    ['9'.repeat(310), HOUR],
    ['Fri, 31 Dec 9999 23:59:59 GMT', HOUR],
    ['0', undefined],
    ...['-5', '+3', '1.', '1e3'].map((odd) => [odd, undefined] as const),
    ['', undefined],
    ['soon', undefined],
    ['about 120', undefined],
    ['Sat, 21 Nov 2026 11:59:00 GMT', undefined],
  ];
  it('Retry-After is read whatever this machine’s clock says, and a value that says nothing is none', async () => {
    for (const [value, ms] of waits)
      assert.equal(await waitOf(429, { 'retry-after': value }), ms, value);
  });

  it('only a failure that is not about the one request asks for a wait', async () => {
    const wait = { 'retry-after': '7' };
    for (const status of [408, 500, 502, 503]) assert.equal(await waitOf(status, wait), 7000);
    for (const status of [400, 403, 404, 409]) assert.equal(await waitOf(status, wait), undefined);
  });
});
