import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { displayText } from '../../core/base/displayText.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import {
  noLongerWatchedWords,
  nowWatchedWords,
  tellMeLabel,
  watchedName,
} from '../../core/messages/watchMessages.ts';
import { type Project, projectRef, type ProjectRef } from '../../core/model/model.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { isServiceError } from '../../core/model/serviceError.ts';
import {
  beginWatching,
  keyOf,
  MOST_WATCHED,
  rowKeysOf,
  type Watched,
  type WatchedProject,
} from '../../core/watch/watchList.ts';
import { type Handlers, runCommand } from '../../editor/commandRegistry.ts';
import { formatList, formatNumber, plural } from '../../core/base/format.ts';
import { announce, showInformation, showWarning, withViewProgress } from '../../editor/notify.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { rowName } from '../../lists/index.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { projectRefOf, type Targets, targetRows } from '../../views/commandTargets.ts';
import { newsWords } from './watchNews.ts';
import { changeWanted, chooseWatched } from './watchedPick.ts';
import type { Watching } from './watching.ts';
import { needsAttention } from './watchWords.ts';

const LISTS = ['projects'] as const;

/** The longest that a user waits for these. Then what is known counts. */
const LONGEST_WAIT_MS = 2_000;

interface Found {
  readonly project: Project;
  readonly ref: ProjectRef;
}

type Ended = Watched & { readonly end: 'done' | 'ended' };

export function watchCommands(session: Session, watching: Watching, targets: Targets) {
  return {
    'mintscope.watchProject': (row, selected) =>
      connected(session, async (connection) => {
        const title = l10n.t('Watch which project until it is minted?');
        const rows = await targetRows(targets, row, selected, { title, lists: LISTS });
        const isAlone = rows.length === 1;
        const found: Found[] = [];
        for (const project of rows) {
          // With several rows selected, skip unknown kinds instead of prompting.
          const ref = isAlone ? await projectRefOf(project, connection.ended) : projectRef(project);
          if (ref) found.push({ project, ref });
        }
        session.probeNow();
        await withViewProgress('mintscope.projects', () => readYoung(found, connection));
        if (connection.ended.aborted) return;
        if (!isAlone && found.length < rows.length) warnOfUnknown(rows.length, found.length);
        if (found.length === 0) return;
        const ended = found.flatMap((one) => endedOf(one, connection) ?? []);
        const over = new Set(ended.map(({ ref }) => ref));
        const left = found.filter(({ ref }) => !over.has(ref));
        if (left.length > 0) {
          watch(watching, connection, left, ended);
          return;
        }
        const words = [...endsWords(ended), l10n.t('There is nothing left to watch.')];
        void showInformation(words.join(' '));
      }),

    /**
     * Resolves with how many projects are no longer watched.
     * @param isElsewhere whether a panel calls it, which announces that itself.
     */
    'mintscope.stopWatching': (row, selected, isElsewhere) =>
      connected(session, async (connection) => {
        const title = l10n.t('Stop watching which project?');
        const stop = (all: readonly Project[]) => {
          const count = watching.stop(connection, new Set(all.map(({ key }) => key)));
          const words = noLongerWatchedWords(count, all.map(rowName));
          if (isElsewhere !== true && all.length > 0) announce(`${words}.`);
          return count;
        };
        if (row !== undefined)
          return stop(await targetRows(targets, row, selected, { title, lists: LISTS }));
        const ref = await chooseWatched(watching, connection, title);
        const name = watching.watched.find((one) => one.ref === ref)?.name;
        return stop(ref ? [unseenProject(ref, { name })] : []);
      }),

    /** With the row of a watched project, only asks when to notify of it. */
    'mintscope.showWatched': (row) =>
      connected(session, async (connection) => {
        const title = l10n.t('Watched projects');
        const rows =
          row === undefined
            ? []
            : await targetRows(targets, row, undefined, { title, lists: LISTS });
        const keys = new Set(rows.map(({ key }) => key));
        const watched = watching.watched.filter((one) =>
          rowKeysOf(one).some((key) => keys.has(key)),
        );
        if (watched.length > 0) {
          await changeWanted(watching, connection, watched);
          return;
        }
        const [only, ...others] = watching.over;
        const isNews = only && others.length === 0 && !watching.watched.some(needsAttention);
        const ref = isNews ? only.ref : await chooseWatched(watching, connection, title, true);
        if (!ref || connection.ended.aborted) return;
        await runCommand('mintscope.openStats', ref);
        watching.see(new Set([keyOf({ ref })]));
      }),
  } satisfies Handlers;
}

/** Reads the counts of what the user wants to watch, unless the service is slow. */
async function readYoung(found: readonly Found[], connection: ActiveConnection): Promise<void> {
  const { clock, ended } = connection;
  const refs = found.slice(0, MOST_WATCHED).map(({ ref }) => ref);
  const read = (signal: AbortSignal) => readEach(refs, connection, signal);
  await withDeadline(clock, LONGEST_WAIT_MS, ended, read).catch(ignoreFailure);
}

