import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { percentConfirmed } from '../../core/stats/share.ts';
import type { Watched } from '../../core/watch/watchList.ts';
import { formatNumber } from '../../editor/locale.ts';
import { joinWords } from '../../views/treeItems.ts';

/** Puts the share first, because a narrow view cuts the end: `63% · HLD · processing`. */
export function decorateRow(item: vscode.TreeItem, one: Watched): void {
  const percent = shareOf(one);
  const share = percent === undefined ? undefined : formatNumber(percent, 'percent');
  const stalled = one.stalled === true ? l10n.t('stalled') : '';
  const described = typeof item.description === 'string' ? item.description : '';
  // A screen reader says `Harbor Lights, watched, 63% confirmed, HLD`.
  const [name, rest] = item.accessibilityInformation
    ? [item.accessibilityInformation.label, '']
    : [item.label as string, described];
  const confirmed = share === undefined ? '' : l10n.t('{0} confirmed', share);
  const spoken = [name, l10n.t('watched'), confirmed, stalled, rest];
  item.description = joinWords(share ?? l10n.t('watched'), stalled, described);
  item.accessibilityInformation = { label: spoken.filter((part) => part !== '').join(', ') };
  item.contextValue = `${item.contextValue ?? ''} watched`;
}

/** Percent that are confirmed; `undefined` until that is known. */
export function shareOf({ last }: Watched): number | undefined {
  return last && percentConfirmed([last]);
}
