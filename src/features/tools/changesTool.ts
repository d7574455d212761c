import * as l10n from '@vscode/l10n';
import { MINUTE_MS } from '../../core/base/clock.ts';
import type { ChangeMark, RowFacts } from '../../core/lists/changeMarks.ts';
import type { ListState } from '../../core/lists/listState.ts';
import { hasNewStatus } from '../../core/messages/listMessages.ts';
import { confirmedIn, type Seen } from '../../core/stats/happened.ts';
import { PERIODS, startOf } from '../../core/stats/period.ts';
import {
  type HappenedReport,
  lastLooked,
  whatHappened,
  type WhyEmpty,
} from '../../stats/whatHappened.ts';
import { forEachList, type ListName, type ServiceRow } from '../../lists/index.ts';
import { factText, inEnglish, isoTime, loadedFacts, MOST_ROWS, rowFacts } from './rowFacts.ts';
import { tool, type ToolParts } from './tool.ts';

/** The most projects that an answer lists for one kind of event. */
const MOST_OF_A_KIND = 15;

const WHY: Readonly<Record<WhyEmpty, string>> = {
  never: 'no counts of any project were ever read',
  refused: 'the service refuses the token',
  notStored: 'nothing was read in this window, and earlier readings are not stored',
  notOpen: 'no portfolio and no stats were open, and no project was watched',
};

/**
 * Gives what is new or changed since the user last looked, or with `since` what the readings of a
 * period show. Sends no request.
 */
export const changesTool = tool({
  schema: { type: 'object', properties: { since: { type: 'string', enum: PERIODS } } },
  doing: () => l10n.t('Reading changes…'),

  async find({ since: period }, { session, catalog, marks }, connection, signal) {
    if (period === undefined) {
      const times = Object.values(catalog).flatMap(({ state }) => state.asOf ?? []);
      return {
        asOf: times.length === 0 ? undefined : Math.min(...times),
        ...forEachList((name) => changesOf(catalog[name].state, marks[name])),
      };
    }
    const parts = { session, connection, projects: catalog.projects, marks: marks.projects };
    const now = connection.store.clock.now();
    const since = startOf(period, now, lastLooked(parts));
    if (since === undefined) throw new Error(NOT_KNOWN);
    return { asOf: now, ...happenedFacts(await whatHappened(parts, since, signal)) };
  },
});

function changesOf(state: ListState<ServiceRow>, changes: ToolParts['marks'][ListName]) {
  const found = state.rows.flatMap((row) => {
    const mark = changes.marks.get(row.key);
    return mark ? [{ row, mark, change: changeOf(mark, row) }] : [];
  });
  const gone = [...changes.marks.values()].flatMap((mark) =>
    mark.kind === 'gone' ? [{ change: mark.kind, ...factsBefore(mark.was) }] : [],
  );
  const { coverage, ...loaded } = loadedFacts(state);
  const count = (kind: (typeof found)[number]['change']) =>
    found.filter(({ change }) => change === kind).length;
  return {
    since: isoTime(changes.since),
    asOf: isoTime(state.asOf),
    new: count('new'),
    changed: count('changed'),
    renamed: count('renamed'),
    gone: gone.length,
    ...loaded,
    coverage: `${coverage}${comparedWords(changes.inBoth)}`,
    rows: [
      ...found.map(({ row, mark, change }) => ({
        change,
        ...rowFacts(row),
        ...(mark.kind === 'new' ? {} : factsBefore(mark.was)),
      })),
      ...gone,
    ].slice(0, MOST_ROWS / 2),
  };
}

const NOT_KNOWN =
  'It is not known when the user last looked: nothing has changed in the lists since. Use another “since”.';

function happenedFacts(report: HappenedReport) {
  const { happened, failed, due, changes, why, names, listed, lastReadAt } = report;
  const { days, busiest } = happened;
  const some = <T extends { readonly project: string }>(
    events: readonly T[],
    facts: (one: T) => object,
  ) => ({
    count: events.length,
    projects: events.slice(0, MOST_OF_A_KIND).map((one) => ({
      ref: one.project,
      name: factText(names.get(one.project)),
      ...facts(one),
    })),
  });
  const seen = ({ at, after }: Seen) => ({ seenAt: isoTime(at), notYetAt: isoTime(after) });
  const minutes = (ms: number) => Math.round(ms / MINUTE_MS);
  return {
    since: isoTime(happened.since),
    coverage: `readings of ${inEnglish(happened.read)} of ${inEnglish(listed)} projects`,
    ...(why === undefined ? {} : { nothingReadBecause: WHY[why], lastReadAt: isoTime(lastReadAt) }),
    // What was confirmed is known only of projects that were read before.
    readMoreThanOnce: happened.compared,
    confirmed: happened.compared === 0 ? null : confirmedIn(happened),
    confirmedOnUnknownDays: happened.unplaced,
    days: days.map(({ day, confirmed }) => ({
      from: isoTime(day),
      confirmed: confirmed ?? null,
    })),
    busiestHour: busiest && { from: isoTime(busiest.hour), confirmed: busiest.confirmed },
    newlyFailed: some(failed, (one) => ({
      failedSince: isoTime(one.at),
      failedNfts: one.count === 0 ? null : one.count,
    })),
    failedFromBefore: report.failedBefore,
    ended: some(happened.ended, (one) => ({
      ...seen(one),
      confirmed: one.last.confirmed,
      notMinted: one.missing ?? null,
    })),
    started: some(happened.started, seen),
    stalled: some(happened.stalled, ({ forMs, overAt }) => ({
      minutes: minutes(forMs),
      overAt: isoTime(overAt),
    })),
    dueNext: some(due, ({ doneIn }) => ({
      doneInMinutes: [minutes(doneIn.low), minutes(doneIn.high)],
    })),
    newGoneOrRenamed: some(changes, ({ kind, nameBefore }) => ({
      change: kind,
      ...(nameBefore === undefined ? {} : { nameBefore: factText(nameBefore) }),
    })),
  };
}

/** How a row has changed: `renamed` if its status is the same. */
function changeOf(mark: ChangeMark, row: RowFacts): 'new' | 'changed' | 'renamed' {
  if (mark.kind === 'new') return 'new';
  return hasNewStatus(mark, row) ? 'changed' : 'renamed';
}

function factsBefore({ name, status }: RowFacts) {
  return { nameBefore: factText(name) ?? null, statusBefore: factText(status) ?? null };
}

/** Which rows were compared, if not those of the whole list; see `ListMarks.inBoth`. */
function comparedWords(inBoth: number | undefined): string {
  if (inBoth === undefined) return '';
  return inBoth === 1
    ? '; the 1 row loaded both times was compared'
    : `; the ${inEnglish(inBoth)} rows loaded both times were compared`;
}
