import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Catalog } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { displayText, joinWords, withoutHidden } from '../../core/base/displayText.ts';
import { formatNumber, isoTime } from '../../core/base/format.ts';
import type { ListState } from '../../core/lists/listState.ts';
import { failureOfPage } from '../../core/lists/pageWalk.ts';
import { concernWords } from '../../core/messages/attentionMessages.ts';
import { coverageWords } from '../../core/messages/coverageMessages.ts';
import { describeFailure, describeStatsFailure } from '../../core/messages/failureMessages.ts';
import type { FailureWords } from '../../core/messages/failureMessages.ts';
import { motionWords, paceParts } from '../../core/messages/forecastMessages.ts';
import { isComplete, isKnownAsWhole } from '../../core/messages/listMessages.ts';
import { progressWords } from '../../core/messages/countMessages.ts';
import { COUNTS, countsOf, forEachCount } from '../../core/model/counts.ts';
import {
  isShared,
  listedRef,
  type Project,
  type ProjectRef,
  projectRef,
} from '../../core/model/model.ts';
import { describeRef, refOfKey, typedRefs } from '../../core/model/projectRef.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { RowSearch } from '../../core/search/rowSearch.ts';
import { isAlarm } from '../../core/stats/attention.ts';
import { confirmedIn, type Seen } from '../../core/stats/happened.ts';
import { unlessFailed } from '../../core/stats/pace.ts';
import { startOf } from '../../core/stats/period.ts';
import { failedOf, unexplained } from '../../core/stats/problems.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { endOf, percentConfirmed } from '../../core/stats/share.ts';
import { timeAfter } from '../../editor/locale.ts';
import { slices } from '../../editor/slices.ts';
import { LISTS, listOf, searchTextOf, type ServiceRow } from '../../lists/index.ts';
import { projectConcerns } from '../../stats/projectConcerns.ts';
import { motionIn, projectPace } from '../../stats/projectPace.ts';
import { acknowledgedOf } from '../../stats/rowFacts.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { knownIn, lastLooked, whatHappened } from '../../stats/whatHappened.ts';
import type { Input } from './toolInput.ts';

/*
 * The tools for agents only read. Each rejects with a sentence for the model. Answers are short, so that
 * they leave room in the context.
 */

export interface ToolParts {
  readonly session: Session;
  readonly catalog: Catalog;
}

/** `asOf` is the time of the oldest data, in milliseconds since 1970; `undefined` if there is none. */
type Finding = { readonly asOf: number | undefined } & Readonly<Record<string, unknown>>;

interface Tool {
  /** What it does, for the user to read meanwhile: `Reading lists…`. */
  readonly doing: () => string;
  /** What it will request, such as `page 2 of your projects`; `undefined` if nothing. */
  asks?(input: Input, parts: ToolParts): string | undefined;
  find(
    input: Input,
    parts: ToolParts,
    connection: ActiveConnection,
    signal: AbortSignal,
  ): Promise<Finding>;
}

const MOST_ROWS = 50;
const USUAL_ROWS = 20;
const MOST_CONCERNS = 20;
/** The most projects that an answer lists for one kind of event, or for one name. */
const MOST_PROJECTS = 15;
const NAME_LENGTH = 80;
/** An address is useless if it is cut, so it gets more room than a name. */
const ADDRESS_LENGTH = 100;

