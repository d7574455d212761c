import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../../core/base/numberFormat.ts';
import type { ListName } from '../../core/messages/listMessages.ts';
import type { PartName } from './exportMessages.ts';

/** Names a choice of held rows: `The 12 loaded projects that match the filter`. */
export function partLabel(
  part: PartName,
  list: ListName,
  count: number,
  format: FormatNumber,
  isAll: boolean,
): string {
  switch (part) {
    case 'selected':
      return selectedLabel(list, count, format);
    case 'loaded':
      return isAll ? allLabel(list, count, format) : loadedLabel(list, count, format);
    case 'filtered':
      return filteredLabel(count, format, isAll);
  }
}

function selectedLabel(list: ListName, count: number, format: FormatNumber): string {
  if (list === 'projects') {
    return count === 1
      ? l10n.t('The selected project')
      : l10n.t('The {0} selected projects', format(count));
  }
  return count === 1
    ? l10n.t('The selected collection')
    : l10n.t('The {0} selected collections', format(count));
}

function loadedLabel(list: ListName, count: number, format: FormatNumber): string {
  if (list === 'projects') {
    return count === 1
      ? l10n.t('The loaded project')
      : l10n.t('The {0} loaded projects', format(count));
  }
  return count === 1
    ? l10n.t('The loaded collection')
    : l10n.t('The {0} loaded collections', format(count));
}

/** Only Projects have a filter. */
function filteredLabel(count: number, format: FormatNumber, isAll: boolean): string {
  if (isAll) {
    return count === 1
      ? l10n.t('The project that matches the filter')
      : l10n.t('The {0} projects that match the filter', format(count));
  }
  return count === 1
    ? l10n.t('The loaded project that matches the filter')
    : l10n.t('The {0} loaded projects that match the filter', format(count));
}

/**
 * `All 230 projects`.
 * @param count `undefined` if it is not known.
 */
export function allLabel(list: ListName, count: number | undefined, format: FormatNumber): string {
  const isProjects = list === 'projects';
  if (count === undefined) return isProjects ? l10n.t('All projects') : l10n.t('All collections');
  if (count === 1) return isProjects ? l10n.t('The only project') : l10n.t('The only collection');
  return isProjects
    ? l10n.t('All {0} projects', format(count))
    : l10n.t('All {0} collections', format(count));
}

/** `All projects that match the filter, of 3,204`. Only Projects have a filter. */
export function allMatchingLabel(total: number | undefined, format: FormatNumber): string {
  return total === undefined
    ? l10n.t('All projects that match the filter')
    : l10n.t('All projects that match the filter, of {0}', format(total));
}
