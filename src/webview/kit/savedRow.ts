/** What the page of a row's panel keeps, and the image that it may load, without a DOM. */

import { type ImageSource, imageSource } from '../../protocol/imageSource.ts';
import type { SavedRow } from '../../protocol/panel.ts';

/** The image, if it may be loaded. The editor sends no loopback image for a service elsewhere. */
export function loadable(image: string | undefined): ImageSource | undefined {
  return imageSource(image, true);
}

/** The saved state of a page: the editor's part, and the image that the person loaded. */
export interface Saved<Facts> extends SavedRow<Facts> {
  readonly shownImage?: string;
}

/**
 * Marks that the person loaded `image`. It names the page's session, because the permission lasts
 * while the tab is hidden (which destroys the page) but not after it is closed or the editor
 * restarts.
 */
export function imageMark(session: string, image: string): string {
  return `${session} ${image}`;
}

/**
 * Reads the state that an earlier page saved; `undefined` if it is invalid.
 * @param readRow reads the editor's part.
 */
export function readSaved<Facts>(
  value: unknown,
  readRow: (value: unknown) => SavedRow<Facts> | undefined,
): Saved<Facts> | undefined {
  const row = readRow(value);
  if (row === undefined) return undefined;
  const { shownImage } = value as { readonly shownImage?: unknown };
  return typeof shownImage === 'string' ? { ...row, shownImage } : row;
}

/** The part of a panel's state that is saved for a reload. */
interface Shown<Facts> {
  readonly ref: string;
  readonly service?: string | undefined;
  readonly preview?: boolean;
  readonly forget?: boolean | undefined;
  readonly facts?: Facts | undefined;
}

/** The state to save across a reload: enough for a heading before the first answer. */
export function toSaved<Facts>(
  { ref, service, preview, forget, facts }: Shown<Facts>,
  shownImage: string | undefined,
): Saved<Facts> {
  return {
    ref,
    ...(service !== undefined && { service }),
    ...(preview === true && { preview }),
    ...(facts && forget !== true && { facts }),
    ...(shownImage !== undefined && { shownImage }),
  };
}
