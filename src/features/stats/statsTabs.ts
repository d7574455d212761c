import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import { describeRef, parseProjectRef, titleWithId } from '../../core/model/projectRef.ts';
import type { StatsState } from './messages.ts';

const NAME_LENGTH = 40;

/**
 * The tab's title: `Harbor Lights (7012 · transferable)`, or `Project 7012 · transferable` until the
 * name is known. It differs for projects of the same name, and identifies a tab that was not
 * restored since a reload.
 */
export function statsTitle({ ref, facts }: Pick<StatsState, 'ref' | 'facts'>): string {
  const name = displayText(facts?.name ?? '', NAME_LENGTH);
  const id = describeKey(ref);
  return name === '' ? l10n.t('Project {0}', id) : titleWithId(name, id);
}

/**
 * Whether a tab shows the project with a key such as `t/12`, whatever its name. A title in another
 * display language is not recognized: the editor gives nothing else of a tab that was not restored,
 * and the id in it does not determine the kind. Two tabs are then open, until the older one is shown
 * and closes (`RowPanels.adopt`).
 */
export function isTabOf({ label }: Pick<vscode.Tab, 'label'>, key: string): boolean {
  const id = describeKey(key);
  return label === l10n.t('Project {0}', id) || label.endsWith(` (${id})`);
}

function describeKey(key: string): string {
  const ref = parseProjectRef(key);
  return ref ? describeRef(ref) : key;
}
