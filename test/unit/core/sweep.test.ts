import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import { MOST_UNDER_WAY, Sweep, type SweepParts } from '../../../src/core/portfolio/sweep.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { turn } from '../../support/turn.ts';

const DOWN: Failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
const ERROR: Failure = { kind: 'http', status: 500 };
const UNKNOWN: Failure = { kind: 'notFound' };

describe('a sweep over many projects', () => {
  let clock: FakeClock;
  let sweep: Sweep;
  let parts: SweepParts;
  /** The requests under way, in the order in which they were sent. */
  let open: Map<string, { answer: () => void; fail: (failure: Failure) => void }>;
  let asked: string[];
  let most: number;
  let rows: string[];

  beforeEach(() => {
    clock = new FakeClock();
    [open, asked, most, rows] = [new Map(), [], 0, []];
    const read = (key: string, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const fail = (failure: Failure) => {
          open.delete(key);
          reject(new ServiceError(failure));
        };
        const answer = () => {
          open.delete(key);
          resolve();
        };
        asked.push(key);
        open.set(key, { answer, fail });
        most = Math.max(most, open.size);
        signal.addEventListener('abort', () => {
          fail({ kind: 'aborted' });
        });
      });
    const onRow = (key: string) => {
      rows.push(key);
    };
    parts = { clock, read, onRow, onChange: () => undefined };
    sweep = new Sweep(parts);
  });

  const keys = (count: number) => Array.from({ length: count }, (_, at) => `p${at + 1}`);
  async function answer(...some: readonly string[]) {
    for (const key of some) open.get(key)!.answer();
    await turn();
  }
  async function fail(key: string, failure: Failure) {
    open.get(key)!.fail(failure);
    await turn();
  }
  /** Answers all requests until there is none. */
  async function answerAll() {
    while (open.size > 0) await answer(...open.keys());
  }

  it('asks for each once, in order and four at a time', async () => {
    sweep.start(keys(20_000));
    assert.equal(sweep.phase, 'reading');
    await answerAll();
    assert.deepEqual(asked, keys(20_000));
    assert.deepEqual([most, sweep.phase, sweep.progress], [MOST_UNDER_WAY, 'done', 1]);
    assert.equal(rows.length, 20_000);
  });

  it('is done at once if there is nothing to read', () => {
    sweep.start([]);
    assert.deepEqual([sweep.phase, sweep.progress], ['done', 1]);
  });

  it('sends nothing more once it is paused, and goes on where it was', async () => {
    sweep.start(keys(10));
    sweep.pause();
    await answerAll();
    assert.deepEqual([asked, sweep.phase], [keys(4), 'paused']);
    sweep.resume();
    await answerAll();
    assert.deepEqual([asked, sweep.phase], [keys(10), 'done']);
  });

  it('ends its requests at once when it is canceled, and reads them again when it is resumed', async () => {
    sweep.start(keys(10));
    await answer('p1', 'p2');
    sweep.cancel();
    await turn();
    assert.deepEqual([open.size, sweep.phase, sweep.problem], [0, 'stopped', undefined]);
    asked = [];
    sweep.resume();
    await answerAll();
    assert.deepEqual(asked.toSorted(), keys(10).slice(2).toSorted());
    assert.deepEqual([sweep.phase, sweep.failures.size], ['done', 0]);
  });

  it('keeps why a project could not be read, and reads the others', async () => {
    sweep.start(keys(6));
    await fail('p2', UNKNOWN);
    await answerAll();
    assert.deepEqual([...sweep.failures], [['p2', UNKNOWN]]);
    assert.equal(sweep.phase, 'done');
  });

  it('reads a project again that a person asks for, in every phase, and forgets its failure', async () => {
    sweep.start(keys(10));
    await fail('p1', UNKNOWN);
    sweep.pause();
    await answerAll();
    sweep.retry(['p1', 'p1']);
    assert.deepEqual([sweep.isAsked('p1'), [...open.keys()]], [true, ['p1']]);
    await answer('p1');
    assert.deepEqual([sweep.isAsked('p1'), sweep.failures.size], [false, 0]);
    assert.equal(sweep.phase, 'paused');
    sweep.resume();
    await answerAll();
    sweep.retry(['p3', 'p4']);
    await answerAll();
    assert.deepEqual(asked.slice(-2), ['p3', 'p4']);
    assert.deepEqual([sweep.phase, most], ['done', 4]);
  });

  it('reads what a person asks for before the others', async () => {
    sweep.start(keys(10));
    sweep.retry(['p9', 'p10']);
    await answer('p1', 'p2');
    assert.deepEqual(asked.slice(4), ['p9', 'p10']);
  });

  it('stops with one problem when the service cannot be reached, and no row fails', async () => {
    sweep.start(keys(100));
    await answer('p1');
    await fail('p2', ERROR);
    await fail('p3', ERROR);
    assert.equal(sweep.failures.size, 2);
    await fail('p4', DOWN);
    await turn();
    assert.deepEqual([sweep.phase, sweep.problem, sweep.failures.size], ['stopped', DOWN, 0]);
    assert.deepEqual([open.size, asked.length], [0, 7]);
    asked = [];
    sweep.resume();
    assert.equal(sweep.problem, undefined);
    await answerAll();
    assert.deepEqual(asked.toSorted(), keys(100).slice(1).toSorted());
    assert.equal(sweep.phase, 'done');
  });

  it('lets one request test whether the service works again, and then sends the others', async () => {
    sweep.start(keys(10));
    const paused: Failure = { kind: 'paused', retryAfterMs: 0, cause: ERROR };
    for (const key of ['p2', 'p3', 'p4']) await fail(key, paused);
    assert.deepEqual([[...open.keys()], sweep.phase], [['p1'], 'reading']);
    await answer('p1');
    assert.equal(open.size, 4);
    for (const key of [...open.keys()]) await fail(key, paused);
    assert.deepEqual([sweep.phase, sweep.problem], ['stopped', paused]);
    sweep.resume();
    await answerAll();
    assert.deepEqual([sweep.phase, sweep.failures.size, new Set(asked).size], ['done', 0, 10]);
  });

  it('keeps the failures of projects that failed before the service last answered', async () => {
    sweep.start(keys(100));
    await fail('p1', ERROR);
    await answer('p2');
    await fail('p3', DOWN);
    assert.deepEqual([...sweep.failures.keys()], ['p1']);
  });

  it('stops when the token is refused, but not when one project is forbidden', async () => {
    sweep.start(keys(10));
    await fail('p1', { kind: 'auth', status: 403 });
    assert.equal(sweep.phase, 'reading');
    const refused: Failure = { kind: 'auth', status: 401 };
    await fail('p2', refused);
    assert.deepEqual([sweep.phase, sweep.problem], ['stopped', refused]);
    assert.deepEqual([...sweep.failures.keys()], ['p1']);
  });

  it('waits as long as the service asks, for all projects, and then reads the one again', async () => {
    sweep.start(keys(10));
    await fail('p1', { kind: 'rateLimited', retryAfterMs: 30_000 });
    await answer('p2', 'p3', 'p4');
    assert.deepEqual([open.size, sweep.waitUntil, sweep.phase], [0, 30_000, 'reading']);
    await clock.advance(29_999);
    assert.equal(open.size, 0);
    await clock.advance(1);
    assert.deepEqual([...open.keys()], ['p1', 'p5', 'p6', 'p7']);
    await answerAll();
    assert.deepEqual([sweep.phase, sweep.waitUntil], ['done', undefined]);
  });

  it('waits for a minute if a 429 does not say how long, and at most for an hour', async () => {
    sweep.start(keys(4));
    await fail('p1', { kind: 'rateLimited' });
    assert.equal(sweep.waitUntil, 60_000);
    await fail('p2', { kind: 'rateLimited', retryAfterMs: 1e12 });
    assert.equal(sweep.waitUntil, 3_600_000);
  });

  it('waits for 5 s before it asks again if the service asks for no wait, and longer each time', async () => {
    const now: Failure = { kind: 'rateLimited', retryAfterMs: 0 };
    sweep.start(keys(4));
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      for (const key of open.keys()) await fail(key, now);
      assert.deepEqual([open.size, sweep.waitUntil], [0, clock.now() + seconds * 1000]);
      await clock.advance(seconds * 1000);
      assert.equal(open.size, 4);
    }
    await answer('p1');
    await fail('p2', now);
    assert.equal(sweep.waitUntil, clock.now() + 5000);
  });

  it('waits first if an earlier sweep was asked to', async () => {
    sweep = new Sweep({ ...parts, waitUntil: 30_000 });
    sweep.start(keys(3));
    assert.deepEqual([open.size, sweep.waitUntil], [0, 30_000]);
    await clock.advance(30_000);
    assert.equal(open.size, 3);
    const late = new Sweep({ ...parts, waitUntil: 30_000 });
    assert.equal(late.waitUntil, undefined);
  });

  it('says how many were read and how many there are', async () => {
    sweep.start(keys(10));
    assert.deepEqual(sweep.count, { done: 0, of: 10 });
    await answer('p1', 'p2');
    await fail('p3', UNKNOWN);
    sweep.retry(['p3']);
    assert.deepEqual(sweep.count, { done: 3, of: 10 });
    await answerAll();
    assert.deepEqual(sweep.count, { done: 10, of: 10 });
  });

  it('does not shorten a wait of the service because a person pauses, cancels or asks for a row', async () => {
    sweep.start(keys(10));
    await fail('p1', { kind: 'rateLimited', retryAfterMs: 30_000 });
    sweep.pause();
    sweep.resume();
    sweep.cancel();
    sweep.resume();
    sweep.retry(['p9']);
    await turn();
    assert.equal(open.size, 0);
    await clock.advance(30_000);
    assert.deepEqual([...open.keys()][0], 'p9');
    assert.equal(open.size, 4);
  });

  it('waits after an error of one project too if the service asks for it', async () => {
    sweep.start(keys(10));
    const busy: Failure = { kind: 'http', status: 503, retryAfterMs: 5000 };
    await fail('p1', busy);
    assert.deepEqual([sweep.failures.get('p1'), sweep.waitUntil], [busy, 5000]);
    await answerAll();
    assert.equal(asked.length, 4);
    await clock.advance(5000);
    await answerAll();
    assert.deepEqual([sweep.phase, asked.length], ['done', 10]);
  });

  it('reads new projects after those that are left, and goes on if it was done', async () => {
    sweep.start(keys(5));
    sweep.add(['new1']);
    await answerAll();
    assert.deepEqual(asked, [...keys(5), 'new1']);
    sweep.add(['new2']);
    assert.equal(sweep.phase, 'reading');
    await answerAll();
    assert.deepEqual([asked.at(-1), sweep.phase], ['new2', 'done']);
  });

  it('starts again with other projects, and forgets those that were left', async () => {
    sweep.start(keys(10));
    sweep.start(['a', 'b']);
    await turn();
    assert.deepEqual([...open.keys()], ['a', 'b']);
    await answerAll();
    assert.deepEqual([sweep.phase, asked.length], ['done', 6]);
  });

  it('leaves no request and no timer when it is disposed of', async () => {
    sweep.start(keys(10));
    await fail('p1', { kind: 'rateLimited' });
    sweep.dispose();
    await turn();
    assert.deepEqual([open.size, clock.pending], [0, 0]);
  });

  it('reads nothing more once it is disposed of, whatever it is told', async () => {
    sweep.start(keys(3));
    await answerAll();
    sweep.dispose();
    asked = [];
    sweep.start(['a']);
    sweep.add(['b']);
    sweep.retry(['c']);
    sweep.resume();
    await turn();
    assert.deepEqual([asked, sweep.isAsked('c')], [[], false]);
  });
});
