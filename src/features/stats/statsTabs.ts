import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import { describeRef, parseProjectRef, titleWithId } from '../../core/model/projectRef.ts';
import type { StatsState } from '../../protocol/stats.ts';

/** Characters of a name in the title of a tab. */
const NAME_LENGTH = 40;

/**
 * The tab's title: `Harbor Lights (7012 · transferable)`, or `Project 7012 · transferable` until the
 * name is known. It tells projects of one name apart, and identifies a tab that was not restored
 * since a reload.
 */
export function statsTitle({ ref, facts }: Pick<StatsState, 'ref' | 'facts'>): string {
  const name = displayText(facts?.name ?? '', NAME_LENGTH);
  const id = describeKey(ref);
  return name === '' ? `Project ${id}` : titleWithId(name, id);
}

/**
 * Whether a tab shows the project `t/12`, whatever the project is called. Version 0.1.0 wrote the
 * reference as `t/12` in the title, and such a tab may not be restored yet.
 */
export function isTabOf({ label }: vscode.Tab, ref: string): boolean {
  return [describeKey(ref), ref].some(
    (id) => label === `Project ${id}` || label.endsWith(` (${id})`),
  );
}

function describeKey(key: string): string {
  const ref = parseProjectRef(key);
  return ref ? describeRef(ref) : key;
}

/**
 * All tabs of stats, also those that were not restored since a reload: the editor restores a tab
 * when it is first shown. Until then only its title is known.
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

/** Where a person opened a project's stats. */
export type OpenedFrom = 'row' | 'picker' | 'link';

/** Shows the stats of a project. `project` gives its name if the list does not hold it. */
export type OpenStats = (
  ref: ProjectRef,
  project: Project | undefined,
  from: OpenedFrom,
) => Promise<void>;

/** The setting that turns previews off. */
export const ENABLE_PREVIEW = 'workbench.editor.enablePreview';

/**
 * The longest time between the two clicks of a double click. The editor runs a row's command for
 * each click and does not report a double click. Systems allow half a second or more, and a busy
 * window delivers the second click late.
 */
const DOUBLE_CLICK_MS = 1_000;

/** Whether previews are enabled in the editor's settings. */
export function hasPreviews(): boolean {
  return isOn('enablePreview', true);
}

/**
 * Whether a panel opened from here is a preview, as the editor does it with files: from a row; from
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

/** Creates a function that tells if a click on the row of `key` is the second of a double click. */
export function doubleClicks(): (key: string) => boolean {
  let last: { readonly key: string; readonly at: number } | undefined;
  return (key) => {
    const at = Date.now();
    const isSecond = last?.key === key && at - last.at <= DOUBLE_CLICK_MS;
    last = isSecond ? undefined : { key, at };
    return isSecond;
  };
}
