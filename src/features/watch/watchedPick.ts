import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { shortName } from '../../core/base/displayText.ts';
import { agoWords } from '../../core/messages/timeMessages.ts';
import { stopWatchingLabel, tellMeLabel, watchedName } from '../../core/messages/watchMessages.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import {
  keyOf,
  reachedShare,
  WANTED,
  type Wanted,
  type Watched,
  type WatchedProject,
  withoutReached,
  worstFirst,
} from '../../core/watch/watchList.ts';
import { showInformation } from '../../editor/notify.ts';
import { answered, createPick, textItem } from '../../editor/quickPick.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import type { Watching } from './watching.ts';
import { newsWords } from './watchNews.ts';
import { needsAttention, wantedWords, watchedWords } from './watchWords.ts';

/** In characters: what is said of a project stays in sight beside its name. */
const LONGEST_NAME = 30;

/**
 * Lists the watched projects. Resolves with the chosen one; `undefined` if the user canceled, the
 * connection ended or nothing is watched, which a message says.
 * @param isAll whether it lists what is over too, and each watched one has buttons to stop watching it
 *   and to set its notifications.
 */
export async function chooseWatched(
  watching: Watching,
  connection: ActiveConnection,
  title: string,
  isAll = false,
): Promise<ProjectRef | undefined> {
  const reader = readerOf(connection);
  const listed = () => {
    const ongoing = worstFirst(watching.watched);
    const troubled = ongoing.filter(needsAttention);
    const calm = ongoing.filter((one) => !needsAttention(one));
    return [
      ...newest(troubled, (one) => reader.failedSince(one.ref)?.at),
      ...newest(isAll ? watching.over : [], ({ last }) => last?.movedAt),
      ...calm,
    ];
  };
  if (listed().length === 0) {
    void showInformation(l10n.t('No project is watched. Choose Watch Minting on a row to begin.'));
    return undefined;
  }
  const eye = { iconPath: new vscode.ThemeIcon('eye-closed'), tooltip: stopWatchingLabel() };
  const bell = { iconPath: new vscode.ThemeIcon('bell'), tooltip: tellMeLabel() };
  const { paces } = watching;
  const now = connection.store.clock.now();
  const item = (one: Watched) => ({
    label: labelOf(one),
    description: one.over
      ? agoWords(one.last?.movedAt ?? now, now)
      : watchedWords(one, paces?.get(keyOf(one)), stallLimitMs(), now, reader.failedSince(one.ref)),
    detail: [describeRef(one.ref), ...notifiedWords(one)].join(' · '),
    ...(isAll && one.over === undefined && { buttons: [eye, bell] }),
    one,
  });
  const pick = createPick<ReturnType<typeof item>>();
  pick.title = title;
  pick.matchOnDescription = true;
  const fill = () => {
    pick.items = listed().map((one) => textItem(item(one)));
  };
  fill();
  let changed: Watched | undefined;
  const chosen = await answered<Watched>(pick, connection.ended, (answer) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item) answer(item.one);
    });
    pick.onDidTriggerItemButton(({ item: { one }, button }) => {
      if (button.tooltip === bell.tooltip) changed = one;
      else watching.stop(connection, new Set([keyOf(one)]));
      if (changed || listed().length === 0) answer(undefined);
      else fill();
    });
  });
  if (!changed) return chosen?.ref;
  await changeWanted(watching, connection, [changed]);
  return connection.ended.aborted ? undefined : chooseWatched(watching, connection, title, isAll);
}

/** Those without a time are last. @param timeOf in milliseconds since 1970. */
function newest(all: readonly Watched[], timeOf: (one: Watched) => number | undefined) {
  return all.toSorted((one, other) => (timeOf(other) ?? 0) - (timeOf(one) ?? 0));
}

function labelOf(one: Watched): string {
  const short = { ...one, name: shortName(watchedName(one), LONGEST_NAME) };
  return one.over ? newsWords(one.over, [short]) : short.name;
}

function notifiedWords({ wanted }: Watched): string[] {
  const words = wantedWords(wanted);
  return words.length === 0 ? [] : [l10n.t('notifies {0}', words.join(', '))];
}

/**
 * Prompts for notifications. Those of the first project are preselected, and shares that a single one
 * has reached are not offered.
 */
export async function changeWanted(
  watching: Watching,
  connection: ActiveConnection,
  projects: readonly WatchedProject[],
): Promise<void> {
  const wanted = await askWanted(watching, connection, projects);
  if (!wanted) return;
  const keys = new Set(projects.map(keyOf));
  const reader = readerOf(connection);
  const change = (one: WatchedProject) =>
    keys.has(keyOf(one)) ? { ...one, wanted: withoutReached(wanted, reader.last(one.ref)) } : one;
  watching.change(connection, (all) => all.map(change));
}

/** Resolves with `undefined` if the user canceled or the connection ended. */
async function askWanted(
  watching: Watching,
  connection: ActiveConnection,
  projects: readonly WatchedProject[],
): Promise<Wanted | undefined> {
  const keys = new Set(projects.map(keyOf));
  const before = watching.watched.find((one) => keys.has(keyOf(one)))?.wanted;
  const single = projects.length === 1 ? projects[0] : undefined;
  const last = single && readerOf(connection).last(single.ref);
  const choices = WANTED.filter((wanted) => reachedShare(wanted, last) === undefined);
  const item = (wanted: Wanted) => ({ label: wantedWords(wanted).join(), wanted });
  const pick = createPick<ReturnType<typeof item>>();
  pick.canSelectMany = true;
  pick.title = single ? `${watchedName(single)}: ${tellMeLabel()}` : tellMeLabel();
  pick.placeholder = l10n.t('Also when it is minted, ends, fails or stalls');
  pick.items = choices.map((wanted) => textItem(item(wanted)));
  const preselected = wantedWords(before);
  pick.selectedItems = pick.items.filter(({ label }) => preselected.includes(label));
  return answered<Wanted>(pick, connection.ended, (answer) => {
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems.map(({ wanted }) => wanted);
      const shares = chosen.flatMap((one) => one.shares ?? []);
      answer(Object.assign({}, ...chosen, { shares }) as Wanted);
    });
  });
}
