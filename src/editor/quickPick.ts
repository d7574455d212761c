import * as vscode from 'vscode';
import { asText } from './asText.ts';

declare const asTextOnly: unique symbol;

/** An item whose words are shown as text, without icons or links. Only `textItem` makes one. */
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

/** The editor's box to choose from, for items that are text. */
export function createPick<Item extends vscode.QuickPickItem>(): vscode.QuickPick<TextItem<Item>> {
  return vscode.window.createQuickPick<TextItem<Item>>();
}

/**
 * Shows a box until it is answered, until the person puts it away, or until what it is about has
 * ended. Resolves with `undefined` without an answer. The box is disposed of then.
 * @param ended the end of the connection it is about, if it is about one.
 * @param listen is handed what takes the answer and what takes a failure.
 */
export function answered<Answer>(
  box: vscode.QuickInput,
  ended: AbortSignal | undefined,
  listen: (answer: (value: Answer | undefined) => void, fail: (error: unknown) => void) => void,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const hide = () => {
      box.hide();
    };
    // At once when the connection ends: an answer on its way would be applied to the next one.
    const finish = () => {
      ended?.removeEventListener('abort', finish);
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
    box.show();
  });
}
