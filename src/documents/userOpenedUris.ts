import * as vscode from 'vscode';

/**
 * Which addresses a person asked for in this window: those that commands of ours made, and those in
 * an open tab, such as one that came back after a reload. Any other may come from a file of the
 * workspace (a `$schema` is enough for the editor to open it), and none of those may start a
 * request that carries the token.
 */
export class UserOpenedUris {
  readonly #made = new Set<string>();

  /** A command of ours made this address and opens it. */
  add(uri: vscode.Uri): void {
    this.#made.add(uri.toString());
  }

  /** It is closed: whoever opens it again has a tab, or did not ask. */
  delete(uri: vscode.Uri): void {
    this.#made.delete(uri.toString());
  }

  has(uri: vscode.Uri): boolean {
    const text = uri.toString();
    if (this.#made.has(text)) return true;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return tabs.some((tab) => addressesOf(tab).some((one) => one.toString() === text));
  }
}

/** What a tab shows, on both sides if it has two. */
export function addressesOf({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return [];
}
