import * as l10n from '@vscode/l10n';

/** What the messages between the editor and the pages of panels have in common. */

/** The messages of every page, each with its members. */
export const FROM_EVERY_PAGE = {
  /** The first message of a page, each time it has loaded: messages sent before it are lost. */
  ready: {},
  /** Whether the page has the focus: sent when it has loaded, and when that changes. */
  focus: {},
  blur: {},
  refresh: {},
  signIn: {},
  switchConnection: {},
  showLog: {},
};

/** The messages of the editor to every page. */
export type ToPage<State> =
  /** Always a complete state, so that it can be sent again at any time. */
  | { readonly type: 'state'; readonly state: State }
  /** Sent after something was done, such as `copied`: what it was. */
  | { readonly type: 'done'; readonly what: string };

export interface PanelProblem {
  /** Of all shown: `Unreachable since 12:00 · last try 12:00:35 · next try 12:01:05`. */
  readonly title?: string | undefined;
  readonly message: string;
  /** Its `failureCode`, by which the log names it. */
  readonly code?: string | undefined;
  readonly action: 'retry' | 'signIn' | 'switchConnection';
}

/** A problem in the words of a screen reader. */
export function problemWords({ title, message }: PanelProblem): string {
  return title === undefined ? message : `${title}. ${message}`;
}

/** Its words, or that the problem is over; `undefined` if that was said before. */
export function spokenProblem(
  previous: PanelProblem | undefined,
  next: PanelProblem | undefined,
): string | undefined {
  if (next?.message === previous?.message) return undefined;
  return next ? problemWords(next) : l10n.t('Up to date again.');
}

/** Whether the image of a row is loaded. The image's server learns of each load. */
export type LoadImages = 'onClick' | 'always' | 'never';

export interface RowState {
  /** True while the data comes from the bundled sample service. */
  readonly sample: boolean;
  readonly loadImages: LoadImages;
  /** While there is one, nothing shown counts as current. */
  readonly problem?: PanelProblem | undefined;
}
