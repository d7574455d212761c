import assert from 'node:assert/strict';
import { OriginPause } from '../../../src/core/client/originPause.ts';
import { type Failure, isServiceError } from '../../../src/core/model/serviceError.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const OUT: Failure = { kind: 'http', status: 502 };
const FAULTY: Failure = { kind: 'http', status: 500 };
const SLOW: Failure = { kind: 'timeout', afterMs: 10_000 };
const limited = (retryAfterMs?: number): Failure => ({
  kind: 'rateLimited',
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

let clock: FakeClock;
let pause: OriginPause;

beforeEach(() => {
  clock = new FakeClock(1_700_000_000_000);
  pause = new OriginPause(clock);
});

/** Sends a request that ends so. @returns why it was not let through, and for how long. */
function send(end: Failure | undefined, stats?: string): string | undefined {
  try {
    pause.enter();
  } catch (error) {
    assert.ok(isServiceError(error));
    const { failure } = error;
    return `${failure.kind} ${'retryAfterMs' in failure ? failure.retryAfterMs : ''}`;
  }
  pause.ended(end, clock.uptime(), stats);
  return undefined;
}
const fail = (failure: Failure) => {
  pause.ended(failure, clock.uptime());
};

describe('The wait that a service asks for', () => {
  it('a wait without a named time doubles with each further refusal up to a minute, until a request succeeds', () => {
    const lengths = Array.from({ length: 6 }, () => {
      // Requests that are refused together.
      for (let at = 0; at < 4; at++) fail(limited(0));
      const { leftMs } = pause;
      clock.pass(leftMs);
      return leftMs;
    });
    assert.deepEqual(lengths, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    assert.equal(send(undefined), undefined);
    fail(limited(0));
    assert.equal(pause.leftMs, 5_000);
  });

  it('a 503 with a wait makes all requests wait; one without, and the refusal of one project, do not', () => {
    fail({ kind: 'http', status: 503 });
    fail({ kind: 'http', status: 400, retryAfterMs: 60_000 });
    assert.equal(pause.leftMs, 0);
    fail({ kind: 'http', status: 503, retryAfterMs: 7_000 });
    assert.equal(pause.leftMs, 7_000);
  });

  it('a clock that is set back or forward neither ends nor extends a wait', () => {
    fail(limited(30_000));
    clock.set(clock.now() - 1);
    assert.equal(pause.leftMs, 30_000);
    clock.set(clock.now() + 86_400_000);
    assert.equal(pause.leftMs, 30_000);
  });

  it('a wait says when it begins, becomes longer and ends', async () => {
    const reported: number[] = [];
    const stop = pause.onChange(() => reported.push(Math.round(pause.leftMs)));
    fail(limited(30_000));
    fail(limited(20_000));
    fail(limited(40_000));
    await clock.advance(40_000);
    fail(limited(10_000));
    pause.probeNow();
    send(undefined);
    assert.deepEqual(reported, [30_000, 40_000, 0, 10_000, 0]);
    assert.equal(clock.pending, 0);
    stop();
    fail(limited(10_000));
    assert.equal(reported.length, 5);
  });

  it('one request of the user may pass a wait, and only its success ends the wait', () => {
    const before = clock.uptime();
    clock.pass(1);
    fail(limited(30_000));
    pause.probeNow();
    pause.enter();
    assert.equal(send(undefined), 'rateLimited 30000');
    pause.ended(undefined, before);
    assert.equal(pause.leftMs, 30_000, 'that request was sent before the refusal');
    pause.ended(undefined, clock.uptime());
    assert.equal(pause.leftMs, 0);
  });
});

describe('The pause after outages', () => {
  type Sent = readonly (readonly [end: Failure | undefined, stats?: string | undefined])[];
  const times = (count: number, end: Failure | undefined, of?: () => string): Sent =>
    Array.from({ length: count }, () => [end, of?.()] as const);
  const around = (end: Failure | undefined) => [
    ...times(4, OUT),
    ...times(9, end),
    ...times(1, OUT),
  ];
  let turn = 0;
  const cases: readonly (readonly [string, Sent, pausedMs?: number])[] = [
    ...[FAULTY, OUT, SLOW].flatMap((failure): typeof cases => [
      ['one project that always fails so pauses no requests', times(20, failure, () => '/t/1')],
      ['nor do two', times(20, failure, () => `/t/${++turn % 2}`)],
      ['five that do pause them', times(5, failure, () => `/t/${++turn}`), 30_000],
      ['a list that does pauses them', times(5, failure), 30_000],
    ]),
    [
      'one that cannot be reached does',
      times(5, { kind: 'network', code: 'ECONNREFUSED', tls: false }),
      30_000,
    ],
    ['a success ends a series of failures', around(undefined)],
    ['so does a 400', around({ kind: 'http', status: 400 })],
    ['a canceled request does not', around({ kind: 'aborted' }), 30_000],
  ];
  it('a pause begins where the service fails as a whole, and not for one project or after a success', () => {
    for (const [name, sent, pausedMs] of cases) {
      pause = new OriginPause(clock);
      for (const [end, stats] of sent) assert.equal(send(end, stats), undefined, name);
      const why = pausedMs === undefined ? undefined : `paused ${pausedMs}`;
      assert.equal(send(undefined, '/other'), why, name);
      assert.equal(pause.leftMs, 0, 'the service asks for nothing');
    }
  });

  it('a request after a pause that fails at the same address begins it again, and a success ends it', () => {
    for (const [end] of times(5, OUT)) send(end);
    for (let n = 0; n < 2; n++) {
      clock.pass(30_000);
      assert.equal(send(FAULTY, '/stats/t/1'), undefined);
      assert.equal(send(undefined), 'paused 30000');
    }
    clock.pass(30_000);
    for (const end of [undefined, OUT, undefined]) assert.equal(send(end), undefined);
  });

  it('requests sent before a pause neither lengthen nor end it, nor cancel probeNow', () => {
    const before = clock.uptime();
    clock.pass(1);
    for (const [end] of times(5, OUT)) send(end);
    clock.pass(10_000);
    pause.ended(OUT, before);
    pause.ended(undefined, before);
    assert.equal(send(undefined), 'paused 20000');
    pause.probeNow();
    pause.ended(OUT, before);
    assert.equal(send(OUT), undefined);
    assert.equal(send(undefined), 'paused 30000');
  });
});
