import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { capitalized } from '../../core/base/displayText.ts';
import { onDisk, type Snapshot } from '../../documents/snapshots.ts';
import { locale } from '../../editor/locale.ts';
import { confirm } from '../../editor/notify.ts';
import { answered, createPick, type TextItem, textItem } from '../../editor/quickPick.ts';

/** The present state of the project, as a choice beside the snapshots. */
export const NOW = 'now';

interface Choice extends vscode.QuickPickItem {
  readonly value: Snapshot | typeof NOW;
}

/** Names a snapshot: `today, 14:02`. */
type TimeOf = (snapshot: Snapshot) => string;

function choiceOf(value: Snapshot | typeof NOW, timeOf: TimeOf): TextItem<Choice> {
  if (value === NOW) {
    const description = l10n.t('reads the current stats');
    return textItem<Choice>({ label: l10n.t('Now'), description, value });
  }
  const tooltip = l10n.t('Delete Snapshot');
  const buttons = [{ iconPath: new vscode.ThemeIcon('trash'), tooltip }];
  return textItem<Choice>({ label: capitalized(timeOf(value)), buttons, value });
}

/**
 * Prompts for a snapshot; a button deletes one. Resolves with `undefined` if the user cancels or has
 * deleted all.
 * @throws Error with a sentence if one cannot be deleted; the reason of `ended` when that aborts.
 */
export async function chooseSnapshot(
  step: {
    readonly title: string;
    readonly placeholder: string;
    readonly timeOf: TimeOf;
    readonly remove: (snapshot: Snapshot) => Promise<void>;
    readonly ended: AbortSignal;
  },
  values: readonly (Snapshot | typeof NOW)[],
): Promise<Snapshot | typeof NOW | undefined> {
  const { ended } = step;
  ended.throwIfAborted();
  const pick = createPick<Choice>();
  pick.title = step.title;
  pick.placeholder = step.placeholder;
  pick.items = values.map((value) => choiceOf(value, step.timeOf));
  const remove = async (snapshot: Snapshot) => {
    // The confirmation takes the focus, and the list must stay open.
    pick.ignoreFocusOut = true;
    const isSure = await confirmDelete(capitalized(step.timeOf(snapshot)));
    pick.ignoreFocusOut = false;
    if (!isSure || ended.aborted) return;
    await onDisk('deleted', () => step.remove(snapshot));
    pick.items = pick.items.filter(({ value }) => value !== snapshot);
    if (pick.items.length === 0) pick.hide();
  };
  const chosen = await answered<Snapshot | typeof NOW>(pick, ended, (answer, fail) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item) answer(item.value);
    });
    pick.onDidTriggerItemButton(({ item: { value } }) => {
      if (value !== NOW) remove(value).catch(fail);
    });
  });
  ended.throwIfAborted();
  return chosen;
}

function confirmDelete(time: string): Promise<boolean> {
  const question = l10n.t('Delete this snapshot? It cannot be restored.');
  return confirm(question, time, l10n.t('Delete'));
}

/** Added to hours and minutes, one after the other, until two times differ. */
const PRECISIONS: readonly Intl.DateTimeFormatOptions[] = [
  {},
  { second: '2-digit' },
  { second: '2-digit', fractionalSecondDigits: 3 },
];

/**
 * Names snapshots by their times: `Nov 21, 2026, 14:02`. Seconds, and then milliseconds, are added
 * only to those that would look alike.
 * @param now to say `today, 14:02` and `yesterday, 21:32`, in milliseconds since 1970; left out for
 * a text that stays on screen, such as a title.
 */
export function snapshotTimes(
  snapshots: readonly Snapshot[],
  now?: number,
): (snapshot: Snapshot) => string {
  const names = new Map<number, string>();
  let alike = snapshots;
  for (const precision of PRECISIONS) {
    const nameOf = namer(precision, now);
    const byName = Map.groupBy(alike, ({ at }) => nameOf(at));
    for (const [name, those] of byName) for (const { at } of those) names.set(at, name);
    alike = [...byName.values()].filter(({ length }) => length > 1).flat();
  }
  return ({ at }) => names.get(at) ?? '';
}

function namer(precision: Intl.DateTimeFormatOptions, now: number | undefined) {
  const language = locale();
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...precision } as const;
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const times = new Intl.DateTimeFormat(language, clock);
  const dates = new Intl.DateTimeFormat(language, { ...date, ...clock });
  const days = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return (at: number) => {
    const ago = now === undefined ? Infinity : startOfDay(now) - startOfDay(at);
    // Rounded, because a day may have 23 or 25 hours.
    const daysAgo = Math.round(ago / (24 * 3600 * 1000));
    if (daysAgo !== 0 && daysAgo !== 1) return dates.format(at);
    return `${days.format(-daysAgo, 'day')}, ${times.format(at)}`;
  };
}

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
