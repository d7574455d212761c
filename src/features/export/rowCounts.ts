import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../../core/base/numberFormat.ts';
import type { ExportName } from './formats.ts';

/** `1 project`, `230 projects`, and so on. */
export function countedRows(list: ExportName, count: number, format: FormatNumber): string {
  const isOne = count === 1;
  switch (list) {
    case 'projects':
      return isOne ? l10n.t('1 project') : l10n.t('{0} projects', format(count));
    case 'collections':
      return isOne ? l10n.t('1 collection') : l10n.t('{0} collections', format(count));
    case 'readings':
      return isOne ? l10n.t('1 reading') : l10n.t('{0} readings', format(count));
  }
}

/** `12 of 230 projects`, and so on. */
export function countedOf(
  list: ExportName,
  count: number,
  total: number,
  format: FormatNumber,
): string {
  const [some, all] = [format(count), format(total)];
  const isOne = total === 1;
  switch (list) {
    case 'projects':
      return isOne ? l10n.t('{0} of 1 project', some) : l10n.t('{0} of {1} projects', some, all);
    case 'collections':
      return isOne
        ? l10n.t('{0} of 1 collection', some)
        : l10n.t('{0} of {1} collections', some, all);
    case 'readings':
      return isOne ? l10n.t('{0} of 1 reading', some) : l10n.t('{0} of {1} readings', some, all);
  }
}
