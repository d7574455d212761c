import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  AT_A_TIME,
  MOST_WISHES,
  NewestFirst,
} from '../../../../src/features/progress/newestFirst.ts';
import { turn } from '../../../support/turn.ts';

interface Read {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly end: (error?: Error) => void;
}

/** Wishes, and the reads that they have begun and not ended. */
function start() {
  const begun: string[] = [];
  const open = new Set<Read>();
  let rests = 0;
  const wishes = new NewestFirst(
    (key, signal) =>
      new Promise<void>((resolve, reject) => {
        begun.push(key);
        const read: Read = {
          key,
          signal,
          end: (error) => {
            open.delete(read);
            if (error) reject(error);
            else resolve();
          },
        };
        open.add(read);
        signal.addEventListener('abort', () => {
          read.end(new Error('called off'));
        });
      }),
    () => rests++,
  );
  return { wishes, begun, open, rests: () => rests };
}

describe('the stats that rows in sight wish for', () => {
  it('are read four at a time, those wished for last first', async () => {
    const { wishes, begun, open } = start();
    for (let key = 1; key <= 9; key++) wishes.wish(String(key));
    await turn();
    assert.deepEqual(begun, ['9', '8', '7', '6']);
    wishes.wish('10');
    [...open][0]!.end();
    await turn();
    assert.equal(begun.at(-1), '10');
  });

  it('are called off when many rows came in sight since, also while they are read', async () => {
    const { wishes, begun, open, rests } = start();
    for (let key = 1; key <= 4; key++) wishes.wish(`old ${key}`);
    await turn();
    const [first] = open;
    for (let key = 1; key <= MOST_WISHES; key++) wishes.wish(`new ${key}`);
    assert.equal(first!.signal.aborted, true);
    while (open.size > 0 || begun.length < 4 + MOST_WISHES) {
      for (const read of [...open]) read.end();
      await turn();
    }
    assert.ok(begun.slice(4).every((key) => key.startsWith('new')));
    assert.equal(rests(), 1, 'rows of those called off may be in sight again');
  });

  it('are not read twice when a row comes in sight again meanwhile', async () => {
    const { wishes, begun } = start();
    wishes.wish('1');
    await turn();
    wishes.wish('1');
    await turn();
    assert.deepEqual(begun, ['1']);
  });

  it('go on after failures, and end with none left', async () => {
    const { wishes, begun, open, rests } = start();
    for (let key = 1; key <= 12; key++) wishes.wish(String(key));
    await turn();
    while (open.size > 0) {
      for (const read of [...open]) read.end(new Error('fails'));
      await turn();
    }
    assert.equal(begun.length, 12);
    assert.equal(rests(), 0);
  });

  it('are never more than four at a time, whatever comes and ends in which order', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ wish: fc.nat(120) }) },
      { weight: 3, arbitrary: fc.record({ end: fc.nat(3), fails: fc.boolean() }) },
      { weight: 1, arbitrary: fc.constant('clear' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
        const { wishes, begun, open } = start();
        /** In the order of the wishes, the newest last. */
        let waiting: string[] = [];
        for (const one of steps) {
          const before = begun.length;
          if (one === 'clear') {
            wishes.clear();
            waiting = [];
            assert.equal(open.size, 0);
          } else if ('wish' in one) {
            const key = String(one.wish);
            wishes.wish(key);
            waiting = [...waiting.filter((other) => other !== key), key];
          } else [...open][one.end]?.end(one.fails ? new Error('fails') : undefined);
          await turn();
          assert.ok(open.size <= AT_A_TIME, 'at most four');
          for (const key of begun.slice(before)) {
            assert.ok(waiting.slice(-MOST_WISHES).includes(key), `${key} was called off`);
          }
        }
        wishes.clear();
        await turn();
        assert.equal(open.size, 0);
      }),
      { numRuns: 200 },
    );
  });
});
