/** What a picture of a panel shows, and what is said of it, without a DOM. */

import * as l10n from '@vscode/l10n';
import type { Segment } from './segments.ts';

export interface Picture {
  readonly title: string;
  readonly lines: readonly string[];
  readonly bar: readonly Segment[];
  /** What selects the canvases of its charts in the page; none if there are none. */
  readonly charts?: string;
  /** Texts in columns; a text that is too long is cut. */
  readonly table: readonly (readonly string[])[];
  /** See `footOf`. */
  readonly foot: string;
}

/** The last line: as of when the picture is, and whether its data is made up. */
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
