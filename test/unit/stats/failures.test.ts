import assert from 'node:assert/strict';
import { useLocale } from '../../../src/core/base/format.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/base/clock.ts';
import { NO_CHANGES } from '../../../src/core/lists/changeMarks.ts';
import { concernWords, failedSinceWords } from '../../../src/core/messages/attentionMessages.ts';
import { failuresOf } from '../../../src/stats/failures.ts';
import { noAbort } from '../../support/client.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { project } from '../../support/projects.ts';
import { StatsService, statsWindow } from '../../support/statsWindow.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

const START = new Date(2026, 10, 26, 12).getTime();

describe('Failures', () => {
  const makeFolder = temporaryFolders();
  const closing = closeAfterEach();
  let clock: FakeClock;
  let storage: string;

  beforeEach(() => {
    clock = new FakeClock(START);
    storage = makeFolder();
  });

  const open = () => {
    const service = new StatsService();
    const window = closing(statsWindow(storage, clock, service));
    const failures = failuresOf(window.connection);
    const row = (id: string, status: string) =>
      project(id, {
        ...{ key: `project/t/${id}`, transferable: true, status, askedAt: clock.now() },
      });
    const minutes = (at?: number) => (at === undefined ? '' : String((at - START) / MINUTE_MS));
    const sees = () =>
      Object.fromEntries(
        [...failures.all].map(([key, { at, after }]) => [key, `${minutes(after)}–${minutes(at)}`]),
      );
    type Statuses = readonly (readonly [id: string, status: string])[];
    const rows = (all: Statuses) => all.map(([id, status]) => row(id, status));
    const statuses = (...all: Statuses) => void failures.seeRows(rows(all), NO_CHANGES, noAbort);
    const recall = (...all: Statuses) => {
      failures.recall(rows(all));
    };
    /** Reads counts of `t/1`, in a minute. */
    const read = async (failed: number) => {
      const stats = { total: 9, confirmed: 1, processing: 8 - failed, pending: 0, failed };
      Object.assign(service, { stats: () => Promise.resolve({ ...stats, source: stats }) });
      const demand = { urgency: 'user', signal: noAbort, maxAgeMs: 0 } as const;
      const reading = window.reader.read('t/1', demand);
      await clock.advance(MINUTE_MS);
      await reading;
    };
    return { ...window, sees, statuses, recall, read };
  };

  it('keeps since when a project has failed by its status, for all windows and later ones', async () => {
    const [one, other] = [open(), open()];
    one.statuses(['1', 'failed'], ['2', 'pending']);
    await clock.advance(5 * MINUTE_MS);
    one.statuses(['1', 'failed'], ['2', 'failed']);
    await clock.advance(MINUTE_MS);
    assert.deepEqual(one.sees(), { 't/1': '–0', 't/2': '0–5' });
    assert.deepEqual(other.sees(), one.sees());
    const next = open();
    next.statuses(['1', 'failed'], ['2', 'failed']);
    assert.deepEqual(next.sees(), one.sees(), 'also after a restart');
    next.statuses(['1', 'failed'], ['2', 'confirmed']);
    assert.deepEqual(next.sees(), { 't/1': '–0' }, 'no longer failed');
    await one.data.clear();
    assert.deepEqual(one.sees(), {});
  });

  it('keeps since when NFTs of a project have failed, and that they have not when they are minted after all', async () => {
    const { sees, statuses, read } = open();
    statuses(['1', 'processing']);
    await read(0);
    await read(3);
    assert.deepEqual(sees(), { 't/1': '0–1' });
    await read(0);
    assert.deepEqual(sees(), {});
  });

  it('without a loaded row, a failure by its counts is over with them', async () => {
    const { read, sees } = open();
    await read(3);
    assert.deepEqual(Object.keys(sees()), ['t/1']);
    await read(0);
    assert.deepEqual(sees(), {});
  });

  it('counts without failed NFTs say nothing of when the status became failed', async () => {
    const { sees, statuses, read } = open();
    await read(0);
    statuses(['1', 'failed']);
    for (let times = 0; times < 2; times++) await read(0);
    assert.deepEqual(sees(), { 't/1': '–1' });
  });

  it('after a reload, it was well when its stored row was read', async () => {
    const { sees, statuses, recall } = open();
    recall(['1', 'processing']);
    await clock.advance(3 * MINUTE_MS);
    statuses(['1', 'failed'], ['2', 'failed']);
    assert.deepEqual(sees(), { 't/1': '0–3', 't/2': '–3' });
  });

  it('a failure that its status shows before its counts is not older than the counts from before it', async () => {
    const { sees, statuses, read } = open();
    await read(0);
    await clock.advance(MINUTE_MS);
    statuses(['1', 'failed'], ['2', 'failed']);
    assert.deepEqual(sees(), { 't/1': '–2', 't/2': '–2' });
    await read(3);
    assert.deepEqual(sees(), { 't/1': '0–2', 't/2': '–2' });
  });

  it('keeps since when NFTs have failed in a later window, whose list says another status', async () => {
    const { reader, sees, statuses, read } = open();
    for (const failed of [0, 3]) await read(failed);
    statuses(['1', 'completed']);
    const before = sees();
    assert.deepEqual(Object.keys(before), ['t/1']);
    await reader.readings.settle();
    const next = open();
    next.statuses(['1', 'completed']);
    assert.deepEqual(next.sees(), before);
  });

  it('says how long ago it failed, or the day before which it had failed already', () => {
    useLocale(() => 'en');
    const words = (at: number, after?: number) =>
      failedSinceWords({ at: START - at, after: after && START - after, now: START });
    assert.equal(words(12 * MINUTE_MS, 13 * MINUTE_MS), '12 min ago');
    assert.equal(words(1000, MINUTE_MS), 'just now');
    assert.equal(words(-DAY_MS, -DAY_MS), 'just now', 'the clock was set back');
    assert.equal(words(DAY_MS), 'before Nov 25');
    assert.equal(words(1000), '', 'it was first seen today');
  });

  it('says no closer than it is known when a project has failed that nobody read for a while', () => {
    useLocale(() => 'en');
    const words = (at: number, after: number) =>
      failedSinceWords({ at: START - at, after: START - after, now: START });
    assert.equal(words(1000, 12 * MINUTE_MS), 'up to 15 min ago');
    assert.equal(words(3 * MINUTE_MS, 3 * HOUR_MS), '3 min to 3 h ago');
    assert.equal(words(50 * HOUR_MS, 52 * HOUR_MS), '2 d ago');
    const since = { at: START - 4 * MINUTE_MS, after: START - 8 * MINUTE_MS, now: START };
    assert.equal(concernWords([{ kind: 'failed', since }]), 'Failed 4–8 min ago');
  });
});