/** By the names in package.json, which has their schemas. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  /** Searches the loaded rows of a list, or requests one page of it. The loaded rows stay. */
  mintscope_list: {
    doing: () => l10n.t('Reading lists…'),
    asks: ({ what, page = 1, limit = USUAL_ROWS, text }) =>
      text === undefined
        ? LISTS[what].words.page(formatNumber(page), formatNumber(limit))
        : undefined,
    async find({ what: list, text, ...asked }, { catalog }, connection, signal) {
      if (text !== undefined) {
        const { state } = catalog[list];
        const hits = await new RowSearch(slices, searchTextOf).find(state.rows, text);
        const rows = (hits?.best ?? []).slice(0, MOST_ROWS).map(rowFacts);
        const found = { matches: hits?.matches ?? 0, shown: rows.length };
        return { asOf: state.asOf, list, ...found, ...loadedFacts(state), rows };
      }
      const { client, clock, address } = connection;
      const { page = 1, limit = USUAL_ROWS } = asked;
      const asOf = clock.now();
      const answer = await answered(
        client.page<ServiceRow>(LISTS[list], { page, limit }, signal),
        (failure) => describeFailure(failureOfPage(page, failure), address.host),
      );
      const { totalPages, totalResults, received, unreadable } = answer;
      const rows = answer.rows.slice(0, MOST_ROWS).map(rowFacts);
      const leftOut = received - rows.length;
      return {
        asOf,
        list,
        page: answer.page ?? page,
        limit: answer.limit ?? limit,
        totalPages,
        totalResults,
        shown: rows.length,
        ...(leftOut > 0 && { leftOut, unreadable }),
        rows,
      };
    },
  },

  mintscope_stats: {
    doing: () => l10n.t('Reading stats…'),
    asks: ({ project }, { catalog }) =>
      l10n.t('the stats of project {0}', describeRef(refOf(project, catalog.projects))),
    async find({ project }, { catalog: { projects } }, connection, signal) {
      const ref = refOf(project, projects);
      const demand = { urgency: 'user', signal, maxAgeMs: Infinity } as const;
      const response = readerOf(connection).request(ref, demand);
      const { stats, asOf } = await answered(response, (failure) =>
        describeStatsFailure(failure, ref, connection.address.host, timeAfter),
      );
      const [row] = rowsOf(ref, projects);
      const pace = unlessFailed(projectPace(connection, ref), row?.status);
      return {
        asOf,
        project: row ? rowFacts(row) : { ref },
        counts: countsOf(stats),
        percentConfirmed: percentConfirmed([stats]),
        summary: progressWords(stats),
        forecast: joinWords(...paceParts(pace, connection.clock.now())),
      };
    },
  },

  /** Sums up the counts that were read of all Projects. Sends no request. */
  mintscope_portfolio: {
    doing: () => l10n.t('Summing up the portfolio…'),
    async find(_, { session, catalog: { projects } }, connection, signal) {
      const { state } = projects;
      const reader = readerOf(connection);
      const now = connection.clock.now();
      const known = new Map(await reader.newest(signal));
      // It cannot be told whose counts those of a reference are that several rows have.
      const shared = new Set(state.rows.filter(isShared).flatMap((row) => listedRef(row) ?? []));
      for (const ref of shared) known.delete(ref);
      if (isKnownAsWhole(state)) {
        // Leave out projects that the service does not list any more.
        const listed = new Set(state.rows.map(({ key }) => key));
        for (const ref of known.keys()) if (!listed.has(`project/${ref}`)) known.delete(ref);
      }
      const readings = [...known.values()];
      const oldestOf = (some: typeof readings) =>
        some.map(({ at }) => at).sort((one, other) => one - other)[0];
      const oldest = oldestOf(readings.filter((one) => endOf(one, false) === undefined));
      const listed = Math.max(state.total ?? 0, state.rows.length, known.size);
      const covered = { listed, total: undefined, withStats: known.size, failed: 0, oldest };
      const added = (countOf: (reading: LastReading) => number) =>
        readings.reduce((sum, reading) => sum + countOf(reading), 0);
      const partial = readings.filter((one) => COUNTS.some((name) => one[name] === undefined));
      const concerned = state.rows.flatMap((row) => {
        const ref = projectRef(row);
        const concerns = projectConcerns(row, ref && known.get(ref), reader);
        if (!concerns.some(({ kind }) => isAlarm(kind))) return [];
        const acknowledged = acknowledgedOf(connection).all.has(row.key);
        return [{ ...rowFacts(row), why: withoutHidden(concernWords(concerns)), acknowledged }];
      });
      const statuses = new Map(state.rows.map(({ key, status }) => [refOfKey(key), status]));
      const motion = await motionIn(connection, known, statuses, signal);
      return {
        asOf: oldestOf(readings),
        coverage: coverageWords(covered, now),
        projects: listed,
        withStats: known.size,
        nftTotals: {
          ...forEachCount((name) => added((reading) => reading[name] ?? 0)),
          failed: added(failedOf),
          missing: added((reading) => unexplained(reading).missing),
          tooMany: added((reading) => unexplained(reading).tooMany),
        },
        percentConfirmed: percentConfirmed(readings),
        forecast:
          session.outage || session.refused
            ? 'no estimate: the counts cannot be read now'
            : motionWords(motion, now),
        ...(shared.size > 0 && {
          leftOut: [...shared].slice(0, MOST_PROJECTS),
          leftOutBecause: 'the service lists several projects with each of these references',
        }),
        ...(partial.length > 0 && { withoutSomeCounts: partial.length }),
        needAttention: concerned.length,
        acknowledged: concerned.filter(({ acknowledged }) => acknowledged).length,
        // Concerns are known only of loaded projects.
        attentionCovers: loadedFacts(state).coverage,
        attention: concerned.slice(0, MOST_CONCERNS),
      };
    },
  },

  /** Gives what the readings of a period and the marks of the list show. Sends no request. */
  mintscope_changes: {
    doing: () => l10n.t('Reading changes…'),
    async find({ since: period }, { session, catalog }, connection, signal) {
      const parts = { session, connection, projects: catalog.projects };
      const now = connection.clock.now();
      const since = startOf(period, now, lastLooked(catalog.projects));
      if (since === undefined) {
        throw new Error(
          'It is not known when the user last looked: nothing has changed in the lists since. Use another “since”.',
        );
      }
      const report = await whatHappened(parts, since, signal);
      const { happened, names, lastReadAt } = report;
      const some = <T extends { readonly project: string }>(
        events: readonly T[],
        facts: (one: T) => object,
      ) => ({
        count: events.length,
        projects: events.slice(0, MOST_PROJECTS).map((one) => ({
          ref: one.project,
          name: factText(names.get(one.project)),
          ...facts(one),
        })),
      });
      const seen = ({ at, after }: Seen) => ({ seenAt: isoTime(at), notYetAt: isoTime(after) });
      const minutes = (ms: number) => Math.round(ms / MINUTE_MS);
      return {
        asOf: now,
        since: isoTime(happened.since),
        coverage: `readings of ${knownIn(report)} of ${report.listed} projects`,
        lastReadAt: isoTime(lastReadAt),
        // What was confirmed is known only of projects that were read before.
        readMoreThanOnce: happened.compared,
        confirmed: happened.compared === 0 ? null : confirmedIn(happened),
        confirmedOnUnknownDays: happened.unplaced,
        days: happened.days.map(({ day, confirmed = null }) => ({ from: isoTime(day), confirmed })),
        newlyFailed: some(report.failed, (one) => ({
          ...seen(one),
          failedNfts: one.count === 0 ? null : one.count,
        })),
        failedFromBefore: report.failedBefore,
        failedNotKnownSinceWhen: report.failedUndated,
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
        dueNext: some(report.due, ({ doneAt: { low, high } }) => ({
          doneInMinutes: [low, high].map((at) => minutes(Math.max(0, at - happened.now))),
        })),
        newGoneOrRenamed: some(report.changes, ({ kind, nameBefore }) => ({
          change: kind,
          nameBefore: factText(nameBefore),
        })),
      };
    },
  },
};

