/** What the page of a row's panel keeps, and the image that it may load, without a DOM. */

import { type ImageSource, imageSource } from '../core/panel/imageSource.ts';
import type { RowState, SavedRow } from '../core/panel/panel.ts';

/** The image, if it may be loaded. The editor sends a loopback image only for a local service. */
export function loadable(image: string | undefined): ImageSource | undefined {
  return imageSource(image, true);
}

/**
 * The mark that the user loaded `image`. It names the page's session, because the permission lasts
 * while the tab is hidden (which destroys the page) but not after it is closed or the editor
 * restarts.
 */
export function imageMark(session: string, image: string): string {
  return `${session} ${image}`;
}

/** The state to save across a reload: enough to show the row before the first message. */
export function toSaved<Facts>(
  {
    ref,
    service,
    preview,
    forget,
    facts,
  }: Partial<RowState> & { readonly ref: string; readonly facts?: Facts | undefined },
  shownImage: string | undefined,
): SavedRow<Facts> {
  return {
    ref,
    ...(service !== undefined && { service }),
    ...(preview === true && { preview }),
    ...(facts && forget !== true && { facts }),
    ...(shownImage !== undefined && { shownImage }),
  };
}
