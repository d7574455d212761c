import assert from 'node:assert/strict';
import { ServiceStatus } from '../../../src/connection/serviceStatus.ts';
import type { Failure } from '../../../src/core/model/serviceError.ts';

const DOWN: Failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
const FAILS: Failure = { kind: 'http', status: 500 };
const SLOW: Failure = { kind: 'timeout', afterMs: 10_000 };

describe('Status of a service', () => {
  let now: number;
  let events: number;
  let refusals: number;
  let status: ServiceStatus;
  beforeEach(() => {
    [now, events, refusals] = [100, 0, 0];
    status = new ServiceStatus(
      () => now,
      () => events++,
      () => refusals++,
    );
  });

  it('an outage has the cause of the last request and the begin of the first', () => {
    const failure: Failure = { kind: 'timeout', afterMs: 1 };
    for (const [at, failed, triedAt] of [
      [100, DOWN, 100],
      [109, failure, 109],
      // A bug of Mintscope does not say whether the service works.
      [110, { kind: 'internal' }, 109],
      // No request was sent.
      [120, { kind: 'paused', retryAfterMs: 1, cause: failure }, 109],
    ] as const) {
      now = at;
      status.follow(failed);
      assert.deepEqual([status.outage?.since, status.outage?.triedAt], [100, triedAt]);
      assert.equal(
        status.outage?.failure.kind,
        failed.kind === 'internal' ? 'timeout' : failed.kind,
      );
    }
    status.follow();
    assert.deepEqual([status.outage, events], [undefined, 4]);
  });

  it('an outage ends with the first answer, also if that is a failure', () => {
    for (const [first, then, isOfOneProject, lasts] of [
      [DOWN, { kind: 'notFound' }, false, false],
      [FAILS, { kind: 'rateLimited' }, false, true],
      [FAILS, FAILS, true, true],
      [DOWN, FAILS, true, false],
      [DOWN, SLOW, true, true],
    ] as const) {
      status.follow(first);
      status.follow(then, isOfOneProject);
      assert.equal(status.outage !== undefined, lasts, `${first.kind} ${then.kind}`);
      status.follow();
    }
    for (const failure of [FAILS, SLOW]) status.follow(failure, true);
    assert.equal(status.outage, undefined, 'it concerns one project');
  });

  it('a refused token is reported once, and each change to the surfaces', () => {
    status.follow({ kind: 'auth', status: 403 });
    assert.equal(status.refusal, undefined, 'it lacks a right only');
    status.follow({ kind: 'auth', status: 401 });
    now = 105;
    status.follow({ kind: 'auth', status: 401 });
    assert.deepEqual([status.refusal, events], [{ since: 100, triedAt: 105 }, 2]);
    status.follow();
    status.follow();
    assert.deepEqual([status.refusal, events], [undefined, 3]);
    status.follow({ kind: 'auth', status: 401 });
    assert.equal(refusals, 1);
  });
});