type Projects = Catalog['projects'];

/** Of several, the only one that is loaded. @throws Error with a sentence, if it means none, or several. */
function refOf(text: string, projects: Projects): ProjectRef {
  const typed = typedRefs(text);
  const fitting = typed.length > 0 ? typed : refsNamed(text, projects);
  const loaded = fitting.filter((one) => rowsOf(one, projects).length > 0);
  const refs = loaded.length > 0 ? loaded : fitting;
  const [ref] = refs;
  if (!ref) {
    throw new Error(
      `None of the loaded projects (${loadedWords(projects.state)}) has this name. Give a reference such as t/12, or look through the pages of mintscope_list.`,
    );
  }
  if (refs.length > 1) {
    const more = refs.length > MOST_PROJECTS ? ', and more' : '';
    const shown = refs.slice(0, MOST_PROJECTS).join(', ');
    throw new Error(`This may be several projects: ${shown}${more}. Give one of these references.`);
  }
  const { length } = rowsOf(ref, projects);
  if (length > 1) {
    throw new Error(
      `The service lists ${length} projects as ${ref}, so it cannot be told whose stats it gives.`,
    );
  }
  return ref;
}

/** The loaded projects of this name, else those whose names contain the text. */
function refsNamed(text: string, { state }: Projects): readonly ProjectRef[] {
  const folded = (name = '') => name.normalize('NFKC').trim().toLowerCase();
  const typed = folded(text);
  const containing = state.rows.filter(({ name }) => folded(name).includes(typed));
  const exact = containing.filter(({ name }) => folded(name) === typed);
  const refs = (exact.length > 0 ? exact : containing).flatMap((row) => listedRef(row) ?? []);
  return [...new Set(refs)];
}

function rowsOf(ref: ProjectRef, projects: Projects): readonly Project[] {
  return projects.rowsOf(`project/${ref}`);
}

/** A text of the service, shortened and `withoutHidden`; `undefined` if it is empty. */
function factText(text: string | undefined, most = NAME_LENGTH): string | undefined {
  return displayText(withoutHidden(text ?? ''), most) || undefined;
}

function rowFacts(row: ServiceRow) {
  const { name, mintAddress } = row;
  const facts = { ...listOf(row).facts(row), name, mintAddress };
  return Object.fromEntries(
    Object.entries(facts).map(([member, value]) => {
      const most = /address$/i.test(member) ? ADDRESS_LENGTH : NAME_LENGTH;
      return [member, typeof value === 'boolean' ? value : factText(value, most)];
    }),
  );
}

/** How much of a list is loaded, and whether that is stored rows of an earlier time. */
function loadedFacts(state: ListState<unknown>) {
  const { asOf, rows, total, restored } = state;
  const none = 'nothing of this list is loaded yet';
  return {
    loaded: rows.length,
    total,
    complete: asOf !== undefined && isComplete(state),
    coverage: asOf === undefined ? none : `over ${loadedWords(state)} loaded`,
    ...(restored && { ofEarlierTime: 'stored at an earlier time, not read again yet' }),
  };
}

/** `50 of 1204`; `1204` once all are loaded; `50` without a total. */
function loadedWords(state: ListState<unknown>): string {
  const { rows, total } = state;
  return isComplete(state) || total === undefined ? `${rows.length}` : `${rows.length} of ${total}`;
}

async function answered<T>(
  response: Promise<T>,
  describe: (failure: Failure) => FailureWords,
): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { reason, hint } = describe(error.failure);
    // The words for a pause name a button of the panels.
    const isPaused = error.failure.kind === 'paused';
    const next = isPaused ? 'Requests are paused; try again in a minute.' : hint;
    throw new Error(withoutHidden(`${reason} ${next}`), { cause: error });
  }
}
