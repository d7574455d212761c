import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';

/*
 * Tabs of panels, and which of them are previews. Mintscope implements previews, because the editor
 * has none for webviews.
 */

/**
 * All tabs of a type of panel, also those that were not restored since a reload: the editor
 * restores a tab when it is first shown. Until then only its title is known.
 */
export function tabsOf(viewType: string): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      // The editor puts a prefix before the type, such as `mainThreadWebview-`.
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.split('-').at(-1) === viewType,
    );
}

export type OpenedFrom = 'row' | 'picker' | 'link';

export const ENABLE_PREVIEW = 'workbench.editor.enablePreview';

/**
 * The longest time between the two clicks of a double click. The editor runs a row's command for
 * each click and does not report a double click. Systems allow half a second or more, and a busy
 * window delivers the second click late.
 */
const DOUBLE_CLICK_MS = 1_000;

export function hasPreviews(): boolean {
  return isOn('enablePreview', true);
}

/**
 * Whether a panel opened this way is a preview, as the editor does it with files: from a row; from
 * a picker only if `enablePreviewFromQuickOpen` is set; never from a link.
 */
export function opensPreview(from: OpenedFrom): boolean {
  if (!hasPreviews()) return false;
  return from === 'row' || (from === 'picker' && isOn('enablePreviewFromQuickOpen', false));
}

function isOn(name: string, byDefault: boolean): boolean {
  const value = vscode.workspace.getConfiguration('workbench.editor').get<unknown>(name);
  return typeof value === 'boolean' ? value : byDefault;
}

/** Returns a function to call at each click on the row of `key`: whether that is a double click. */
export function doubleClicks(clock: Clock): (key: string) => boolean {
  let last: { readonly key: string; readonly at: number } | undefined;
  return (key) => {
    const at = clock.now();
    // The clock may have been set back since.
    const isSecond = last?.key === key && Math.abs(at - last.at) <= DOUBLE_CLICK_MS;
    last = isSecond ? undefined : { key, at };
    return isSecond;
  };
}
