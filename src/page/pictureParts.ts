/** What a picture of a panel shows, and the texts about it, without a DOM. */

import * as l10n from '@vscode/l10n';
import type { Segment } from './stackedBar.ts';

export interface Picture {
  readonly title: string;
  readonly lines: readonly string[];
  readonly bar: readonly Segment[];
  readonly charts: readonly PictureChart[];
  readonly table: readonly PictureRow[];
  /** See `footOf`. */
  readonly foot: string;
}

/** A chart of the page; it is left out while the page has none. */
export interface PictureChart {
  /** Selects its canvas. */
  readonly canvas: string;
  /** What it shows, if its axes do not say. */
  readonly caption?: string;
}

/** Texts in columns; a text in the first one that is too long is cut. */
export interface PictureRow {
  readonly cells: readonly string[];
  readonly key?: Key | undefined;
}

/** The sample before a row: its color in the bar, or its line in the chart. */
export interface Key {
  /** A variable of the style sheet. */
  readonly color: string;
  /** See `Look` in `compare/plot.ts`. */
  readonly line?: { readonly dashes: readonly number[]; readonly mark: string };
}

/** The last line: whether the data is sample data, and as of when it is. */
export function footOf(sample: boolean | undefined, date: string): string {
  return sample ? `${l10n.t('Sample data')} · ${date}` : date;
}

export function pictureCopiedWords(): string {
  return l10n.t('Picture copied.');
}

/** Why `copyPicture` has failed, and what to do. */
export function pictureFailureWords(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return l10n.t('The picture was not copied. Click into this panel and try again. ({0})', why);
}
