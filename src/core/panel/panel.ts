/** What the messages between the editor and the pages of panels have in common. */

import { ALL_COUNTS } from '../model/counts.ts';
import * as is from './is.ts';

/** The messages of every page, each with its members. */
export const FROM_EVERY_PAGE = {
  /** The first message of a page, each time it has loaded: messages sent before it are lost. */
  ready: {},
  refresh: {},
  signIn: {},
  showLog: {},
};

/** Always a complete state, so that it can be sent again at any time. */
export interface StateMessage<State> {
  readonly type: 'state';
  readonly state: State;
}

/** `Counts`. Messages are JSON, which drops `undefined` members. */
export const isCounts = is.objectOf({
  ...is.each(ALL_COUNTS, is.optional(is.number)),
  notCounts: is.optional(is.arrayOf(is.oneOf(...ALL_COUNTS))),
});

/** The members of a problem, shown at the top of a panel: why it cannot be brought up to date. */
const PROBLEM = {
  /**
   * For a failure of everything shown: since when, and the last and next try, such as `Unreachable
   * since 12:00 · last try 12:00:35 · next try 12:01:05`.
   */
  title: is.optional(is.string),
  message: is.string,
  /** Its `failureCode`, by which the log names it. */
  code: is.optional(is.string),
  action: is.oneOf('retry', 'signIn'),
  /** The project of the other kind, such as `n/12`, if the service knows that one instead. */
  other: is.optional(is.string),
};
export type PanelProblem = is.Members<typeof PROBLEM>;

/** A problem in the words of a screen reader. */
export function problemWords({ title, message }: PanelProblem): string {
  return title === undefined ? message : `${title}. ${message}`;
}

/** The announcement of `next`; `undefined` without a problem, or if its message is that of `previous`. */
export function spokenProblem(
  previous: PanelProblem | undefined,
  next: PanelProblem | undefined,
): string | undefined {
  return next && next.message !== previous?.message ? problemWords(next) : undefined;
}

const isLoadImages = is.oneOf('onClick', 'always', 'never');
/** Whether the image of a row is loaded. The image's server learns of each load. */
export type LoadImages = is.Guarded<typeof isLoadImages>;

/** What the state of every panel holds besides its `ref`, which names what it shows. */
export const ROW_STATE = {
  /** True while the data comes from the bundled sample service. */
  sample: is.boolean,
  loadImages: isLoadImages,
  /** While there is one, nothing shown counts as current. */
  problem: is.optional(is.objectOf(PROBLEM)),
};
export type RowState = { readonly ref: string } & is.Members<typeof ROW_STATE>;

/** What the page of a row keeps while its tab is hidden and across a reload. */
export interface SavedPage {
  /** The axis of a comparison, by its name. */
  readonly axis?: string | undefined;
  /** The image that the user loaded, see `imageMark`. */
  readonly shownImage?: string | undefined;
}

export const isSavedPage: is.Guard<SavedPage> = is.objectOf({
  axis: is.optional(is.string),
  shownImage: is.optional(is.string),
});
