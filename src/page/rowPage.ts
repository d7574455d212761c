import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { useLocale } from '../core/base/format.ts';
import { Later } from '../core/base/later.ts';
import { type ImageSource, imageSource } from '../core/panel/imageSource.ts';
import { type RowState, spokenProblem, type ToPage } from '../core/panel/panel.ts';
import { systemClock } from '../editor/systemClock.ts';
import { problemView } from './controls.ts';

/** How long a copy button keeps its tick, and a note is shown. */
const TICK_MS = 3_000;

/** What the editor sends to a page: the state of every row, and the facts of its kind of row. */
interface PageState extends RowState {
  /** Whether it is read now, which a thin line shows. */
  readonly loading?: boolean | undefined;
  readonly facts?:
    { readonly image?: string | undefined; readonly description?: string | undefined } | undefined;
}

/** What a page keeps while its tab is hidden and across a reload. */
interface SavedPage {
  /** The axis of a comparison. */
  readonly axis?: string;
  /** See `imageMark`. */
  readonly shownImage?: string;
}

export interface RowScreen<State extends PageState = PageState> {
  readonly state: State;
  readonly facts: State['facts'];
  readonly kept: SavedPage;
  readonly now: number;
  /** What was just done: what was copied, whose button shows a tick, or a note. */
  readonly done: string | undefined;
  /** Whether the user has loaded the image, and whether that has failed. */
  readonly imageAllowed: boolean;
  readonly imageFailed: boolean;
}

/** A message to the editor, whose guard checks it. */
interface Posted {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface RowActions {
  readonly copy: (what: string) => void;
  /** Loads the image, also again after it failed. */
  readonly showImage: () => void;
  readonly imageFailed: () => void;
  readonly keep: (change: SavedPage) => void;
  readonly refresh: () => void;
}

/** The image, if it may be loaded. The editor sends a loopback image only for a local service. */
export function loadable(facts: PageState['facts']): ImageSource | undefined {
  return imageSource(facts?.image, true);
}

interface RowPage<State extends PageState, More> {
  readonly name?: string;
  /** Called with each message that the other pages do not get. */
  readonly onMessage?: (message: More) => void;
  /** What a screen reader is to announce of what was done; that something was copied if left out. */
  readonly doneWords?: (what: string) => string;
  /**
   * Called with each state, before it is drawn. Returns what a screen reader is to announce; if that
   * is `undefined`, a new problem is announced.
   */
  readonly onState: (previous: State | undefined, next: State) => string | undefined;
  /** What the button beside a problem does; a refresh if left out. */
  readonly retry?: () => void;
  readonly remedy?: (state: State) => unknown;
  readonly view: (screen: RowScreen<State>, actions: RowActions) => TemplateResult;
}

/** Runs the page of a panel: shows each state. Call it once. */
export function startRowPage<
  State extends PageState,
  More extends { readonly type: 'rows' } = never,
>(page: RowPage<State, More>) {
  const vscode = acquireVsCodeApi();
  useEditorLanguage();
  const root = document.getElementById('app') ?? document.body;
  /** What an earlier page of this panel saved, in this window or before a reload; not checked. */
  const saved: unknown = vscode.getState();
  const post = (message: Posted) => {
    vscode.postMessage(message);
  };
  const save = (next: object) => {
    vscode.setState(next);
  };
  window.addEventListener('message', ({ data, origin }: MessageEvent<ToPage<State> | More>) => {
    // The editor posts from the origin of the page, and nothing else can.
    if (origin !== window.origin) return;
    if (data.type === 'state') receiveState(data.state);
    else if (data.type === 'done') {
      done = data.what;
      endTick.restart(TICK_MS);
      say(page.doneWords?.(done) ?? l10n.t('Copied.'));
    } else page.onMessage?.(data);
  });
  let kept = (saved ?? {}) as SavedPage;
  let state: State | undefined;
  let spoken = '';
  let done: string | undefined;
  let failedImage: string | undefined;
  const endTick = new Later(systemClock, () => {
    done = undefined;
    say('');
  });

  const image = () => loadable(state?.facts);
  /**
   * The mark that the user loaded the image. It names the session of the page: the permission lasts
   * while the tab is hidden, but not after it is closed or the editor restarts.
   */
  const imageMark = () => `${document.body.dataset.session ?? ''} ${image()?.address ?? ''}`;

  const actions: RowActions = {
    copy(what) {
      post({ type: 'copy', what });
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
      save(kept);
      paint();
    },
    refresh() {
      post({ type: 'refresh' });
    },
  };

  function say(words: string): void {
    spoken = words;
    paint();
  }

  function receiveState(next: State): void {
    const hasEnded = state?.loading === true && next.loading !== true && !next.problem;
    const words =
      page.onState(state, next) ??
      (state && spokenProblem(state.problem, next.problem)) ??
      (hasEnded ? l10n.t('Updated.') : undefined);
    state = next;
    say(words ?? spoken);
  }

  function paint(): void {
    if (!state) return;
    const focused = document.activeElement;
    const wasInHead = focused?.closest('header, .problem') !== null;
    draw(state);
    if (focused?.isConnected === false) void passFocus(wasInHead);
  }

  /** The live region stays in the page: a screen reader would not read the text of a new one. */
  function draw(shown: State): void {
    const { loading = false, problem, facts } = shown;
    const screen = {
      state: shown,
      facts,
      kept,
      done,
      now: systemClock.now(),
      imageAllowed: kept.shownImage === imageMark(),
      imageFailed: failedImage !== undefined && failedImage === image()?.address,
    };
    const send = (type: string) => () => {
      post({ type });
    };
    render(
      html`${loading ? html`<progress class="activity" aria-hidden="true"></progress>` : nothing}
        <main
          class="${page.name ?? ''} ${problem ? 'stale' : ''}"
          aria-busy=${loading ? 'true' : 'false'}
        >
          ${problem ? problemView(problem, { retry: page.retry ?? actions.refresh, send }, page.remedy?.(shown)) : nothing}
          ${page.view(screen, actions)}
        </main>
        <div class="hidden" role="status" aria-live="polite">${spoken}</div>`,
      root,
    );
  }

  // The response arrives in a later turn.
  post({ type: 'ready' });
  post({ type: document.hasFocus() ? 'focus' : 'blur' });
  for (const type of ['focus', 'blur']) {
    window.addEventListener(type, () => {
      post({ type });
    });
  }
  return { saved, save, post, paint, say };
}

/** Uses the translations and the locale that the editor wrote into the page (`pageHtml`). */
function useEditorLanguage(): void {
  const bundle = document.getElementById('l10n')?.textContent;
  if (bundle) l10n.config({ contents: bundle });
  useLocale(() => document.documentElement.dataset.locale ?? 'en');
}

/**
 * Passes on the focus of a button that disappeared with its action (Retry, Show Image), but never to
 * Refresh: a second Enter would read all again.
 */
async function passFocus(wasInHead: boolean): Promise<void> {
  const next = [...(wasInHead ? ['#stop'] : []), '.grid:not([hidden])', 'h1'];
  const found = next.map((selector) => document.querySelector<HTMLElement>(selector));
  const element = found.find((candidate) => candidate !== null);
  // A button of the library can have the focus only after its first update, which is a task later.
  if (element && 'updateComplete' in element) await element.updateComplete;
  // The user may have gone elsewhere meanwhile.
  if (document.hasFocus() && document.activeElement === document.body) {
    element?.focus({ preventScroll: true });
  }
}
