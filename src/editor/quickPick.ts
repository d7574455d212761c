import * as vscode from 'vscode';
import { asText } from './asText.ts';

declare const asTextOnly: unique symbol;

/** An item whose texts are escaped. Only `textItem` creates one. */
export type TextItem<Item extends vscode.QuickPickItem> = Item & { readonly [asTextOnly]: true };

export function textItem<Item extends vscode.QuickPickItem>(item: Item): TextItem<Item> {
  const { label, description, detail } = item;
  return {
    ...item,
    label: asText(label),
    ...(description !== undefined && { description: asText(description) }),
    ...(detail !== undefined && { detail: asText(detail) }),
  } as unknown as TextItem<Item>;
}

export function createPick<Item extends vscode.QuickPickItem>(): vscode.QuickPick<TextItem<Item>> {
  return vscode.window.createQuickPick<TextItem<Item>>();
}

const asking = new Set<vscode.QuickInput>();

/** Whether a box of Mintscope is open, so that nothing else may take the focus. */
export function isAsking(): boolean {
  return asking.size > 0;
}

/**
 * Shows a box until it is answered, closed, or `ended` aborts. Resolves with the answer;
 * `undefined` without one.
 * @param listen subscribes to the box. It calls `answer` to resolve, or `fail` to reject.
 */
export function answered<Answer>(
  box: vscode.QuickInput,
  ended: AbortSignal | undefined,
  listen: (answer: (value: Answer | undefined) => void, fail: (error: unknown) => void) => void,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    // The editor reports later that the box is hidden.
    const hide = () => {
      asking.delete(box);
      box.hide();
    };
    // Resolve at once if `ended` aborts, so that no answer is applied to the next connection.
    const finish = () => {
      ended?.removeEventListener('abort', finish);
      asking.delete(box);
      resolve(undefined);
      box.dispose();
    };
    if (ended?.aborted) {
      finish();
      return;
    }
    ended?.addEventListener('abort', finish);
    box.onDidHide(finish);
    listen(
      (value) => {
        resolve(value);
        hide();
      },
      (error) => {
        reject(error instanceof Error ? error : new Error(String(error)));
        hide();
      },
    );
    asking.add(box);
    box.show();
  });
}
