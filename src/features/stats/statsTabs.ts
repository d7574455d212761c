import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import type { StatsState } from '../../protocol/stats.ts';

/** A longer name would push the other tabs out of sight. */
const NAME_LENGTH = 40;

/**
 * The tab's title: `Harbor Lights (t/7012)`, or `Project t/7012` until a list has told the name. It
 * tells projects of one name apart, and after a reload it is all that is known of a tab at first.
 */
export function statsTitle({ ref, facts }: Pick<StatsState, 'ref' | 'facts'>): string {
  const name = displayText(facts?.name ?? '', NAME_LENGTH);
  return name === '' ? `Project ${ref}` : `${name} (${ref})`;
}

/** Whether a tab shows the project `t/12`, whatever the project is called. */
export function isTabOf({ label }: vscode.Tab, ref: string): boolean {
  return label === `Project ${ref}` || label.endsWith(` (${ref})`);
}

/**
 * The tabs of stats, also those that the editor has not brought back since a reload: it does so only
 * when a tab is looked at. Of such a tab it tells the title, and no state.
 */
export function statsTabs(viewType: string): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      // The editor puts a prefix before the type, such as `mainThreadWebview-`.
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.split('-').at(-1) === viewType,
    );
}

/** From where a person opens a project's stats. */
export type OpenedFrom = 'row' | 'picker' | 'link';

/** Shows the stats of a project; a row of it tells its name before a list does. */
export type OpenStats = (
  ref: ProjectRef,
  project: Project | undefined,
  from: OpenedFrom,
) => Promise<void>;

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
