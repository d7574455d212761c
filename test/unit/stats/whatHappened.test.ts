import assert from 'node:assert/strict';
import { type ChangeMark, NO_CHANGES } from '../../../src/core/lists/changeMarks.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { parseProjectRef } from '../../../src/core/model/projectRef.ts';
import { failuresOf } from '../../../src/stats/failures.ts';
import { type HappenedParts, lastLooked, whatHappened } from '../../../src/stats/whatHappened.ts';
import { noAbort } from '../../support/client.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { listState, project } from '../../support/projects.ts';
import { StatsService, statsWindow } from '../../support/statsWindow.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

const MINUTE = 60_000;
/** A time of November 2026, in which the 20th is a Friday. */
const at = (day: number, hour = 0, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const FRIDAY = at(20);
const NOW = at(23, 9, 30);

type Read = readonly [
  time: number,
  confirmed: number,
  processing: number,
  pending: number,
  failed?: number,
];

describe('whatHappened', () => {
  const makeFolder = temporaryFolders();
  let clock: FakeClock;
  let session: { refused: boolean; outage: HappenedParts['session']['outage'] };
  let window: ReturnType<typeof statsWindow>;

  beforeEach(() => {
    clock = new FakeClock(NOW);
    session = { refused: false, outage: undefined };
    window = statsWindow(makeFolder(), clock, new StatsService());
  });
  afterEach(() => window.close());

  const add = (key: string, ...all: readonly Read[]) => {
    for (const [time, confirmed, processing, pending, failed = 0] of all) {
      const total = confirmed + processing + pending + failed;
      const counts = { total, confirmed, processing, pending, failed };
      window.reader.readings.add(parseProjectRef(key)!, { at: time, ...counts });
    }
  };
  const report = (
    since = FRIDAY,
    rows: readonly Project[] = [],
    marks: readonly (readonly [string, ChangeMark])[] = [],
    facts: object = { hasMore: true },
    lookedAt?: number,
  ) => {
    const changes = { marks: new Map(marks), since: lookedAt };
    const projects = { state: listState(rows, facts), changes };
    const parts = { session, connection: window.connection, projects };
    return whatHappened(parts, since, noAbort);
  };
  const days = async (since = FRIDAY) =>
    (await report(since)).happened.days.map(({ confirmed }) => confirmed);

  it('counts what was confirmed on each day of the period only', async () => {
    add(
      't/1',
      [at(19, 22, 30), 100, 900, 0],
      [at(20, 0, 30), 150, 850, 0],
      [at(20, 14), 400, 600, 0],
      [at(20, 15), 500, 500, 0],
      [at(22, 10), 500, 500, 0],
      [at(22, 11), 520, 480, 0],
    );
    assert.deepEqual(await days(), [400, undefined, 20, undefined]);
    const { happened } = await report();
    assert.deepEqual([happened.unplaced, happened.read, happened.compared], [0, 1, 1]);
  });

  it('assigns no day to what was confirmed between readings on different days far apart', async () => {
    add('t/1', [at(19, 12), 0, 50, 0], [at(20, 12), 10, 40, 0], [at(22, 12), 30, 20, 0]);
    assert.deepEqual(await days(), [undefined, undefined, undefined, undefined]);
    const { happened } = await report();
    assert.equal(happened.unplaced, 30);
  });

  it('counts a project that had ended before the period among those of which all is known', async () => {
    add('t/1', [at(18), 100, 0, 0]);
    add('t/2', [at(18), 50, 50, 0]);
    const { over, happened } = await report();
    assert.deepEqual([over, happened.read], [1, 0]);
  });

  it('says of how many projects it is known what was confirmed', async () => {
    add('t/1', [at(20, 9), 50, 50, 0]);
    add('t/2', [at(20, 9), 50, 50, 0], [at(20, 9, 30), 50, 50, 0]);
    const { happened } = await report();
    assert.deepEqual([happened.read, happened.compared], [2, 1]);
    assert.deepEqual(await days(), [0, undefined, undefined, undefined]);
  });

  it('counts what a project confirms after it has started again, and lists the start', async () => {
    add('t/1', [at(20, 8), 5000, 0, 0], [at(20, 9), 0, 0, 5000]);
    for (let minute = 1; minute <= 20; minute++) {
      add('t/1', [at(20, 9, minute), 150 * minute, 0, 5000 - 150 * minute]);
    }
    assert.equal((await days())[0], 3000);
    const { happened } = await report();
    assert.deepEqual(happened.started, [{ project: 't/1', at: at(20, 9, 1), after: at(20, 9) }]);
  });

  it('leaves out a reading that the ones before and after it contradict', async () => {
    add('t/1', [at(20, 9), 100, 5000, 0], [at(20, 9, 1), 1e15, 5000, 0]);
    add('t/1', [at(20, 9, 2), 110, 5000, 0], [at(20, 9, 3), 2110, 3000, 0]);
    assert.equal((await days())[0], 2010);
    add('t/2', [at(21, 9), 50, 50, 0], [at(21, 10), 40, 60, 0], [at(21, 11), 55, 45, 0]);
    assert.equal((await days())[1], 5);
  });

  it('lists what has finished, ended with NFTs not minted and started, and between which times', async () => {
    add('t/1', [at(20, 18), 90, 10, 0], [at(23, 9), 100, 0, 0], [at(23, 9, 10), 100, 0, 0]);
    add('t/2', [at(20, 9), 0, 0, 9], [at(20, 9, 30), 0, 4, 5], [at(20, 11, 30), 8, 0, 0, 1]);
    // Its total has grown after its end.
    add('t/3', [at(20, 9), 9, 1, 0], [at(20, 10), 9, 0, 0, 1], [at(20, 11), 9, 5, 0]);
    add('t/4', [at(19, 8), 0, 9, 0], [at(19, 9), 9, 0, 0], [at(20, 9), 9, 0, 0]);
    const { happened } = await report();
    const ended = happened.ended.map((one) => [one.project, one.missing, one.after, one.at]);
    assert.deepEqual(ended, [
      ['t/2', 1, at(20, 9, 30), at(20, 11, 30)],
      ['t/1', 0, at(20, 18), at(23, 9)],
    ]);
    assert.deepEqual(happened.started, [{ project: 't/2', at: at(20, 9, 30), after: at(20, 9) }]);
  });

  it('lists how long a project has stalled, and when it moved again', async () => {
    const before = [
      [at(20, 8), 1, 9, 0],
      [at(20, 8, 5), 2, 8, 0],
    ] as const;
    add('t/1', ...before, [at(20, 11, 5), 2, 8, 0], [at(20, 11, 30), 3, 7, 0]);
    add('t/2', ...before, [at(20, 9, 5), 2, 8, 0]);
    add('t/4', ...before, [at(20, 9, 5), 2, 8, 0], [at(20, 9, 30), 2, 0, 0, 8]);
    const { happened } = await report();
    assert.deepEqual(happened.stalled, [
      { project: 't/2', forMs: 60 * MINUTE, overAt: undefined },
      { project: 't/1', forMs: 180 * MINUTE, overAt: at(20, 11, 30) },
      { project: 't/4', forMs: 60 * MINUTE, overAt: at(20, 9, 30) },
    ]);
  });

  it('lists what is due next, the soonest first, unless it has failed or no counts can be read', async () => {
    const steady = (key: string, perMinute: number) => {
      for (let minute = 0; minute < 30; minute++) {
        const confirmed = perMinute * minute;
        add(key, [NOW - (29 - minute) * MINUTE, confirmed, 400 - confirmed, 0]);
      }
    };
    steady('t/1', 5);
    steady('t/2', 10);
    const due = async (status = 'processing') => {
      const rows = [project('2', { key: 'project/t/2', transferable: true, status })];
      return (await report(FRIDAY, rows)).due.map((one) => one.project).join();
    };
    assert.equal(await due(), 't/2,t/1');
    assert.equal(await due('failed'), 't/1');
    const ofWhole = await report(FRIDAY, [project('3', { key: 'project/t/3' })], [], {});
    assert.deepEqual([ofWhole.due, ofWhole.oldest], [[], undefined], 'the list has neither now');
    session.refused = true;
    assert.equal(await due(), '');
  });

  it('lists what has newly failed since when, and counts what had failed before', async () => {
    const see = (askedAt: number, ...statuses: readonly string[]) => {
      const rows = statuses.map((status, index) =>
        project(`${index + 1}`, {
          ...{ key: `project/t/${index + 1}`, transferable: true, status, askedAt },
        }),
      );
      void failuresOf(window.connection).seeRows(rows, NO_CHANGES, noAbort);
    };
    add('t/1', [at(20, 8), 1, 9, 0], [at(20, 8, 5), 2, 8, 0], [at(20, 9, 5), 2, 8, 0]);
    see(at(19), 'failed', 'pending', 'failed');
    see(at(21), 'failed', 'failed', 'done');
    const found = await report();
    assert.deepEqual(found.failed, [{ project: 't/2', at: at(21), after: at(19), count: 0 }]);
    assert.equal(found.failedBefore, 1);
    assert.equal(found.happened.stalled.length, 1);
    const failed = project('1', { key: 'project/t/1', transferable: true, status: 'failed' });
    const { stalled } = (await report(FRIDAY, [failed])).happened;
    assert.deepEqual(stalled, [], 'what its status calls failed is not called stalled too');
    assert.equal(found.failedUndated, 0);
    const first = await report(at(18));
    assert.deepEqual([first.failedBefore, first.failedUndated], [0, 1]);
    assert.deepEqual((await report(at(22))).failed, []);
    const isNew = [['project/t/1', { kind: 'new' }]] as const;
    const listed = await report(at(18), [failed], isNew, {}, at(18, 9));
    const appeared = { project: 't/1', at: at(19), after: at(18, 9), count: 0 };
    assert.deepEqual([listed.failed.at(-1), listed.failedUndated], [appeared, 0]);
  });

  it('lists what is new, gone or renamed, and names it', async () => {
    const rows = [
      project('7', { key: 'project/t/7', transferable: true, name: 'Harbor' }),
      project('8', { key: 'project/t/8', transferable: true, name: 'Ember', status: 'done' }),
      project('9', { key: 'project/t/9', transferable: true }),
    ];
    const { changes, names } = await report(FRIDAY, rows, [
      ['project/t/7', { kind: 'changed', was: { name: 'Haven' } }],
      ['project/t/8', { kind: 'changed', was: { name: 'Ember', status: 'pending' } }],
      ['project/t/9', { kind: 'new' }],
      ['project/t/5', { kind: 'gone', was: { name: 'Quartz' } }],
    ]);
    assert.deepEqual(
      changes.map((one) => `${one.project} ${one.kind} ${one.nameBefore}`),
      ['t/7 renamed Haven', 't/9 new undefined', 't/5 gone Quartz'],
    );
    assert.equal(names.get('t/5'), 'Quartz');
  });

  it('says when anything was read last, and when the user last looked', async () => {
    assert.equal((await report()).lastReadAt, undefined);
    add('t/1', [at(19), 1, 8, 0]);
    const { happened, lastReadAt } = await report();
    assert.deepEqual([happened.read, lastReadAt], [0, at(19)]);
    const changes = { marks: new Map(), since: undefined };
    const restored = { state: listState([], { restored: true, asOf: 7 }), changes };
    assert.equal(lastLooked(restored), 7);
    assert.equal(lastLooked({ state: listState([]), changes }), undefined);
  });
});
