import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { Later } from '../core/base/later.ts';
import type { Guard } from '../core/panel/is.ts';
import { isSavedPage, type SavedPage, type StateMessage } from '../core/panel/panel.ts';
import { connect, type Editor } from './editor.ts';
import { problemView } from './controls.ts';
import { systemClock } from '../editor/systemClock.ts';
import {
  imageMark,
  loadable,
  type PageState,
  type RowActions,
  type RowScreen,
  type Touched,
  UNTOUCHED,
} from './rowScreen.ts';
import { spokenProblem } from './spokenProblem.ts';

/** How long a copy button keeps its tick. */
const TICK_MS = 2_000;

function imageOf(facts: object | undefined): string | undefined {
  return facts && 'image' in facts && typeof facts.image === 'string' ? facts.image : undefined;
}

/** A message to the editor, which checks it. */
interface Message {
  readonly type: string;
  readonly what?: string;
}

interface Copied<What> {
  readonly type: 'copied';
  readonly what: What;
}

interface RowPage<State extends PageState, What> {
  readonly isMessage: Guard<StateMessage<State> | Copied<What>>;
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

/**
 * Runs the page of a row or a comparison: shows each state. Call it once.
 */
export function startRowPage<State extends PageState, What extends string>(
  page: RowPage<State, What>,
): { readonly post: (message: Message) => void; readonly paint: () => void } {
  const editor: Editor<Message, SavedPage> = connect(page.isMessage, (message) => {
    if (message.type === 'state') receiveState(message.state);
    else showCopied(message.what);
  });
  let kept: SavedPage = isSavedPage(editor.saved) ? editor.saved : {};

  let state: State | undefined;
  let spoken = '';
  let userWaits = false;
  let touched: Touched = UNTOUCHED;
  const endTick = new Later(systemClock, () => {
    spoken = '';
    touch({ copied: undefined });
  });

  const image = () => loadable(imageOf(state?.facts));

  const actions: RowActions = {
    copy(what) {
      editor.post({ type: 'copy', what });
    },
    showImage() {
      spoken = '';
      actions.keep({ shownImage: imageMark(editor.session, image()?.address ?? '') });
      touch({ failedImage: undefined });
    },
    imageFailed() {
      spoken = l10n.t('The image could not be loaded from {0}.', image()?.host ?? '');
      touch({ failedImage: image()?.address });
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

  function touch(change: Partial<Touched>): void {
    touched = { ...touched, ...change };
    paint();
  }

  function receiveState(next: State): void {
    const words =
      page.onState(state, next, userWaits) ?? (state && spokenProblem(state.problem, next.problem));
    spoken = words ?? spoken;
    if (!page.isLoading(next)) userWaits = false;
    state = next;
    paint();
  }

  function showCopied(what: What): void {
    spoken = page.copiedWords(what);
    endTick.restart(TICK_MS);
    touch({ copied: what });
  }

  function paint(): void {
    if (!state) return;
    const focused = document.activeElement;
    draw();
    // If the focused button disappeared with its action (Retry, Show image), focus the heading.
    if (focused?.isConnected === false) {
      document.querySelector<HTMLElement>('h1')?.focus();
    }
  }

  /** The live region stays in the page: a screen reader would not read the text of a new one. */
  function draw(): void {
    const address = image()?.address ?? '';
    const screen = {
      ...touched,
      ref: state?.ref ?? '',
      facts: state?.facts,
      state,
      kept,
      now: systemClock.now(),
      imageAllowed: kept.shownImage === imageMark(editor.session, address),
      imageFailed: touched.failedImage === address,
    };
    const loading = page.isLoading(state);
    render(
      html`${loading ? html`<progress class="activity" aria-hidden="true"></progress>` : nothing}
        <main class=${state?.problem ? 'stale' : nothing} aria-busy=${loading ? 'true' : 'false'}>
          ${problem(state)} ${page.view(screen, actions)}
        </main>
        <div class="hidden" role="status" aria-live="polite">${spoken}</div>`,
      editor.root,
    );
  }

  function problem(shown: State | undefined): TemplateResult | typeof nothing {
    if (!shown?.problem) return nothing;
    const send = (type: string) => () => {
      editor.post({ type });
    };
    return problemView(shown.problem, { retry: actions.refresh, send }, page.remedy?.(shown));
  }

  paint();
  return { post: editor.post, paint };
}
