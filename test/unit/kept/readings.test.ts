import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/base/clock.ts';
import { forEachCount } from '../../../src/core/model/counts.ts';
import type { ProjectRef } from '../../../src/core/model/model.ts';
import { KeptData } from '../../../src/kept/keptData.ts';
import { Readings } from '../../../src/kept/readings.ts';
import { fill } from '../../support/databaseWindows.ts';
import { endAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';
import { turn } from '../../support/turn.ts';

const REF: ProjectRef = 't/1';
const OTHER: ProjectRef = 'n/2';
const DAY = Date.UTC(2026, 0, 15);

describe('Stored readings', () => {
  const makeFolder = temporaryFolders();
  let clock: FakeClock;
  let storage: string;
  const atEnd = endAfterEach();

  beforeEach(() => {
    clock = new FakeClock(DAY);
    storage = makeFolder();
  });

  function open(signIn = 'one') {
    const mayStore = { now: true };
    const data = new KeptData({
      ...{ storage, clock, isOnDisk: () => true, mayStore: () => mayStore.now },
    });
    atEnd(() => {
      data.dispose();
    });
    const warned: string[] = [];
    const account = data.of(signIn);
    const readings = new Readings(account, (line) => warned.push(line));
    const add = (confirmed: number, at = clock.now(), ref = REF) => {
      readings.add(ref, { at, ...forEachCount(() => undefined), total: 9, confirmed });
    };
    const sees = (ref = REF) => readings.of(ref).map(({ confirmed }) => confirmed);
    return { data, account, readings, add, sees, warned, mayStore };
  }
  type Window = ReturnType<typeof open>;
  /** Adds a reading at each of these times, to which the clock is set. */
  const addAll = ({ add }: Window, times: readonly number[]) => {
    for (const [count, at] of times.entries()) {
      clock.set(at);
      add(count, at);
    }
  };
  const timesOf = ({ readings }: Window) => readings.of(REF).map(({ at }) => at);

  it('a reading has all counts of the service, and which were missing', () => {
    const { readings } = open();
    const known = { total: 1e15, confirmed: 0, processing: undefined, pending: undefined };
    const counts = { ...known, failed: 3, burned: 2, notCounts: ['pending', 'other'] as const };
    readings.add(REF, { at: DAY, ...counts });
    assert.deepEqual(open().readings.last(REF), {
      ...{ at: DAY, ...counts, movedAt: DAY, restMs: undefined },
    });
    readings.add(REF, { at: DAY + 10, ...counts, confirmed: 1 });
    clock.pass(10);
    assert.equal(open().readings.last(REF)?.restMs, 10);
  });

  it('a reading is written at once, and replaces one of the same time', () => {
    const { add, readings } = open();
    add(1);
    add(2);
    assert.deepEqual(open().sees(), [2]);
    assert.equal(readings.last(REF)?.confirmed, 2);
  });

  it('a reading whose response took longer than that of a later one is dropped', () => {
    const { add, sees, readings } = open();
    clock.pass(9_000);
    add(2);
    add(1, DAY);
    assert.deepEqual([sees(), readings.last(REF)?.confirmed], [[2], 2]);
  });

  it('the newest 300 readings of a project are stored, then one for five minutes, an hour and a day', () => {
    const window = open();
    const times: number[] = [];
    // One a minute for two days, in which all is stored or thinned to five minutes or hours.
    for (let at = DAY; at < DAY + 2 * DAY_MS; at += MINUTE_MS) times.push(at);
    addAll(window, times);
    const stored = timesOf(window);
    assert.deepEqual(stored.slice(-300), times.slice(-300));
    const gaps = stored.slice(1).map((at, index) => (at - stored[index]!) / MINUTE_MS);
    const count = (minutes: number) => gaps.filter((gap) => gap === minutes).length;
    assert.ok(count(1) >= 299 && count(1) < 304, `${count(1)}`);
    assert.equal(count(1) + count(5), 299 + 287);
    assert.equal(gaps.length - count(60), 299 + 287 + 2, 'and one at each border');
    const rarely = Array.from({ length: 1_500 }, (_, at) => DAY + (at * DAY_MS) / 2);
    const other = open('two');
    addAll(other, rarely);
    assert.deepEqual(timesOf(other).slice(0, 2), [rarely[1], rarely[3]], 'the last of each day');
  });

  it('a clock that is a year ahead deletes no reading', () => {
    const window = open();
    const times = Array.from({ length: 50 }, (_, at) => DAY + at * 5_000);
    addAll(window, times);
    const ahead = DAY + 365 * DAY_MS;
    addAll(window, [ahead, ahead + DAY_MS]);
    clock.set(times.at(-1)!);
    assert.deepEqual(timesOf(window), times);
  });

  it('of readings in a row with equal counts, the first and the last are stored', () => {
    const window = open();
    const { add, sees } = window;
    for (const confirmed of [1, 1, 1, 1, 2, 2, 2, 1]) {
      add(confirmed);
      clock.pass(60_000);
    }
    assert.deepEqual(sees(), [1, 1, 2, 2, 1]);
    const minutes = timesOf(window).map((at) => (at - DAY) / 60_000);
    assert.deepEqual(minutes, [0, 3, 4, 6, 7]);
    for (const count of [1, 1, 2]) {
      window.readings.add(OTHER, { at: clock.now(), ...forEachCount(() => 1), failed: count });
      clock.pass(1_000);
    }
    assert.equal(window.readings.of(OTHER).length, 3);
    for (let times = 0; times < 3; times++) {
      window.readings.add(OTHER, { at: clock.now(), ...forEachCount(() => 5) });
      clock.pass(1_000);
    }
    assert.equal(window.readings.of(OTHER).length, 5, 'without further counts');
  });

  it('readings of the future are hidden after the clock was set back, and read again later', () => {
    const window = open();
    const { add, sees, readings } = window;
    clock.set(DAY + HOUR_MS);
    add(5);
    add(6, clock.now() + 1);
    clock.set(DAY);
    add(2);
    assert.deepEqual([sees(), readings.last(REF)?.confirmed], [[2], 2]);
    assert.equal(readings.last(REF)?.movedAt, DAY);
    assert.deepEqual([sees(), open().sees()], [[2], [2]]);
    clock.set(DAY + 2 * HOUR_MS);
    assert.deepEqual(sees(), [2, 5, 6]);
  });

  describe('Stored readings that were deleted', () => {
    const clear = async ({ data, readings }: Window) => {
      await data.clear();
      readings.forget();
      clock.pass(1);
    };

    it('deleted readings are not stored again by the window that had not written them', async () => {
      const [one, two] = [open(), open()];
      one.add(1);
      const makeRoom = fill(one.data.file);
      one.add(2, clock.now(), OTHER);
      makeRoom();
      await clear(one);
      two.add(4);
      await clock.advance(1_000);
      assert.deepEqual(
        [two.sees(), one.sees(OTHER), two.sees(OTHER), one.sees()],
        [[4], [], [], [4]],
      );
    });
  });

  it('stores no reading after a sign-out in this window, or in another one that it has not noticed', async () => {
    for (const isHere of [true, false]) {
      const { add, sees, data, mayStore, warned } = open();
      add(1);
      mayStore.now = isHere;
      await (isHere ? data : open().data).forget('one');
      add(2);
      assert.deepEqual([sees(), open().sees(), warned], [[], [], []]);
    }
  });

  describe('Stored readings on a full disk', () => {
    it('readings on a full disk can be read, are reported once, and written once there is room', async () => {
      const window = open();
      const makeRoom = fill(window.data.file);
      window.add(1);
      await clock.advance(60_000);
      window.add(2);
      await clock.advance(60_000);
      assert.deepEqual([window.sees(), open().sees()], [[1, 2], []]);
      assert.deepEqual(window.warned, [
        'The readings cannot be stored: Error: database or disk is full',
      ]);
      makeRoom();
      await clock.advance(5_000);
      assert.deepEqual(open().sees(), [1, 2]);
    });

    it('the oldest readings of a project are dropped where too many wait for the disk', () => {
      const window = open();
      window.add(1, clock.now(), 't/3');
      fill(window.data.file);
      window.add(1, clock.now(), OTHER);
      for (let at = 0; at <= 20_000; at++) {
        clock.pass(1);
        window.add(at);
      }
      assert.deepEqual(window.sees(OTHER), []);
      assert.equal(window.readings.last(REF)?.confirmed, 20_000);
    }).timeout(60_000);
  });

  it('a reading that the ones before and after it contradict is left out, in all windows', () => {
    const [one, other] = [open(), open()];
    const confirmed = [100, 1e15, 110, 2110, 0, 2120, 2110, 5, 30];
    for (const [index, count] of confirmed.entries()) {
      const { add } = index % 2 === 0 ? one : other;
      clock.pass(5_000);
      add(count);
    }
    for (const window of [one, other])
      assert.deepEqual(window.sees(), [100, 110, 2110, 2110, 5, 30]);
    const { movedAt, restMs } = open().readings.last(REF)!;
    assert.deepEqual([movedAt, restMs], [clock.now(), 5_000]);
  });

  it('the last readings of thousands of projects are read, and those that another window has added', async () => {
    const { add, readings } = open();
    for (let id = 1; id <= 1_000; id++) add(id, DAY, `t/${id}` as const);
    add(0, DAY + 1, 't/1');
    clock.pass(1);
    const all = async (from: Readings) => {
      const last = await from.newest(turn);
      return [last.size, last.get('t/1')?.confirmed];
    };
    assert.deepEqual(await all(readings), [1_000, 0]);
    const next = open().readings;
    assert.deepEqual(await all(next), [1_000, 0]);
    assert.equal(next.last('t/1000')?.confirmed, 1_000);
    for (let id = 1; id <= 700; id++) add(0, DAY + 1, `n/${id}` as const);
    const changed: string[] = [];
    for (let some = next.changed(); some.length > 0; some = next.changed()) changed.push(...some);
    assert.deepEqual([changed.length, changed.at(-1)], [700, 'n/700']);
  });
});
