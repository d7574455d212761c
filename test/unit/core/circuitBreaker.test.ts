import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { CircuitBreaker } from '../../../src/core/client/circuitBreaker.ts';
import { type Failure, isServiceError } from '../../../src/core/model/serviceError.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const OUT: Failure = { kind: 'http', status: 503 };

function start() {
  const clock = new FakeClock();
  const breaker = new CircuitBreaker(clock.uptime);
  /** Sends a request that ends as `end`. @returns how long to wait if it is not let through. */
  const send = (end: Failure | 'well' | 'unknown', address?: string): number | undefined => {
    try {
      breaker.enter(address)(end);
      return undefined;
    } catch (error) {
      assert.ok(isServiceError(error) && error.failure.kind === 'paused');
      return error.failure.retryAfterMs;
    }
  };
  /** Five failures in a row. */
  const open = () => {
    for (let n = 0; n < 5; n++) assert.equal(send(OUT), undefined);
  };
  return { clock, breaker, send, open };
}

describe('CircuitBreaker', () => {
  const FAULTY: Failure = { kind: 'http', status: 500 };

  it('one project that always fails with 500 pauses no requests', () => {
    const { send } = start();
    for (let n = 0; n < 20; n++) assert.equal(send(FAULTY, '/stats/t/1'), undefined);
    assert.equal(send('well', '/projects'), undefined);
  });

  it('several projects that fail with 500 pause requests', () => {
    const { send } = start();
    for (let n = 0; n < 5; n++) assert.equal(send(FAULTY, `/stats/t/${n % 2}`), undefined);
    assert.equal(send('well', '/stats/t/0'), 30_000);
  });

  it('a probe that fails with 500 at the same address pauses requests again', () => {
    const { clock, send, open } = start();
    open();
    clock.pass(30_000);
    assert.equal(send(FAULTY, '/stats/t/1'), undefined);
    clock.pass(30_000);
    assert.equal(send(FAULTY, '/stats/t/1'), undefined);
    assert.equal(send('well', '/stats/t/2'), 30_000);
  });

  it('one address that is unavailable, times out or cannot be reached pauses requests', () => {
    for (const outage of [
      OUT,
      { kind: 'timeout', afterMs: 10_000 },
      { kind: 'network', code: 'ECONNREFUSED', tls: false },
    ] as const) {
      const { send } = start();
      for (let n = 0; n < 5; n++) assert.equal(send(outage, '/projects'), undefined);
      assert.equal(send('well', '/projects'), 30_000);
    }
  });

  const answers: readonly (Failure | 'well')[] = [
    'well',
    { kind: 'rateLimited' },
    { kind: 'http', status: 400 },
  ];
  for (const answer of answers) {
    it(`an answer resets the count of failures: ${JSON.stringify(answer)}`, () => {
      const { clock, send, open } = start();
      open();
      clock.pass(30_000);
      assert.equal(send(answer), undefined);
      for (let n = 0; n < 4; n++) assert.equal(send(OUT), undefined);
      assert.equal(send('well'), undefined);
    });
  }

  for (const nothing of ['unknown', { kind: 'aborted' }] as const) {
    it(`a result counts as neither answer nor outage: ${JSON.stringify(nothing)}`, () => {
      const { send } = start();
      for (let n = 0; n < 4; n++) send(OUT);
      for (let n = 0; n < 9; n++) assert.equal(send(nothing), undefined);
      assert.equal(send(OUT), undefined);
      assert.equal(send('well'), 30_000, 'nor does it make good what failed before');
    });
  }
});

describe('Requests sent before a pause', () => {
  it('requests sent before the pause allow no second probe when they end', () => {
    for (const late of [OUT, 'unknown', { kind: 'aborted' }] as const) {
      const { clock, breaker, send, open } = start();
      const straggler = breaker.enter();
      open();
      clock.pass(30_000);
      const probe = breaker.enter();
      straggler(late);
      assert.equal(send('well'), 0, JSON.stringify(late));
      probe('well');
      assert.equal(send('well'), undefined);
    }
  });

  it('requests sent before the pause that fail neither lengthen it nor cancel probeNow', () => {
    const { clock, breaker, send, open } = start();
    const stragglers = [breaker.enter(), breaker.enter()];
    open();
    clock.pass(10_000);
    stragglers[0]!(OUT);
    assert.equal(send('well'), 20_000);
    breaker.probeNow();
    stragglers[1]!(OUT);
    assert.equal(send('well'), undefined);
  });

  it('requests sent before the pause end it when they are answered', () => {
    const { breaker, send, open } = start();
    const straggler = breaker.enter();
    open();
    straggler('well');
    assert.equal(send('well'), undefined);
  });
});
