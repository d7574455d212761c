import type { ProjectFacts, SavedStatsPanel } from '../../protocol/stats.ts';
import { readSavedStatsPanel } from '../../protocol/stats.ts';
import { savedPanel } from './project.ts';

/** What the panel keeps: the editor's part, and which image was shown in which life of the page. */
export interface Saved extends SavedStatsPanel {
  readonly shownImage?: string;
}

/**
 * The mark that the person let `image` load. It names the page's session, because the permission
 * outlasts hiding the tab (which tears the page down) but not closing it or restarting the editor.
 */
export function imageMark(session: string, image: string): string {
  return `${session} ${image}`;
}

/** Reads what an earlier page of this panel kept; `undefined` if it is nothing of ours. */
export function readSaved(value: unknown): Saved | undefined {
  const panel = readSavedStatsPanel(value);
  if (panel === undefined) return undefined;
  const { shownImage } = value as { readonly shownImage?: unknown };
  return typeof shownImage === 'string' ? { ...panel, shownImage } : panel;
}

/** What to keep now. */
export function toSaved(
  ref: string,
  facts: ProjectFacts | undefined,
  shownImage: string | undefined,
): Saved {
  const panel = savedPanel(ref, facts);
  return shownImage === undefined ? panel : { ...panel, shownImage };
}
