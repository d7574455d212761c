import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { openList } from '../../connection/catalog.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { coverage } from '../../core/messages/listMessages.ts';
import { inMotionWords, nowWatchedWords, watchedName } from '../../core/messages/watchMessages.ts';
import { formatRef, type Project, projectRef, type ProjectRef } from '../../core/model/model.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import { rowTone } from '../../core/stats/rowTone.ts';
import { stallOf } from '../../core/stats/stall.ts';
import { keyOf, MOST_WATCHED, type WatchedProject } from '../../core/watch/watchList.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showInformation, showWarning } from '../../editor/notify.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { type Targets, targetRows } from '../../views/commandTargets.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import { askWanted, chooseWatched, setWanted } from './watchedPick.ts';
import type { Watching } from './watching.ts';

const LISTS = ['projects'] as const;

/** Commands that start, list and stop the watching of projects, and set its notifications. */
export function watchCommands(
  session: Session,
  watching: Watching,
  projects: PagedList<Project>,
  targets: Targets,
) {
  const stop = (connection: ActiveConnection, keys: readonly string[]) =>
    watching.stop(connection, new Set(keys));
  const toWatch = (project: Project, ref: ProjectRef): WatchedProject => ({
    ref,
    name: displayText(project.name ?? '', 80),
    row: project.key === keyOf({ ref }) ? undefined : project.key,
    since: session.clock.now(),
    failed: statusTone(project.status) === 'failed',
  });
  /** The projects that a command is called on, or the one that the user chooses. */
  const choose = async (
    title: string,
    row: unknown,
    selected: unknown,
    { ended }: ActiveConnection,
  ): Promise<readonly WatchedProject[]> => {
    const rows = await targetRows(targets, row, selected, { title, lists: LISTS });
    const found: WatchedProject[] = [];
    for (const project of rows) {
      // With several rows selected, skip unknown kinds instead of prompting.
      const ref = rows.length > 1 ? projectRef(project) : await projectRefOf(project, ended);
      if (ref) found.push(toWatch(project, ref));
    }
    if (ended.aborted) return [];
    if (rows.length > 1) warnOfUnknown(rows.length - found.length, rows.length);
    return found;
  };
  return {
    /** Resolves with how many projects are newly watched. */
    'mintscope.watchProject': (row, selected) =>
      connected(session, async (connection) => {
        const title = l10n.t('Watch which project until it is minted?');
        const found = await choose(title, row, selected, connection);
        if (found.length === 0) return 0;
        session.probeNow();
        return watch(watching, connection, found);
      }),

    'mintscope.tellMeWhen': (row, selected) =>
      connected(session, async (connection) => {
        const title = l10n.t('Tell you about which project?');
        const found = await choose(title, row, selected, connection);
        if (found.length === 0) return;
        const wanted = await askWanted(watching, connection, found);
        if (!wanted || connection.ended.aborted) return;
        session.probeNow();
        watch(watching, connection, found);
        setWanted(watching, connection, found, wanted);
      }),

    'mintscope.watchAllProcessing': () =>
      connected(session, async (connection) => {
        session.probeNow();
        await openList(session, projects);
        const moving = await projectsInMotion(projects.state.rows, connection);
        if (connection.ended.aborted) return;
        const found = moving.flatMap((project) => {
          const ref = projectRef(project);
          return ref ? [toWatch(project, ref)] : [];
        });
        const added = watch(watching, connection, found);
        const loaded = coverage(projects.state, formatNumber);
        const words = inMotionWords(found.length, loaded, formatNumber);
        void showInformation(
          found.length === 0 ? `${words}.` : `${nowWatchedWords(added, formatNumber)}. ${words}.`,
        );
      }),

    /** Resolves with how many projects are no longer watched. */
    'mintscope.stopWatching': (row, selected) =>
      connected(session, async (connection) => {
        const title = l10n.t('Stop watching which project?');
        if (row === undefined) {
          const ref = await chooseWatched(watching, connection, title);
          return ref ? stop(connection, [keyOf({ ref })]) : 0;
        }
        const rows = await targetRows(targets, row, selected, { title, lists: LISTS });
        const keys = rows.map(({ key }) => key);
        return stop(connection, keys);
      }),

    'mintscope.showWatched': () =>
      connected(session, async (connection) => {
        const title = l10n.t('Watched projects');
        const ref = await chooseWatched(watching, connection, title, true);
        if (ref) await vscode.commands.executeCommand('mintscope.openStats', formatRef(ref));
      }),
  } satisfies Handlers;
}

/**
 * The projects that are being minted, as far as their counts or else their statuses tell, without
 * those that have stalled. Sends no request.
 */
async function projectsInMotion(
  rows: readonly Project[],
  connection: ActiveConnection,
): Promise<readonly Project[]> {
  const newest = await readerOf(connection).newest();
  const stallMs = stallLimitMs();
  return rows.filter((row) => {
    const ref = projectRef(row);
    const last = ref && newest.get(formatRef(ref));
    const hasStalled = last !== undefined && stallOf(last, stallMs) !== undefined;
    return ref !== undefined && !hasStalled && rowTone(last, row.status, []) === 'underWay';
  });
}

function warnOfUnknown(unknown: number, count: number): void {
  if (unknown === 0) return;
  void showWarning(
    l10n.t(
      '{0} of {1} projects cannot be watched: the service gave no ID or no kind for them.',
      formatNumber(unknown),
      formatNumber(count),
    ),
  );
}

/** Adds projects as far as there is room, and warns of the others. Returns how many were added. */
function watch(
  watching: Watching,
  connection: ActiveConnection,
  found: readonly WatchedProject[],
): number {
  let excess: readonly WatchedProject[] = [];
  let added = 0;
  watching.change(connection, (all) => {
    const watched = new Set(all.map(keyOf));
    const fresh = found.filter((one) => !watched.has(keyOf(one)));
    const room = Math.max(0, MOST_WATCHED - all.length);
    excess = fresh.slice(room);
    added = fresh.length - excess.length;
    // A project that is already watched from elsewhere is shown as watched in this row too.
    const rows = new Map(found.map((one) => [keyOf(one), one.row]));
    const before = all.map((one) => ({ ...one, row: rows.get(keyOf(one)) ?? one.row }));
    return [...before, ...fresh.slice(0, room)];
  });
  const [first] = excess;
  if (first) void showWarning(noRoomWords(first, excess.length));
  return added;
}

/** @param first the first of the `count` projects for which there is no room. */
function noRoomWords(first: WatchedProject, count: number): string {
  return count === 1
    ? l10n.t(
        '{0} cannot be watched: at most {1} projects are watched at a time. Stop watching another one first.',
        watchedName(first),
        MOST_WATCHED,
      )
    : l10n.t(
        '{0} projects cannot be watched: at most {1} projects are watched at a time. Stop watching another one first.',
        formatNumber(count),
        MOST_WATCHED,
      );
}
