import * as vscode from 'vscode';
import { onDisk, type Snapshot } from './snapshots.ts';

/** In the place of a snapshot: how the project is when it is asked for. */
export const NOW = 'now';

interface Choice extends vscode.QuickPickItem {
  readonly value: Snapshot | typeof NOW;
}

/** To the millisecond, so that no two snapshots read the same. */
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

function choiceOf(value: Snapshot | typeof NOW): Choice {
  return value === NOW
    ? { label: 'Now', description: 'asks the service', value }
    : { label: timeOf(value), buttons: [DELETE], value };
}

/**
 * Lets a person choose, and delete snapshots on the way. Resolves with `undefined` if they give up,
 * or have deleted all there was.
 * @throws Error with a sentence if one cannot be deleted; the reason of `signal` when that ends.
 */
export async function chooseSnapshot(
  step: {
    readonly title: string;
    readonly placeholder: string;
    readonly remove: (snapshot: Snapshot) => Promise<void>;
    readonly signal: AbortSignal;
  },
  values: readonly (Snapshot | typeof NOW)[],
): Promise<Snapshot | typeof NOW | undefined> {
  const { signal } = step;
  signal.throwIfAborted();
  const pick = vscode.window.createQuickPick<Choice>();
  pick.title = step.title;
  pick.placeholder = step.placeholder;
  pick.items = values.map(choiceOf);
  const remove = async (snapshot: Snapshot) => {
    // The question takes the focus, and the list is still wanted after it.
    pick.ignoreFocusOut = true;
    const isSure = await askDelete(snapshot);
    pick.ignoreFocusOut = false;
    if (!isSure || signal.aborted) return;
    await onDisk('deleted', () => step.remove(snapshot));
    pick.items = pick.items.filter(({ value }) => value !== snapshot);
    if (pick.items.length === 0) pick.hide();
  };
  const chosen = await new Promise<Snapshot | typeof NOW | undefined>((resolve, reject) => {
    pick.onDidAccept(() => {
      const [one] = pick.selectedItems;
      if (!one) return;
      resolve(one.value);
      pick.hide();
    });
    pick.onDidTriggerItemButton(({ item: { value } }) => {
      if (value === NOW) return;
      remove(value).catch((error: unknown) => {
        reject(error instanceof Error ? error : new Error(String(error)));
        pick.hide();
      });
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    signal.addEventListener('abort', () => {
      pick.hide();
    });
    pick.show();
  });
  signal.throwIfAborted();
  return chosen;
}

async function askDelete(snapshot: Snapshot): Promise<boolean> {
  const remove = 'Delete';
  const answer = await vscode.window.showWarningMessage(
    'Delete this snapshot? It cannot be made again.',
    { modal: true, detail: timeOf(snapshot) },
    remove,
  );
  return answer === remove;
}
