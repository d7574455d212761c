import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { findService } from '../../../../src/features/doctor/findService.ts';
import { noAbort } from '../../../support/client.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('findService', () => {
  const ask = async (expected: object | undefined) => {
    const clock = new FakeClock();
    const session = { clock, ready: () => new Promise(() => undefined), expected, parts: {} };
    const found = findService(session as never, noAbort);
    await clock.advance(5000);
    return found;
  };

  it('checks the last used address, if any, without a token if the secret storage does not answer', async () => {
    const { service, address } = (await ask({ base: 'https://api.example.com/v' }))!;
    assert.equal(service?.address.base, 'https://api.example.com/v');
    assert.equal(service.hasToken, false);
    assert.match(
      address.found,
      /does not answer\. .* without a token: https:\/\/api\.example\.com/,
    );
    assert.equal(address.verdict, 'failed');
    const unknown = (await ask(undefined))!;
    assert.equal(unknown.service, undefined);
    assert.match(unknown.address.found, /does not answer, so no address is known/);
  });

  it('names the sign-in of the workspace that it checks', async () => {
    const current = { scope: 'workspace', address: { base: 'https://api.example.com' } };
    const [ready, probeNow] = [() => Promise.resolve(), () => undefined];
    const session = { clock: new FakeClock(), ready, probeNow, current, parts: {} };
    const found = await findService(session as never, noAbort);
    assert.equal(found?.address.found, 'Signed in to https://api.example.com, for this workspace.');
  });
});
