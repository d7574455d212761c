import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { percentConfirmed } from '../../core/stats/share.ts';
import type { Watched } from '../../core/watch/watchList.ts';
import { formatNumber } from '../../editor/locale.ts';
import { joinWords } from '../../views/treeItems.ts';

/** Puts the share first, because a narrow view cuts the end: `63% · HLD · processing`. */
export function decorateRow(item: vscode.TreeItem, one: Watched): void {
  const share = shareOf(one);
  const known = share === undefined ? l10n.t('watched') : formatNumber(share, 'percent');
  const described = typeof item.description === 'string' ? item.description : '';
  item.description = joinWords(known, one.stalled === true ? l10n.t('stalled') : '', described);
  item.accessibilityInformation = { label: spokenRow(item, described, one) };
  item.contextValue = `${item.contextValue ?? ''} watched`;
}

/** What a screen reader says of the row: `Harbor Lights, watched, 63% confirmed, HLD`. */
function spokenRow(
  { accessibilityInformation, label }: vscode.TreeItem,
  described: string,
  one: Watched,
): string {
  const share = shareOf(one);
  const [name = '', ...rest] =
    accessibilityInformation === undefined
      ? [label as string, described]
      : [accessibilityInformation.label];
  return [
    name,
    l10n.t('watched'),
    share === undefined ? '' : l10n.t('{0} confirmed', formatNumber(share, 'percent')),
    one.stalled === true ? l10n.t('stalled') : '',
    ...rest,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Percent that are confirmed; `undefined` until that is known. */
export function shareOf({ last }: Watched): number | undefined {
  return last && percentConfirmed([last]);
}
