import * as vscode from 'vscode';
import { onDisk, type Snapshot } from '../../documents/snapshots.ts';
import { confirm } from '../../editor/notify.ts';
import { answered, createPick, type TextItem, textItem } from '../../editor/quickPick.ts';

/** The present state of the project, as a choice beside the snapshots. */
export const NOW = 'now';

interface Choice extends vscode.QuickPickItem {
  readonly value: Snapshot | typeof NOW;
}

/** With milliseconds, so that all labels differ. */
const times = new Intl.DateTimeFormat(vscode.env.language, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

export function timeOf({ at }: Snapshot): string {
  return times.format(at);
}

const DELETE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: 'Delete Snapshot',
};

function choiceOf(value: Snapshot | typeof NOW): TextItem<Choice> {
  return value === NOW
    ? textItem<Choice>({ label: 'Now', description: 'asks the service', value })
    : textItem<Choice>({ label: timeOf(value), buttons: [DELETE], value });
}

/**
 * Lets a person choose a snapshot, or delete some. Resolves with `undefined` if they give up or
 * have deleted all.
 * @throws Error with a sentence if one cannot be deleted; the reason of `ended` when that aborts.
 */
export async function chooseSnapshot(
  step: {
    readonly title: string;
    readonly placeholder: string;
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
  pick.items = values.map(choiceOf);
  const remove = async (snapshot: Snapshot) => {
    // The confirmation takes the focus, and the list must stay open.
    pick.ignoreFocusOut = true;
    const isSure = await askDelete(snapshot);
    pick.ignoreFocusOut = false;
    if (!isSure || ended.aborted) return;
    await onDisk('deleted', () => step.remove(snapshot));
    pick.items = pick.items.filter(({ value }) => value !== snapshot);
    if (pick.items.length === 0) pick.hide();
  };
  const chosen = await answered<Snapshot | typeof NOW>(pick, ended, (answer, fail) => {
    pick.onDidAccept(() => {
      const [one] = pick.selectedItems;
      if (one) answer(one.value);
    });
    pick.onDidTriggerItemButton(({ item: { value } }) => {
      if (value !== NOW) remove(value).catch(fail);
    });
  });
  ended.throwIfAborted();
  return chosen;
}

function askDelete(snapshot: Snapshot): Promise<boolean> {
  const question = 'Delete this snapshot? It cannot be made again.';
  return confirm(question, timeOf(snapshot), 'Delete');
}
