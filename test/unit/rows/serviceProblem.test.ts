import assert from 'node:assert/strict';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { formatTime } from '../../../src/editor/locale.ts';
import { serviceProblem } from '../../../src/rows/panelProblems.ts';

const SINCE = Date.UTC(2026, 2, 3, 12, 0, 5);
const HOST = 'api.example.com';
const [since, next] = [formatTime(SINCE, 'short'), formatTime(SINCE + 60_000)];
const refusedConnection: Failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
const works = { refusal: undefined, outage: undefined, retryAt: undefined, host: HOST };
const down = (failure: Failure) => ({
  ...works,
  outage: { failure, since: SINCE, triedAt: SINCE },
});

describe('Strip of service problems above panels', () => {
  it('the strip shows the beginning and the reason of an outage, and the next or last try', () => {
    const planned = { ...down(refusedConnection), retryAt: SINCE + 60_000 };
    assert.deepEqual(serviceProblem(planned), {
      title: `Unreachable since ${since} · next try ${next}`,
      message: `Could not reach ${HOST} (connection refused).`,
      action: 'retry',
      code: 'network ECONNREFUSED',
    });
    const { outage } = down(refusedConnection);
    assert.equal(serviceProblem({ ...works, outage })?.title, `Unreachable since ${since}`);
    const again = { ...works, outage: { ...outage, triedAt: SINCE + 60_000 } };
    assert.equal(serviceProblem(again)?.title, `Unreachable since ${since} · last try ${next}`);
  });

  it('the strip names the failure behind a pause, and distinguishes a failing service from an unreachable one', () => {
    const cause: Failure = { kind: 'http', status: 503 };
    const paused = serviceProblem(down({ kind: 'paused', retryAfterMs: 30_000, cause }));
    assert.deepEqual([paused?.title, paused?.code], [`Service error since ${since}`, 'http 503']);
  });

  it('the strip offers to sign in after a refused token, whatever failed before', () => {
    const refused = (triedAt: number) =>
      serviceProblem({ ...down(refusedConnection), refusal: { since: SINCE, triedAt } });
    const { title, action } = refused(SINCE)!;
    assert.deepEqual([title, action], ['Token refused', 'signIn']);
    assert.equal(refused(SINCE + 60_000)?.title, `Token refused · last try ${next}`);
  });

  it('the strip is absent while the service works, or if an error may be of one project', () => {
    const { outage } = down({ kind: 'http', status: 500 });
    assert.equal(serviceProblem(works), undefined);
    assert.equal(serviceProblem({ ...works, outage }), undefined);
  });
});
