import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import { countsWords, watchedName } from '../../core/messages/watchMessages.ts';
import { formatRef, projectRef, type ProjectRef } from '../../core/model/model.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import {
  keyOf,
  MOST_WATCHED,
  type Watched,
  type WatchedProject,
} from '../../core/watch/watchList.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showInformation, showWarning } from '../../editor/notify.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';
import { type Targets, targetRows } from '../../views/commandTargets.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import type { Watching } from './watching.ts';

const LISTS = ['projects'] as const;

/** Commands that begin, list and end the watching of projects. */
export function watchCommands(session: Session, watching: Watching, targets: Targets) {
  const stop = (connection: ActiveConnection, keys: readonly string[]) =>
    watching.stop(connection, new Set(keys));
  return {
    /** Resolves with how many projects are watched that were not. */
    'mintscope.watchProject': (row, selected) =>
      connected(session, async (connection) => {
        const question = { title: l10n.t('Watch which project until it is minted?'), lists: LISTS };
        const rows = await targetRows(targets, row, selected, question);
        const found: WatchedProject[] = [];
        for (const project of rows) {
          // With several rows selected, skip unknown kinds instead of prompting.
          const ref =
            rows.length > 1 ? projectRef(project) : await projectRefOf(project, connection.ended);
          const name = displayText(project.name ?? '', 80);
          if (!ref) continue;
          const row = project.key === keyOf({ ref }) ? undefined : project.key;
          const failed = statusTone(project.status) === 'failed';
          found.push({ ref, name, row, since: systemClock.now(), failed });
        }
        if (connection.ended.aborted) return 0;
        if (rows.length > 1) warnOfUnknown(rows.length - found.length, rows.length);
        if (found.length === 0) return 0;
        session.probeNow();
        return watch(watching, connection, found);
      }),

    /** Resolves with how many projects are no longer watched. */
    'mintscope.stopWatching': (row, selected) =>
      connected(session, async (connection) => {
        if (row === undefined) {
          const ref = await chooseWatched(
            watching,
            connection,
            l10n.t('Stop watching which project?'),
          );
          return ref ? stop(connection, [keyOf({ ref })]) : 0;
        }
        const question = { title: l10n.t('Stop watching which project?'), lists: LISTS };
        const rows = await targetRows(targets, row, selected, question);
        return stop(
          connection,
          rows.map(({ key }) => key),
        );
      }),

    'mintscope.showWatched': () =>
      connected(session, async (connection) => {
        const title = l10n.t('Watched projects');
        const ref = await chooseWatched(watching, connection, title, true);
        if (ref) await vscode.commands.executeCommand('mintscope.openStats', formatRef(ref));
      }),
  } satisfies Handlers;
}

function warnOfUnknown(unknown: number, all: number): void {
  if (unknown === 0) return;
  void showWarning(
    l10n.t(
      '{0} of {1} projects cannot be watched: the service gave no id or no kind of them.',
      formatNumber(unknown),
      formatNumber(all),
    ),
  );
}

/** Adds projects as far as there is room, and says what is not watched. Returns how many were added. */
function watch(
  watching: Watching,
  connection: ActiveConnection,
  found: readonly WatchedProject[],
): number {
  let left: readonly WatchedProject[] = [];
  let added = 0;
  watching.change(connection, (all) => {
    const known = new Set(all.map(keyOf));
    const fresh = found.filter((one) => !known.has(keyOf(one)));
    const room = Math.max(0, MOST_WATCHED - all.length);
    left = fresh.slice(room);
    added = fresh.length - left.length;
    // One that was watched from elsewhere is shown in this row too.
    const rows = new Map(found.map((one) => [keyOf(one), one.row]));
    const shown = all.map((one) => ({ ...one, row: rows.get(keyOf(one)) ?? one.row }));
    return [...shown, ...fresh.slice(0, room)];
  });
  const [first] = left;
  if (first) void showWarning(noRoomWords(first, left.length));
  return added;
}

/** Lists the watched projects. Resolves with the chosen one. */
async function chooseWatched(
  watching: Watching,
  connection: ActiveConnection,
  title: string,
  withStop = false,
): Promise<ProjectRef | undefined> {
  const { watched } = watching;
  if (watched.length === 0) {
    void showInformation(l10n.t('No project is watched. Choose Watch Minting on a row to begin.'));
    return undefined;
  }
  const button = { iconPath: new vscode.ThemeIcon('eye-closed'), tooltip: l10n.t('Stop Watching') };
  const item = (one: Watched) => ({
    label: watchedName(one),
    description: countsWords(one, formatNumber),
    detail: describeRef(one.ref),
    ...(withStop && { buttons: [button] }),
    ref: one.ref,
  });
  const pick = createPick<ReturnType<typeof item>>();
  pick.title = title;
  pick.matchOnDescription = true;
  const fill = () => {
    pick.items = watching.watched.map((one) => textItem(item(one)));
  };
  fill();
  return answered<ProjectRef>(pick, connection.ended, (answer) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) answer(chosen.ref);
    });
    pick.onDidTriggerItemButton(({ item: { ref } }) => {
      watching.stop(connection, new Set([keyOf({ ref })]));
      if (watching.watched.length === 0) answer(undefined);
      else fill();
    });
  });
}

/** Why no more projects are watched. @param first the only one of them, or one of several. */
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
