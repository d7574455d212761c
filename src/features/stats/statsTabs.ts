import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import { describeRef, parseProjectRef, titleWithId } from '../../core/model/projectRef.ts';
import type { StatsState } from '../../protocol/stats.ts';

const NAME_LENGTH = 40;

/**
 * The tab's title: `Harbor Lights (7012 · transferable)`, or `Project 7012 · transferable` until the
 * name is known. It tells projects of one name apart, and identifies a tab that was not restored
 * since a reload.
 */
export function statsTitle({ ref, facts }: Pick<StatsState, 'ref' | 'facts'>): string {
  const name = displayText(facts?.name ?? '', NAME_LENGTH);
  const id = describeKey(ref);
  return name === '' ? l10n.t('Project {0}', id) : titleWithId(name, id);
}

/**
 * Whether a tab shows the project `t/12`, whatever the project is called. A title that was written
 * in another display language is not recognised: the editor gives nothing else of such a tab, and
 * the id alone does not determine the kind. Two tabs are then open, until the older one is shown:
 * it closes (`RowPanels.restore`).
 */
export function isTabOf({ label }: Pick<vscode.Tab, 'label'>, ref: string): boolean {
  const id = describeKey(ref);
  return label === l10n.t('Project {0}', id) || label.endsWith(` (${id})`);
}

function describeKey(key: string): string {
  const ref = parseProjectRef(key);
  return ref ? describeRef(ref) : key;
}
