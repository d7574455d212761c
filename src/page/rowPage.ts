import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { Later } from '../core/base/later.ts';
import { type ImageSource, imageSource } from '../core/panel/imageSource.ts';
import type { Guard } from '../core/panel/is.ts';
import {
  isSavedPage,
  type RowState,
  type SavedPage,
  spokenProblem,
  type StateMessage,
} from '../core/panel/panel.ts';
import { systemClock } from '../editor/systemClock.ts';
import { problemView } from './controls.ts';
import { connect, type Editor } from './editor.ts';

/** How long a copy button keeps its tick. */
const TICK_MS = 2_000;

/** What the editor sends to a page: the state of every row, and the facts of its kind of row. */
export interface PageState extends RowState {
  readonly facts?:
    { readonly image?: string | undefined; readonly description?: string | undefined } | undefined;
}

/** What the page of a row shows. */
export interface RowScreen<State extends PageState = PageState> {
  readonly ref: string;
  /** `undefined` until the first message. */
  readonly state: State | undefined;
  readonly facts: State['facts'];
  /** What the page stores while its tab is hidden and across a reload. */
  readonly kept: SavedPage;
  readonly now: number;
  /** What was just copied; its button shows a tick. */
  readonly copied: string | undefined;
  /** Whether the user has loaded the image, and whether that has failed. */
  readonly imageAllowed: boolean;
  readonly imageFailed: boolean;
}

/** What the user can do in it. */
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
export function loadable(facts: PageState['facts']): ImageSource | undefined {
  return imageSource(facts?.image, true);
}

interface RowPage<State extends PageState, What> {
  readonly isMessage: Guard<StateMessage<State> | { readonly type: 'copied'; readonly what: What }>;
  readonly copiedWords: (what: What) => string;
  /**
   * Called with each state, before it is drawn. Returns what a screen reader is to announce; if that
   * is `undefined`, a new problem is announced.
   * @param userWaits whether the user has requested a refresh, and no state has ended it before.
   */
  readonly onState: (
    previous: State | undefined,
    next: State,
    userWaits: boolean,
  ) => string | undefined;
  readonly isLoading: (state: State | undefined) => boolean;
  /** Further buttons beside a problem. */
  readonly remedy?: (state: State) => unknown;
  readonly view: (screen: RowScreen<State>, actions: RowActions) => TemplateResult;
}

/** Runs the page of a row or a comparison: shows each state. Call it once. */
export function startRowPage<State extends PageState, What extends string>(
  page: RowPage<State, What>,
) {
  const editor: Editor<{ readonly type: string; readonly what?: string }, SavedPage> = connect(
    page.isMessage,
    (message) => {
      if (message.type === 'state') {
        receiveState(message.state);
        return;
      }
      copied = message.what;
      endTick.restart(TICK_MS);
      say(page.copiedWords(message.what));
    },
  );
  let kept: SavedPage = isSavedPage(editor.saved) ? editor.saved : {};
  let state: State | undefined;
  let spoken = '';
  let userWaits = false;
  let copied: What | undefined;
  let failedImage: string | undefined;
  const endTick = new Later(systemClock, () => {
    copied = undefined;
    say('');
  });

  const image = () => loadable(state?.facts);
  /**
   * The mark that the user loaded the image. It names the page's session, because the permission lasts
   * while the tab is hidden, which destroys the page, but not after it is closed or the editor restarts.
   */
  const imageMark = () => `${editor.session} ${image()?.address ?? ''}`;

  const actions: RowActions = {
    copy(what) {
      editor.post({ type: 'copy', what });
    },
    showImage() {
      spoken = '';
      failedImage = undefined;
      actions.keep({ shownImage: imageMark() });
    },
    imageFailed() {
      failedImage = image()?.address;
      say(l10n.t('The image could not be loaded from {0}.', image()?.host ?? ''));
    },
    keep(change) {
      kept = { ...kept, ...change };
      editor.save(kept);
      paint();
    },
    refresh() {
      userWaits = true;
      editor.post({ type: 'refresh' });
    },
  };

  function say(words: string): void {
    spoken = words;
    paint();
  }

  function receiveState(next: State): void {
    const words =
      page.onState(state, next, userWaits) ?? (state && spokenProblem(state.problem, next.problem));
    if (!page.isLoading(next)) userWaits = false;
    state = next;
    say(words ?? spoken);
  }

  function paint(): void {
    if (!state) return;
    const focused = document.activeElement;
    draw();
    // If the focused button disappeared with its action (Retry, Show image), focus the heading.
    if (focused?.isConnected === false) document.querySelector<HTMLElement>('h1')?.focus();
  }

  /** The live region stays in the page: a screen reader would not read the text of a new one. */
  function draw(): void {
    const screen = {
      ref: state?.ref ?? '',
      facts: state?.facts,
      ...{ state, kept, copied },
      now: systemClock.now(),
      imageAllowed: kept.shownImage === imageMark(),
      imageFailed: failedImage !== undefined && failedImage === image()?.address,
    };
    const loading = page.isLoading(state);
    const send = (type: string) => () => {
      editor.post({ type });
    };
    const problem = state?.problem;
    render(
      html`${loading ? html`<progress class="activity" aria-hidden="true"></progress>` : nothing}
        <main class=${problem ? 'stale' : nothing} aria-busy=${loading ? 'true' : 'false'}>
          ${problem && state ? problemView(problem, { retry: actions.refresh, send }, page.remedy?.(state)) : nothing}
          ${page.view(screen, actions)}
        </main>
        <div class="hidden" role="status" aria-live="polite">${spoken}</div>`,
      editor.root,
    );
  }

  paint();
  return { post: editor.post, paint };
}