/** What cannot be read stays as it is known. Older counts may not show that minting has ended. */
async function readEach(
  refs: readonly ProjectRef[],
  connection: ActiveConnection,
  signal: AbortSignal,
): Promise<void> {
  const demand = { urgency: 'user', signal, maxAgeMs: MINUTE_MS } as const;
  const reader = readerOf(connection);
  await Promise.all(refs.map((ref) => reader.read(ref, demand).catch(ignoreFailure)));
}

function ignoreFailure(error: unknown): void {
  if (!isServiceError(error)) throw error;
}

function endsWords(ended: readonly Ended[]): readonly string[] {
  return (['done', 'ended'] as const).flatMap((end) => {
    const all = ended.filter((one) => one.end === end);
    return all.length > 0 ? [`${newsWords(end, all)}.`] : [];
  });
}

function warnOfUnknown(count: number, known: number): void {
  void showWarning(
    l10n.t(
      '{0} of {1} projects cannot be watched: the service gave no ID or no kind for them, or others have the same ID.',
      formatNumber(count - known),
      formatNumber(count),
    ),
  );
}

/** What the last reading of a project shows if its mint has ended. */
function endedOf(
  { project: { name = '' }, ref }: Found,
  connection: ActiveConnection,
): Ended | undefined {
  const reader = readerOf(connection);
  const last = reader.last(ref);
  const end = reader.endOf(ref);
  return last && end && { ref, name: displayText(name, 80), since: last.at, last, end };
}

/**
 * Adds projects as far as there is room, and warns of the others.
 * @param ended others, which were left out because they have ended.
 */
function watch(
  watching: Watching,
  connection: ActiveConnection,
  found: readonly Found[],
  ended: readonly Ended[] = [],
): void {
  const since = connection.clock.now();
  const reader = readerOf(connection);
  const begun = found.map(({ project: { key, name = '', status }, ref }) => {
    const row = key === keyOf({ ref }) ? undefined : key;
    const one = { ref, name: displayText(name, 80), row, since };
    return beginWatching(one, { last: reader.last(ref), status }, stallLimitMs());
  });
  let excess = 0;
  let added = 0;
  watching.change(connection, (all) => {
    const ongoing = all.filter(({ over }) => over === undefined);
    const watched = new Set(ongoing.map(keyOf));
    const fresh = begun.filter((one) => !watched.has(keyOf(one)));
    const room = Math.max(0, MOST_WATCHED - ongoing.length);
    excess = Math.max(0, fresh.length - room);
    added = fresh.length - excess;
    // A project that is already watched from elsewhere is shown as watched in this row too.
    const rows = new Map(begun.map((one) => [keyOf(one), one.row]));
    const before = all
      // It is watched anew.
      .filter((one) => one.over === undefined || !rows.has(keyOf(one)))
      .map((one) => ({ ...one, row: rows.get(keyOf(one)) ?? one.row }));
    return [...before, ...fresh.slice(0, room)];
  });
  if (excess > 0) {
    const words = l10n.t(
      '{0} could not be watched: at most {1} at a time. Stop watching another one first.',
      formatNumber(excess),
      MOST_WATCHED,
    );
    void showWarning(words);
  }
  const left = l10n.t(
    '{1} is left out, because it has ended. | {1} are left out, because they have ended.',
  );
  const failed = begun.filter((one) => one.failed !== undefined);
  const failedWords =
    begun.length === 1
      ? l10n.t('It has failed already.')
      : plural(
          failed.length,
          l10n.t('{1} has failed already. | {1} have failed already.'),
          firstName(failed),
        );
  const sentences = [
    // If there was no room for any, the warning says it.
    ...(added > 0 || excess === 0 ? [`${nowWatchedWords(added, begun.map(watchedName))}.`] : []),
    ...(added > 0 && failed.length > 0 ? [failedWords] : []),
    ...(ended.length > 0 ? [plural(ended.length, left, firstName(ended))] : []),
  ];
  if (sentences.length > 0) {
    void offerNotifications(watching, connection, begun, sentences.join(' '));
  }
}

/** `Harbor Lights and 2 more`. */
function firstName(all: readonly WatchedProject[]): string {
  return formatList(all.map(watchedName), 1);
}

async function offerNotifications(
  watching: Watching,
  connection: ActiveConnection,
  projects: readonly WatchedProject[],
  words: string,
): Promise<void> {
  const tellMe = tellMeLabel();
  const chosen = await showInformation(words, tellMe);
  if (chosen !== tellMe || connection.ended.aborted) return;
  const watched = new Set(watching.watched.map(keyOf));
  const remaining = projects.filter((one) => watched.has(keyOf(one)));
  if (remaining.length > 0) await changeWanted(watching, connection, remaining);
  else void showInformation(`${noLongerWatchedWords(projects.length, projects.map(watchedName))}.`);
}
