/** What the page of a row shows, and what the user can do in it. */

import { type ImageSource, imageSource } from '../core/panel/imageSource.ts';
import type { RowState, SavedPage } from '../core/panel/panel.ts';

/** The state of a page in which the user has done nothing yet. */
export const UNTOUCHED = {
  failedImage: undefined as string | undefined,
  /** What was just copied; its button shows a tick. */
  copied: undefined as string | undefined,
};
export type Touched = Readonly<typeof UNTOUCHED>;

/** What the editor sends to a page: the state of every row, and the facts of its kind of row. */
export interface PageState extends RowState {
  readonly facts?: object | undefined;
}

export interface RowScreen<State extends PageState = PageState> extends Touched {
  readonly ref: string;
  /** `undefined` until the first message. */
  readonly state: State | undefined;
  readonly facts: State['facts'];
  /** What the page keeps while its tab is hidden and across a reload. */
  readonly kept: SavedPage;
  readonly now: number;
  readonly imageAllowed: boolean;
  readonly imageFailed: boolean;
}

export interface RowActions {
  readonly copy: (what: string) => void;
  /** Loads the image, also again after it failed. */
  readonly showImage: () => void;
  readonly imageFailed: () => void;
  /** Adds to `kept`. */
  readonly keep: (change: SavedPage) => void;
  readonly refresh: () => void;
}

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
