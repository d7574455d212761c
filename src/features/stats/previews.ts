import * as vscode from 'vscode';

/** From where a person opens a project's stats. */
export type OpenedFrom = 'row' | 'picker' | 'link';

/** The setting that turns previews off. */
export const ENABLE_PREVIEW = 'workbench.editor.enablePreview';

/**
 * How far apart the two clicks of a double click may arrive. The editor runs a row's command for
 * each of them and does not say which it is. Systems allow half a second or more between them, and
 * a busy window hands the second one on late.
 */
const DOUBLE_CLICK_MS = 1_000;

/** Whether the editor's settings allow previews at all. */
export function hasPreviews(): boolean {
  return isOn('enablePreview', true);
}

/**
 * Whether what is opened so may be replaced by the next, as the editor does it with files: from a
 * row, from a picker only if `enablePreviewFromQuickOpen` says so, and from a link never.
 */
export function opensPreview(from: OpenedFrom): boolean {
  if (!hasPreviews()) return false;
  return from === 'row' || (from === 'picker' && isOn('enablePreviewFromQuickOpen', false));
}

function isOn(name: string, byDefault: boolean): boolean {
  const value = vscode.workspace.getConfiguration('workbench.editor').get<unknown>(name);
  return typeof value === 'boolean' ? value : byDefault;
}

/** Tells a double click from two clicks: whether this click on the row of `key` is the second of one. */
export function doubleClicks(): (key: string) => boolean {
  let last: { readonly key: string; readonly at: number } | undefined;
  return (key) => {
    const at = Date.now();
    const isSecond = last?.key === key && at - last.at <= DOUBLE_CLICK_MS;
    last = isSecond ? undefined : { key, at };
    return isSecond;
  };
}
