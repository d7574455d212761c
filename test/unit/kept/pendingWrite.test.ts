import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { closedError } from '../../../src/kept/fault.ts';
import { PendingWrite } from '../../../src/kept/pendingWrite.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const HOUR = 3_600_000;

describe('PendingWrite while another window locks the database', () => {
  let clock: FakeClock;
  let isLocked: boolean;
  let tries: number;
  let warned: string[];
  let written: number;
  let pending: PendingWrite;

  beforeEach(() => {
    clock = new FakeClock(1_800_000_000_000);
    [isLocked, tries, written, warned] = [true, 0, 0, []];
    const write = () => {
      tries++;
      if (isLocked) throw new Error('database is locked');
      written++;
      return false;
    };
    pending = new PendingWrite({ clock, warn: (line) => warned.push(line), what: 'It', write });
  });

  it('writes within two seconds after an hour of waiting, and warns once', async () => {
    pending.soon();
    await clock.advance(HOUR);
    isLocked = false;
    await clock.advance(2_000);
    assert.deepEqual([written, warned.length, clock.pending], [1, 1, 0]);
    assert.ok(tries <= 7_300, `${tries} tries`);
  });

  it('ends without a warning once the database is closed', async () => {
    const write = () => {
      tries++;
      throw closedError();
    };
    pending = new PendingWrite({ clock, warn: (line) => warned.push(line), what: 'It', write });
    await pending.settle();
    pending.soon();
    await clock.advance(5_000);
    assert.deepEqual([tries, warned, clock.pending], [2, [], 0]);
  });

  it('writes within two seconds although the clock was set back meanwhile', async () => {
    pending.soon();
    await clock.advance(5_000);
    clock.set(clock.now() - 365 * 24 * HOUR);
    isLocked = false;
    await clock.advance(2_000);
    assert.equal(written, 1);
  });
});
