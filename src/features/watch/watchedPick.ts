import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { countsWords, restWords } from '../../core/messages/mintingMessages.ts';
import { wantedWords, watchedName } from '../../core/messages/watchMessages.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { SHARES, stillAhead, type Wanted } from '../../core/watch/wanted.ts';
import {
  keyOf,
  type Watched,
  type WatchedProject,
  worstFirst,
} from '../../core/watch/watchList.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showInformation } from '../../editor/notify.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import type { Watching } from './watching.ts';

/**
 * Lists the watched projects. Resolves with the chosen one.
 * @param withButtons whether each has buttons to stop watching it and to set its notifications.
 */
export async function chooseWatched(
  watching: Watching,
  connection: ActiveConnection,
  title: string,
  withButtons = false,
): Promise<ProjectRef | undefined> {
  if (watching.watched.length === 0) {
    void showInformation(l10n.t('No project is watched. Choose Watch Minting on a row to begin.'));
    return undefined;
  }
  const stop = { iconPath: new vscode.ThemeIcon('eye-closed'), tooltip: l10n.t('Stop Watching') };
  const notify = { iconPath: new vscode.ThemeIcon('bell'), tooltip: l10n.t('Tell Me When…') };
  const item = (one: Watched) => ({
    label: watchedName(one),
    description: [
      countsWords(one, formatNumber),
      ...restWords(one, stallLimitMs(), formatNumber),
    ].join(', '),
    detail: [describeRef(one.ref), ...notifiedWords(one)].join(' · '),
    ...(withButtons && { buttons: [stop, notify] }),
    one,
  });
  const pick = createPick<ReturnType<typeof item>>();
  pick.title = title;
  pick.matchOnDescription = true;
  const fill = () => {
    pick.items = worstFirst(watching.watched).map((one) => textItem(item(one)));
  };
  fill();
  const answer = await answered<{ readonly one: Watched; readonly asksWanted: boolean }>(
    pick,
    connection.ended,
    (answer) => {
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen) answer({ one: chosen.one, asksWanted: false });
      });
      pick.onDidTriggerItemButton(({ item: { one }, button }) => {
        if (button.tooltip === notify.tooltip) {
          answer({ one, asksWanted: true });
          return;
        }
        watching.stop(connection, new Set([keyOf(one)]));
        if (watching.watched.length === 0) answer(undefined);
        else fill();
      });
    },
  );
  if (!answer?.asksWanted) return answer?.one.ref;
  const wanted = await askWanted(watching, connection, [answer.one]);
  if (wanted) setWanted(watching, connection, [answer.one], wanted);
  return connection.ended.aborted
    ? undefined
    : chooseWatched(watching, connection, title, withButtons);
}

/** `tells at 50%, when it moves again`, or nothing. */
function notifiedWords({ wanted }: Watched): string[] {
  const words = wantedWords(wanted, formatNumber);
  return words.length === 0 ? [] : [l10n.t('tells {0}', words.join(', '))];
}

/**
 * Asks which notifications the user wants. Resolves with `undefined` if they gave up. For a single
 * project, shares that it has reached are not offered.
 */
export async function askWanted(
  watching: Watching,
  connection: ActiveConnection,
  projects: readonly WatchedProject[],
): Promise<Wanted | undefined> {
  const keys = new Set(projects.map(keyOf));
  const now = watching.watched.find((one) => keys.has(keyOf(one)))?.wanted ?? {};
  const [only, ...others] = projects;
  const last = only && others.length === 0 ? readerOf(connection).last(only.ref) : undefined;
  const percent = (last && percentConfirmed([last])) ?? -1;
  const choices: readonly Wanted[] = [
    ...SHARES.filter((share) => share > percent).map((share) => ({ shares: [share] })),
    { moves: 'wanted' },
    { grows: 'wanted' },
  ];
  const item = (wanted: Wanted) => ({ label: wantedWords(wanted, formatNumber).join(), wanted });
  const pick = createPick<ReturnType<typeof item>>();
  pick.canSelectMany = true;
  pick.title =
    only && others.length === 0
      ? l10n.t('When to tell you about {0}', watchedName(only))
      : l10n.t('When to tell you about {0} projects', formatNumber(projects.length));
  pick.placeholder = l10n.t('Also when it is done, fails or stalls');
  pick.items = choices.map((wanted) => textItem(item(wanted)));
  const before = wantedWords(now, formatNumber);
  pick.selectedItems = pick.items.filter(({ label }) => before.includes(label));
  return answered<Wanted>(pick, connection.ended, (answer) => {
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems.map(({ wanted }) => wanted);
      const shares = chosen.flatMap((one) => one.shares ?? []);
      answer(Object.assign({}, ...chosen, { shares }) as Wanted);
    });
  });
}

/** Sets the notifications of watched projects in all windows; shares already reached are left out. */
export function setWanted(
  watching: Watching,
  connection: ActiveConnection,
  projects: readonly WatchedProject[],
  wanted: Wanted,
): void {
  const keys = new Set(projects.map(keyOf));
  const reader = readerOf(connection);
  watching.change(connection, (all) =>
    all.map((one) =>
      keys.has(keyOf(one)) ? { ...one, wanted: stillAhead(wanted, reader.last(one.ref)) } : one,
    ),
  );
}
