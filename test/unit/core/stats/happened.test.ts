import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PACE_LOST_MS } from '../../../../src/core/stats/progress.ts';
import type { ListFacts, WhyEmpty } from '../../../../src/core/messages/happenedMessages.ts';
import { happenedText } from '../../../../src/core/messages/happenedText.ts';
import { HappenedSum } from '../../../../src/core/stats/happenedSum.ts';
import { PERIODS, readFrom, startOf } from '../../../../src/core/stats/period.ts';
import type { LastReading, Reading } from '../../../../src/core/stats/reading.ts';
import { afterLast } from '../../../../src/core/stats/stall.ts';

const MINUTE = 60_000;
/** A time of November 2026, in which the 20th is a Friday. */
const at = (day: number, hour = 0, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const FRIDAY = at(20);
const NOW = at(23, 9, 30);

type Counts = readonly [confirmed: number, processing: number, pending: number, failed?: number];

/** Readings with the facts that follow from the ones before them. */
const history = (...read: readonly (readonly [time: number, ...counts: Counts])[]) =>
  read.reduce<LastReading[]>((all, [time, confirmed, processing, pending, failed = 0]) => {
    const reading: Reading = {
      ...{ at: time, confirmed, processing, pending },
      total: confirmed + processing + pending + failed,
      failed,
    };
    return [...all, afterLast(all.at(-1), reading)];
  }, []);

const sumOf = (projects: Readonly<Record<string, LastReading[]>>, since = FRIDAY, now = NOW) => {
  const sum = new HappenedSum({ since, now, stallMs: 15 * MINUTE });
  for (const [project, readings] of Object.entries(projects)) sum.add(project, readings);
  return sum.sum;
};

/** For each day, what was confirmed in how many projects. */
const daysOf = ({ days }: ReturnType<typeof sumOf>) =>
  days
    .map(({ confirmed, known, isRead }) =>
      isRead || known > 0 ? `${confirmed} of ${known}` : 'not read',
    )
    .join(', ');

const list: ListFacts = {
  ...{ listed: 3204, read: 1, compared: 1, loaded: 3204, gone: [], changes: [] },
  ...{ failing: [], changesSince: undefined, inBoth: undefined },
};
const time = (ms: number) => {
  const date = new Date(ms);
  return `${date.getDate()}. ${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`;
};
const day = (ms: number) => `Nov ${new Date(ms).getDate()}`;
const names: Readonly<Record<string, string>> = { 't/1': 'Harbor Lights', 't/2': 'Ember' };
const words = {
  time,
  day,
  name: (project: string) => names[project] ?? '',
};
const textOf = (happened: ReturnType<typeof sumOf>, facts = list, why?: WhyEmpty) =>
  happenedText(happened, facts, words, why);

describe('What happened in a period', () => {
  it('counts what was confirmed on each day and hour of the period only', () => {
    const sum = sumOf({
      't/1': history(
        [at(19, 22, 30), 100, 900, 0],
        [at(20, 0, 30), 150, 850, 0],
        [at(20, 14), 400, 600, 0],
        [at(20, 15), 500, 500, 0],
        [at(22, 10), 500, 500, 0],
        [at(22, 11), 520, 480, 0],
      ),
    });
    assert.equal(daysOf(sum), '400 of 1, 0 of 1, 20 of 1, not read');
    assert.equal(sum.unplaced, 0);
    assert.deepEqual(sum.busiest, { hour: at(20, 15), confirmed: 100 });
    const once = sumOf({ 't/1': history([FRIDAY, 1, 9, 0]) });
    assert.equal(daysOf(once), '0 of 0, not read, not read, not read', 'its first moment');
    assert.equal(once.read.size, 1);
    const atMidnight = sumOf({ 't/1': history([at(21), 1, 9, 0]) }, FRIDAY, at(21));
    assert.equal(daysOf(atMidnight), 'not read, 0 of 0', 'the day that has just begun');
  });

  it('assigns no day to what was confirmed between readings on different days far apart', () => {
    const sum = sumOf({
      't/1': history([at(19, 12), 0, 50, 0], [at(20, 12), 10, 40, 0], [at(22, 12), 30, 20, 0]),
    });
    assert.equal(sum.unplaced, 30);
    assert.equal(daysOf(sum), '0 of 0, not read, 0 of 0, not read');
    assert.equal(sum.busiest, undefined);
    const [start, more] = [[FRIDAY, 1, 9, 0] as const, [5, 5, 0] as const];
    const inPeriod = sumOf({ 't/1': history(start, [at(22, 12), ...more]) });
    assert.deepEqual([inPeriod.unplaced, inPeriod.mayBeEarlier], [4, false]);
    const onOneDay = sumOf({ 't/1': history(start, [at(20, 12), ...more]) });
    assert.equal(daysOf(onOneDay), '4 of 1, not read, not read, not read');
    const text = textOf(sum);
    assert.match(text, /\| Nov 20 \| not known \|/);
    assert.match(text, /\| Nov 21 \| not read \|/);
    assert.match(
      text,
      /30 more were confirmed on a day that is not known, .* may be from before the period\./,
    );
  });

  it('reports the confirmed count as unknown where each project was read once', () => {
    const once = history([at(20, 9), 50, 50, 0]);
    const sum = sumOf({ 't/1': once, 't/2': once });
    const text = textOf(sum, { ...list, read: 2, compared: 0 });
    assert.match(text, /\nReadings of 2 of 3,204 projects\. /);
    assert.match(text, /\*\*What was confirmed is not known: that takes two readings of a project/);
    assert.match(text, /\| Nov 20 \| not known \| {2}\| 0 of 2 \|\n/);
    assert.doesNotMatch(text, /0 NFTs confirmed/);
  });

  it('shows of how many projects the confirmed count is known', () => {
    const twice = history([at(20, 9), 50, 50, 0], [at(20, 9, 30), 50, 50, 0]);
    const sum = sumOf({ 't/1': history([at(20, 9), 50, 50, 0]), 't/2': twice });
    assert.deepEqual([...sum.compared], ['t/2']);
    assert.equal(sum.busiest, undefined);
    const text = textOf(sum, { ...list, read: 2, compared: sum.compared.size });
    assert.match(text, /\nReadings of 2 of 3,204 projects, 1 of them read more than once\. /);
    assert.match(text, /, 0 NFTs confirmed\.\*\*/);
    assert.match(text, /\| Nov 20 \| 0 \| ▱{10} \| 1 of 2 \|\n\| Nov 21 \| not read \|/);
    assert.doesNotMatch(text, /more were confirmed on a day/);
  });

  it('counts once what was taken back and confirmed again', () => {
    const read = history([at(20, 9), 50, 50, 0], [at(20, 10), 40, 60, 0], [at(20, 11), 55, 45, 0]);
    assert.equal(sumOf({ 't/1': read }).days[0]?.confirmed, 5);
    read[1] = { ...read[1]!, confirmed: undefined };
    assert.equal(sumOf({ 't/1': read }).days[0]?.confirmed, 5, 'one does not give the count');
  });

  it('lists what has finished and started, and between which times if it was not read', () => {
    const sum = sumOf({
      't/1': history([at(20, 18), 90, 10, 0], [at(23, 9), 100, 0, 0], [at(23, 9, 10), 100, 0, 0]),
      't/2': history([at(20, 9), 0, 0, 9], [at(20, 9, 30), 0, 4, 5], [at(20, 11, 30), 8, 0, 0, 1]),
      // Its total has grown after its end.
      't/3': history([at(20, 9), 9, 1, 0], [at(20, 10), 9, 0, 0, 1], [at(20, 11), 9, 5, 0]),
      't/4': history([at(20, 8), 0, 0, 9], [at(20, 8, 30), 0, 4, 5]),
    });
    const ends = sum.finished.map(({ project, end }) => `${project} ${end}`);
    assert.deepEqual(ends, ['t/2 ended', 't/1 done']);
    const text = textOf(sum);
    assert.match(text, /18 NFTs confirmed, 10 of them on days that are not known\.\*\*/);
    assert.match(text, /## Finished \(2\)/);
    assert.match(text, /- Ember ended: 1 of 9 not minted, seen at 20\. 11:30\n/);
    const between = /- Harbor Lights: all 100 confirmed, between 20\. 18:00 and 23\. 9:00\n/;
    assert.match(text, between);
    assert.match(
      text,
      /## Started \(2\)\n\n- Project 4 .* 20\. 8:30\n- Ember: seen at 20\. 9:30\n/,
    );
    assert.match(text, /## Newly failed \(1\)\n\n- Ember: Failed 1, seen at 20\. 11:30\n/);
  });

  it('lists what has failed in the period, most first, and no failures from before', () => {
    const sum = sumOf({
      't/1': history([at(18, 9), 1, 9, 0], [at(18, 10), 1, 8, 0, 1], [at(20, 9), 2, 7, 0, 1]),
      't/2': history([at(18, 10), 1, 8, 0, 1], [at(20, 9), 2, 6, 0, 3]),
      't/3': history([at(20, 9), 1, 9, 0], [at(20, 10), 1, 8, 0, 1], [at(20, 11), 1, 9, 0]),
      't/4': history([at(20, 9), 0, 9, 0], [at(20, 10), 0, 0, 0, 9]),
    });
    const failed = sum.failed.map(({ project, count }) => `${project}: ${count}`);
    assert.deepEqual(failed, ['t/4: 9', 't/2: 2'], 'nor what does not count as failed any more');
    assert.equal(sum.finished.map(({ end }) => end).join(), 'ended');
  });

  it('lists how long a project has stalled, and when it moved again', () => {
    const before = [
      [at(20, 8), 1, 9, 0],
      [at(20, 8, 5), 2, 8, 0],
    ] as const;
    const sum = sumOf({
      't/4': history(...before, [at(20, 9, 5), 2, 8, 0], [at(20, 9, 30), 2, 0, 0, 8]),
      't/1': history(...before, [at(20, 11, 5), 2, 8, 0], [at(20, 11, 30), 3, 7, 0]),
      't/2': history(...before, [at(20, 9, 5), 2, 8, 0]),
      't/3': history(
        [at(18, 8), 1, 9, 0],
        [at(18, 8, 5), 2, 8, 0],
        [at(18, 12), 2, 8, 0],
        [at(18, 13), 3, 7, 0],
        [at(20, 13), 10, 0, 0],
      ),
    });
    assert.deepEqual(sum.stalled, [
      { project: 't/2', forMs: 60 * MINUTE, overAt: undefined },
      { project: 't/1', forMs: 180 * MINUTE, overAt: at(20, 11, 30) },
      { project: 't/4', forMs: 60 * MINUTE, overAt: at(20, 9, 30) },
    ]);
    const text = textOf(sum);
    assert.match(text, /- Ember: Stalled 1 h\n- Harbor Lights: Stalled 3 h, over at 20\. 11:30/);
  });

  it('lists what is due next, the soonest first, and only of what was read recently', () => {
    const steady = (perMinute: number, until: number) =>
      history(
        ...Array.from({ length: 30 }, (_, minute) => {
          const confirmed = perMinute * minute;
          return [until - (29 - minute) * MINUTE, confirmed, 400 - confirmed, 0] as const;
        }),
      );
    const sum = sumOf({
      't/1': steady(5, NOW),
      't/2': steady(10, NOW),
      't/3': steady(10, NOW - PACE_LOST_MS),
    });
    assert.equal(sum.due.map(({ project }) => project).join(), 't/2,t/1');
    assert.match(textOf(sum), /## Due next \(2\)\n\n- Ember: done in about 8–15 min\n/);
  });

  it('escapes names, and shows the changes of the list', () => {
    const facts: ListFacts = {
      ...{ ...list, loaded: 50, gone: undefined, changesSince: at(20, 18), inBoth: 50 },
      failing: ['Ember'],
      changes: [
        { name: '1. [x](command:y) <b>', mark: { kind: 'new' }, row: { status: 'pending' } },
        {
          name: 'Ember',
          mark: { kind: 'changed', was: { status: 'pending' } },
          row: { status: 'failed' },
        },
      ],
    };
    const text = textOf(sumOf({ 't/9': history([at(20, 9), 1, 0, 0]) }), facts);
    assert.match(
      text,
      /- 1\\\. \\\[x\\\]\(command\\:y\) \\<b\\>: new\n- Ember: → failed \(was pending\)\n/,
    );
    assert.match(
      text,
      /\nCompared with 20\. 18:00; the 50 rows loaded both times were compared\.\n/,
    );
    assert.match(
      text,
      /failed by their status, are new or gone is not known, because 50 of 3,204 projects are/,
    );
    assert.match(text, /\n## Failed by their status \(1\)\n\n- Ember\n/);
    for (const less of [{ changesSince: undefined }, { changes: [] }])
      assert.doesNotMatch(textOf(sumOf({}), { ...facts, ...less }), /Compared with/);
  });

  it('an empty report shows why it is empty, and what to do', () => {
    const empty = sumOf({ 't/1': history([at(19, 18), 1, 9, 0]) });
    const notOpen = textOf(empty, list, 'notOpen');
    assert.match(
      notOpen,
      /Nothing has been read since Nov 20, because no portfolio .* 19\. 18:00\./,
    );
    assert.match(notOpen, /Open the portfolio/);
    assert.doesNotMatch(notOpen, /Confirmed per day/);
    assert.match(textOf(sumOf({}), list, 'never'), /Nothing has been read yet/);
    assert.match(textOf(empty, list, 'cleared'), /because what was read was deleted\.\n\nOpen/);
    assert.match(textOf(empty, list, 'refused'), /refuses your token\.\n\nSign in again/);
  });

  it('lists twenty projects of a section, and counts the others', () => {
    const all = Array.from({ length: 25 }, (_, id) => [
      `n/${id}`,
      history([at(20, 9), 0, 0, 9], [at(20, 10), 1, 8, 0]),
    ]);
    const said = (count: number) =>
      textOf(sumOf(Object.fromEntries(all.slice(0, count)) as Record<string, LastReading[]>));
    assert.match(said(25), /## Started \(25\)\n\n(- Project .*\n){20}- and 5 more\n/);
    assert.match(said(20), /## Started \(20\)\n\n(- Project .*\n){20}(?!- and)/);
  });

  it('a period begins at the start of a day, “since Friday” a week ago on a Friday, or when the user last looked', () => {
    const begins = PERIODS.map((period) => startOf(period, NOW, at(18, 7)));
    assert.deepEqual(begins, [at(18, 7), at(22), FRIDAY, at(17)]);
    assert.equal(startOf('friday', at(20, 9), undefined), at(13));
    assert.equal(startOf('friday', at(21, 9), undefined), FRIDAY);
  });

  it('a report needs the readings of its period, and those of the last day at least', () => {
    assert.deepEqual([readFrom(FRIDAY, NOW), readFrom(at(23), NOW)], [FRIDAY, at(22, 9, 30)]);
  });
});
