/** The image that the page of a row may load, without a DOM. */

import { type ImageSource, imageSource } from '../core/panel/imageSource.ts';

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
