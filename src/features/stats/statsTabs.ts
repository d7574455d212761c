import type * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import type { StatsState } from '../../protocol/stats.ts';

/** Characters of a name in the title of a tab. */
const NAME_LENGTH = 40;

/**
 * The tab's title: `Harbor Lights (t/7012)`, or `Project t/7012` until the name is known. It tells
 * projects of one name apart, and identifies a tab that was not restored since a reload.
 */
export function statsTitle({ ref, facts }: Pick<StatsState, 'ref' | 'facts'>): string {
  const name = displayText(facts?.name ?? '', NAME_LENGTH);
  return name === '' ? `Project ${ref}` : `${name} (${ref})`;
}

/** Whether a tab shows the project `t/12`, whatever the project is called. */
export function isTabOf({ label }: Pick<vscode.Tab, 'label'>, ref: string): boolean {
  return label === `Project ${ref}` || label.endsWith(` (${ref})`);
}

/** Shows the stats of a project. `project` gives its name if the list does not hold it. */
export type OpenStats = (
  ref: ProjectRef,
  project: Project | undefined,
  from: OpenedFrom,
) => Promise<void>;
