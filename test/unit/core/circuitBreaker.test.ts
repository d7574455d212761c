import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { CircuitBreaker } from '../../../src/core/client/circuitBreaker.ts';
import { type Failure, isServiceError } from '../../../src/core/model/serviceError.ts';
import { FakeClock } from '../../support/fakeClock.ts';

type End = Failure | 'well' | 'unknown';
const OUT: Failure = { kind: 'http', status: 503 };
const FAULTY: Failure = { kind: 'http', status: 500 };

function start() {
  const clock = new FakeClock();
  const breaker = new CircuitBreaker(clock.uptime);
  /** Sends a request that ends as `end`. @returns how long to wait if it is not let through. */
  const send = (end: End, address?: string): number | undefined => {
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
  const times = (count: number, end: End, of: (at: number) => string = () => '/projects') =>
    Array.from({ length: count }, (_, at) => [end, of(at)] as const);
  const around = (end: End) => [...times(4, OUT), ...times(9, end), ...times(1, OUT)];
  const cases: readonly (readonly [string, ReturnType<typeof times>, pausedMs?: number])[] = [
    ['one project that always fails with 500 pauses no requests', times(20, FAULTY)],
    ['projects that fail with 500 do', times(5, FAULTY, (at) => `/stats/t/${at % 2}`), 30_000],
    ['one address that is unavailable does', times(5, OUT), 30_000],
    ['one that times out does', times(5, { kind: 'timeout', afterMs: 10_000 }), 30_000],
    [
      'one that cannot be reached does',
      times(5, { kind: 'network', code: 'ECONNREFUSED', tls: false }),
      30_000,
    ],
    ['a success ends a series of failures', around('well')],
    ['so does a 429', around({ kind: 'rateLimited' })],
    ['so does a 400', around({ kind: 'http', status: 400 })],
    ['a bug of Mintscope does not', around('unknown'), 30_000],
    ['nor does a canceled request', around({ kind: 'aborted' }), 30_000],
  ];
  for (const [name, sent, pausedMs] of cases) {
    it(name, () => {
      const { send } = start();
      for (const [end, address] of sent) assert.equal(send(end, address), undefined);
      assert.equal(send('well', '/other'), pausedMs);
    });
  }

  it('a probe that fails with 500 at the same address pauses requests again, and one that succeeds ends the pause', () => {
    const { clock, send, open } = start();
    open();
    for (let n = 0; n < 2; n++) {
      clock.pass(30_000);
      assert.equal(send(FAULTY, '/stats/t/1'), undefined);
      assert.equal(send('well'), 30_000);
    }
    clock.pass(30_000);
    assert.deepEqual([send('well'), send('well')], [undefined, undefined]);
  });

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

  it('requests sent before the pause neither lengthen it nor cancel probeNow, and end it when they are answered', () => {
    const { clock, breaker, send, open } = start();
    const stragglers = [breaker.enter(), breaker.enter(), breaker.enter()];
    open();
    clock.pass(10_000);
    stragglers[0]!(OUT);
    assert.equal(send('well'), 20_000);
    breaker.probeNow();
    stragglers[1]!(OUT);
    assert.equal(send(OUT), undefined);
    assert.equal(send('well'), 30_000);
    stragglers[2]!('well');
    assert.equal(send('well'), undefined);
  });
});
