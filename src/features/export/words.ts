import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../editor/locale.ts';
import type { ExportName } from './writers.ts';

/** A message for one and for several, of which `n` is the formatted number. */
export type Counted = (n: string) => Words;
type Words = readonly [one: string, several: string];

/** The message for a number. */
export function counted(count: number, words: Counted): string {
  const [one, several] = words(formatNumber(count));
  return count === 1 ? one : several;
}

/**
 * The words of each export. `rowsOf` is chosen by the number of all; `theSelected` and `theLoaded` are
 * within a sentence; `allOfThem` is for a number that is not known.
 */
export const WORDS = {
  projects: {
    title: () => l10n.t('Export Projects'),
    saveTitle: (format) => l10n.t('Export Projects as {0}', format),
    progress: (file) => l10n.t('Exporting projects to {0}', file),
    which: () => l10n.t('Which projects?'),
    rows: (n) => [l10n.t('1 project'), l10n.t('{0} projects', n)],
    rowsOf: (some) => (n) => [
      l10n.t('{0} of 1 project', some),
      l10n.t('{0} of {1} projects', some, n),
    ],
    selected: (n) => [l10n.t('The selected project'), l10n.t('The {0} selected projects', n)],
    theSelected: (n) => [l10n.t('the 1 selected project'), l10n.t('the {0} selected projects', n)],
    loaded: (n) => [l10n.t('The loaded project'), l10n.t('The {0} loaded projects', n)],
    theLoaded: (n) => [l10n.t('the 1 loaded project'), l10n.t('the {0} loaded projects', n)],
    all: (n) => [l10n.t('The only project'), l10n.t('All {0} projects', n)],
    allOfThem: () => l10n.t('All projects'),
  },
  collections: {
    title: () => l10n.t('Export Collections'),
    saveTitle: (format) => l10n.t('Export Collections as {0}', format),
    progress: (file) => l10n.t('Exporting collections to {0}', file),
    which: () => l10n.t('Which collections?'),
    rows: (n) => [l10n.t('1 collection'), l10n.t('{0} collections', n)],
    rowsOf: (some) => (n) => [
      l10n.t('{0} of 1 collection', some),
      l10n.t('{0} of {1} collections', some, n),
    ],
    selected: (n) => [l10n.t('The selected collection'), l10n.t('The {0} selected collections', n)],
    theSelected: (n) => [
      l10n.t('the 1 selected collection'),
      l10n.t('the {0} selected collections', n),
    ],
    loaded: (n) => [l10n.t('The loaded collection'), l10n.t('The {0} loaded collections', n)],
    theLoaded: (n) => [l10n.t('the 1 loaded collection'), l10n.t('the {0} loaded collections', n)],
    all: (n) => [l10n.t('The only collection'), l10n.t('All {0} collections', n)],
    allOfThem: () => l10n.t('All collections'),
  },
  readings: {
    title: () => l10n.t('Export Readings'),
    saveTitle: (format) => l10n.t('Export Readings as {0}', format),
    progress: (file) => l10n.t('Exporting readings to {0}', file),
    rows: (n) => [l10n.t('1 reading'), l10n.t('{0} readings', n)],
    rowsOf: (some) => (n) => [
      l10n.t('{0} of 1 reading', some),
      l10n.t('{0} of {1} readings', some, n),
    ],
  },
} satisfies Record<ExportName, Record<string, (text: string) => string | Words | Counted>>;

/** `12 of 230 projects`, or `12 projects` if the total is not known. */
export function rowsWords(name: ExportName, count: number, total: number | undefined): string {
  const { rows, rowsOf } = WORDS[name];
  return total === undefined ? counted(count, rows) : counted(total, rowsOf(formatNumber(count)));
}
