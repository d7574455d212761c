import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { MOST_UNDER_WAY, Sweep } from '../../../src/core/portfolio/sweep.ts';
import { type Ends, HeldCalls } from '../../support/heldCalls.ts';
import { turn } from '../../support/turn.ts';

const DOWN: Failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
const ERROR: Failure = { kind: 'http', status: 500 };
const UNKNOWN: Failure = { kind: 'notFound' };

interface Call extends Ends<undefined> {
  readonly key: string;
  readonly signal: AbortSignal;
}

describe('Sweep', () => {
  let now: number;
  let sweep: Sweep;
  let calls: HeldCalls<Call>;
  let requested: string[];
  let most: number;
  let rows: string[];

  beforeEach(() => {
    now = 0;
    [calls, requested, most, rows] = [new HeldCalls(), [], 0, []];
    const read = (key: string, isAsked: boolean, signal: AbortSignal) => {
      requested.push(isAsked ? `${key} at once` : key);
      const done = calls.hold<undefined>((ends) => ({ key, signal, ...ends }), true);
      most = Math.max(most, calls.waiting.length);
      return done;
    };
    const onRow = (key: string) => {
      rows.push(key);
    };
    sweep = new Sweep({ now: () => now, read, onRow, onChange: () => undefined });
  });

  /** The requests under way, in the order in which they were sent. */
  const open = () => calls.waiting.map(({ key }) => key);
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `p${at + 1}`);
  const start = (changing: readonly string[], complete: readonly string[] = []) => {
    sweep.start({ changing, complete });
  };
  async function answer(...some: readonly string[]) {
    for (const call of calls.waiting) if (some.includes(call.key)) call.respond(undefined);
    await turn();
  }
  async function fail(key: string, failure: Failure) {
    calls.waiting.find((call) => call.key === key)!.fail(failure);
    await turn();
  }
  /** Responds to all requests until there is none. */
  async function answerAll() {
    while (open().length > 0) await answer(...open());
  }

  it('requests each project once, in order and four at a time, and then one that is added', async () => {
    start(keys(1_000));
    assert.equal(sweep.phase, 'reading');
    await answerAll();
    assert.deepEqual(requested, keys(1_000));
    assert.deepEqual([most, sweep.phase], [MOST_UNDER_WAY, 'done']);
    assert.equal(rows.length, 1_000);
    sweep.add(['new']);
    assert.equal(sweep.phase, 'reading');
    await answerAll();
    assert.deepEqual([requested.at(-1), sweep.phase], ['new', 'done']);
  });

  it('reads a project again on the user’s request, in every phase, and forgets its failure', async () => {
    sweep.retry(['p0']);
    assert.deepEqual(open(), ['p0'], 'also before the sweep starts');
    await answerAll();
    start(keys(10));
    await fail('p1', UNKNOWN);
    sweep.pause(false);
    await answerAll();
    sweep.retry(['p1', 'p1']);
    assert.deepEqual([sweep.isAsked('p1'), open()], [true, ['p1']]);
    assert.equal(requested.at(-1), 'p1 at once');
    await answer('p1');
    assert.deepEqual([sweep.isAsked('p1'), sweep.failures.size], [false, 0]);
    assert.equal(sweep.phase, 'paused');
    sweep.resume();
    await answerAll();
    sweep.retry(['p3', 'p4']);
    await answerAll();
    assert.deepEqual(requested.slice(-2), ['p3 at once', 'p4 at once']);
    assert.deepEqual([sweep.phase, most], ['done', 4]);
  });

  it('requests at once what the user asks for, although four others are under way', async () => {
    start(keys(10));
    sweep.retry(['p9', 'p10']);
    assert.deepEqual(requested.slice(4), ['p9 at once', 'p10 at once']);
    sweep.retry(keys(10).slice(4));
    assert.deepEqual([open().length, requested.length], [8, 8]);
    await answer('p9');
    assert.equal(requested.at(-1), 'p7 at once');
    await answer('p1');
    assert.equal(requested.length, 10, 'the sweep goes on too');
  });

  it('reports on the row that the service refuses the user’s request, and continues', async () => {
    start(keys(6));
    const refused: Failure = { kind: 'rateLimited', retryAfterMs: 30_000 };
    sweep.retry(['p9']);
    await fail('p9', refused);
    assert.deepEqual([sweep.failures.get('p9')?.failure, sweep.isAsked('p9')], [refused, false]);
    await answerAll();
    assert.equal(sweep.phase, 'done');
  });

  it('reads complete projects after the others, and repeats on Resume what Cancel has aborted', async () => {
    start(keys(6), ['done1', 'done2']);
    assert.deepEqual(sweep.count, { changing: { done: 0, of: 6 }, complete: { done: 0, of: 2 } });
    await answer('p1', 'p2');
    sweep.add(['new1']);
    await fail('p3', UNKNOWN);
    assert.deepEqual(sweep.count.changing, { done: 3, of: 7 });
    await answer('p4', 'p5', 'p6', 'new1');
    await answer('done1');
    assert.deepEqual(sweep.count, { changing: { done: 7, of: 7 }, complete: { done: 1, of: 2 } });
    sweep.cancel();
    await turn();
    assert.deepEqual([open().length, sweep.phase, sweep.problem], [0, 'stopped', undefined]);
    assert.deepEqual(sweep.count.complete, { done: 1, of: 2 });
    sweep.resume();
    await answerAll();
    assert.deepEqual(requested, [...keys(6), 'new1', 'done1', 'done2', 'done2']);
    assert.deepEqual(sweep.count.complete, { done: 2, of: 2 });
  });

  it('a sweep stops with one problem when the service cannot be reached, and no row fails', async () => {
    start(keys(100));
    await answer('p1');
    await fail('p2', ERROR);
    await fail('p3', ERROR);
    assert.equal(sweep.failures.size, 2);
    await fail('p4', DOWN);
    await turn();
    assert.deepEqual([sweep.phase, sweep.problem, sweep.failures.size], ['stopped', DOWN, 0]);
    assert.deepEqual([open().length, requested.length], [0, 7]);
    requested = [];
    sweep.resume();
    assert.equal(sweep.problem, undefined);
    await answerAll();
    assert.deepEqual(requested.toSorted(), keys(100).slice(1).toSorted());
    assert.equal(sweep.phase, 'done');
  });

  it('sends one probe while the service is paused, and then the others', async () => {
    start(keys(10));
    const paused: Failure = { kind: 'paused', retryAfterMs: 0, cause: ERROR };
    for (const key of ['p2', 'p3', 'p4']) await fail(key, paused);
    assert.deepEqual([open(), sweep.phase], [['p1'], 'reading']);
    await answer('p1');
    assert.deepEqual(open().toSorted(), ['p2', 'p3', 'p4', 'p5']);
    for (const key of open()) await fail(key, paused);
    assert.deepEqual([sweep.phase, sweep.problem], ['stopped', paused]);
    sweep.resume();
    await answerAll();
    assert.deepEqual([sweep.phase, sweep.failures.size, new Set(requested).size], ['done', 0, 10]);
  });

  it('keeps the failures of projects that failed before the service last answered', async () => {
    start(keys(100));
    now = 5000;
    await fail('p1', ERROR);
    await answer('p2');
    await fail('p3', DOWN);
    assert.deepEqual([...sweep.failures], [['p1', { failure: ERROR, at: 5000 }]]);
    start(keys(2));
    await fail('p1', { kind: 'http', status: 400 });
    await fail('p2', DOWN);
    assert.ok(sweep.failures.has('p1'), 'the service did answer');
  });

  it('a sweep stops when the token is refused, but not when one project is forbidden', async () => {
    start(keys(10));
    await fail('p1', { kind: 'auth', status: 403 });
    assert.equal(sweep.phase, 'reading');
    const refused: Failure = { kind: 'auth', status: 401 };
    await fail('p2', refused);
    assert.deepEqual([sweep.phase, sweep.problem], ['stopped', refused]);
    assert.deepEqual([...sweep.failures.keys()], ['p1']);
  });

  it('a disposed sweep leaves no request and reads nothing more, whatever is called', async () => {
    start(keys(10));
    sweep.retry(['p9']);
    sweep.dispose();
    await turn();
    assert.equal(open().length, 0);
    requested = [];
    start(['a']);
    sweep.add(['b']);
    sweep.retry(['c']);
    sweep.resume();
    await turn();
    assert.deepEqual([requested, sweep.isAsked('c')], [[], false]);
  });
});
