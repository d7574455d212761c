import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { KeptData } from '../../../src/kept/keptData.ts';
import { AskedWait } from '../../../src/stats/askedWait.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

describe('AskedWait', () => {
  const makeFolder = temporaryFolders();
  let clock: FakeClock;
  let storage: string;

  beforeEach(() => {
    clock = new FakeClock(1_000_000);
    storage = makeFolder();
  });

  const open = (signIn = 'one', isOnDisk = true) => {
    const parts = { storage, clock, isOnDisk: () => isOnDisk, mayStore: () => true };
    return new AskedWait(new KeptData(parts).of(signIn));
  };
  const leftOf = ({ until }: AskedWait) => (until === undefined ? 0 : until - clock.now());
  const limited = (retryAfterMs?: number) =>
    ({ kind: 'rateLimited', ...(retryAfterMs !== undefined && { retryAfterMs }) }) as const;

  it('a wait is a minute if no time is given, an hour at most and five seconds at least', () => {
    for (const [asked, waitMs] of [
      [undefined, 60_000],
      [382_013_495_555, 3_600_000],
      [Infinity, 3_600_000],
      [0.5, 5_000],
    ] as const) {
      const wait = open(`${asked}`);
      wait.follow(limited(asked));
      assert.deepEqual([wait, open(`${asked}`)].map(leftOf), [waitMs, waitMs], 'in all windows');
    }
  });

  it('waits five seconds if none are asked for, and doubles up to a minute until the service answers', () => {
    const wait = open();
    const lengths = Array.from({ length: 6 }, () => {
      wait.follow(limited(0));
      const left = leftOf(wait);
      clock.pass(left);
      return left;
    });
    assert.deepEqual(lengths, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    wait.answered();
    wait.follow(limited(0));
    assert.equal(leftOf(wait), 5_000);
  });

  it('requests that are refused together double the wait once', () => {
    const wait = open();
    for (let at = 0; at < 4; at++) wait.follow(limited(0));
    assert.equal(leftOf(wait), 5_000);
    clock.pass(5_000);
    wait.follow(limited(0));
    assert.equal(leftOf(wait), 10_000);
  });

  it('waits for the longest time that was asked for', () => {
    const wait = open();
    wait.follow(limited(60_000));
    wait.follow(limited(20_000));
    assert.equal(leftOf(wait), 60_000);
    wait.follow(limited(90_000));
    assert.equal(leftOf(wait), 90_000);
  });

  it('a wait counts in this window while nothing may be on disk', () => {
    const wait = open('one', false);
    wait.follow(limited(30_000));
    assert.deepEqual([wait, open()].map(leftOf), [30_000, 0]);
  });
});
