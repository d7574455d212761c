import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { Later } from '../../core/base/later.ts';
import type { Guard, RowState, SavedRow, StateMessage } from '../../protocol/panel.ts';
import { connect, type Editor } from './editor.ts';
import { createFormat, type Format } from './format.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { imageMark, loadable, readSaved, type Saved, toSaved } from './savedRow.ts';

/** How long a copy button keeps its tick. */
const TICK_MS = 2_000;

/** What every page of a row shows, besides what the page itself adds. */
export interface RowScreen {
  readonly ref: string;
  /** `undefined` until the first message; a restored panel shows its heading already. */
  readonly state: RowState | undefined;
  readonly format: Format;
  readonly now: number;
  readonly description: { readonly expanded: boolean; readonly overflows: boolean };
  readonly image: { readonly allowed: boolean; readonly failed: boolean };
  /** What was just copied. */
  readonly copied: string | undefined;
}

/** What a person can do on every page of a row. */
export interface RowActions {
  readonly copy: (what: string) => void;
  readonly toggleDescription: () => void;
  /** Loads the image, also again after it failed. */
  readonly showImage: () => void;
  readonly imageFailed: () => void;
  readonly keepOpen: () => void;
}

/** What the page keeps for the row shown, besides the editor's state. */
interface Touched {
  readonly expanded: boolean;
  readonly overflows: boolean;
  readonly shownImage: string | undefined;
  readonly failedImage: string | undefined;
  readonly copied: string | undefined;
}

const UNTOUCHED: Touched = {
  expanded: false,
  overflows: false,
  shownImage: undefined,
  failedImage: undefined,
  copied: undefined,
};

/** The state of a page: that of every row, and the facts of its own kind of row. */
type StateOf<Facts> = RowState & { readonly facts?: Facts | undefined };

/** A message to the editor, which checks it. */
interface Typed {
  readonly type: string;
}

interface Copied<What> {
  readonly type: 'copied';
  readonly what: What;
}

/** What distinguishes one page from another. */
interface RowPage<State extends StateOf<Facts>, Facts, What> {
  readonly isMessage: Guard<StateMessage<State> | Copied<What>>;
  /** Reads the state that an earlier page saved. */
  readonly readRow: (value: unknown) => SavedRow<Facts> | undefined;
  /** The facts to save: bounded. */
  readonly bounded: (facts: Facts) => Facts;
  readonly imageOf: (facts: Facts | undefined) => string | undefined;
  /** The announcement when something was copied. */
  readonly copiedWords: (what: What) => string;
  /** Called with each state, before it is drawn; returns what a screen reader is to read. */
  readonly onState?: (
    previous: State | undefined,
    next: State,
    format: Format,
  ) => string | undefined;
  readonly isLoading: (state: State | undefined) => boolean;
  readonly view: (
    screen: RowScreen & { readonly facts: Facts | undefined; readonly state: State | undefined },
    actions: RowActions,
  ) => TemplateResult;
}

/**
 * Runs the page of a row's panel: shows each state, and what an earlier page saved until the first
 * one arrives. Nothing of one row is left when the tab is given to another. Call it once.
 */
export function startRowPage<State extends StateOf<Facts>, Facts, What extends string>(
  page: RowPage<State, Facts, What>,
): { readonly post: (message: Typed) => void; readonly paint: () => void } {
  type Own = { type: 'copy'; what: string; ref: string } | { type: 'keepOpen'; ref: string };
  const editor: Editor<Own | Typed, Saved<Facts>> = connect(page.isMessage, (message) => {
    if (message.type === 'state') receiveState(message.state);
    else showCopied(message.what);
  });
  const format = createFormat(editor.locale);
  const saved = readSaved(editor.saved, page.readRow);

  let state: State | undefined;
  let spoken = '';
  let touched: Touched = { ...UNTOUCHED, shownImage: saved?.shownImage };
  const endTick = new Later(systemClock, () => {
    spoken = '';
    touch({ copied: undefined });
  });

  const ref = () => state?.ref ?? saved?.ref ?? '';
  const facts = () => (state === undefined ? saved?.facts : state.facts);
  const image = () => loadable(page.imageOf(facts()));

  const actions: RowActions = {
    copy(what) {
      editor.post({ type: 'copy', what, ref: ref() });
    },
    toggleDescription() {
      touch({ expanded: !touched.expanded });
    },
    showImage() {
      spoken = '';
      const shownImage = imageMark(editor.session, image()?.address ?? '');
      touch({ shownImage, failedImage: undefined });
      save();
    },
    imageFailed() {
      spoken = l10n.t('The image could not be loaded from {0}.', image()?.host ?? '');
      touch({ failedImage: image()?.address });
    },
    keepOpen() {
      editor.post({ type: 'keepOpen', ref: ref() });
    },
  };

  function touch(change: Partial<Touched>): void {
    touched = { ...touched, ...change };
    paint();
  }

  function save(): void {
    const known = facts();
    const shown = { ...(state ?? saved), ref: ref(), facts: known && page.bounded(known) };
    editor.save(toSaved(shown, touched.shownImage));
  }

  /** Clears everything of the earlier row. */
  function startAfresh(): void {
    state = undefined;
    spoken = '';
    touched = UNTOUCHED;
    endTick.cancel();
    window.scrollTo(0, 0);
  }

  function receiveState(next: State): void {
    if (next.ref !== ref()) startAfresh();
    const isKept = state?.preview === true && !next.preview;
    const words = page.onState?.(state, next, format);
    spoken = isKept ? l10n.t('This tab stays open.') : (words ?? spoken);
    state = next;
    save();
    paint();
  }

  function showCopied(what: What): void {
    spoken = page.copiedWords(what);
    endTick.restart(TICK_MS);
    touch({ copied: what });
  }

  function paint(): void {
    if (ref() === '') return;
    const focused = document.activeElement;
    draw();
    // If the focused button disappeared after its action (Retry, Show image), focus the next best.
    if (focused?.isConnected === false) {
      document.querySelector<HTMLElement>('#refresh, h1')?.focus();
    }
    const text = document.getElementById('description');
    const { expanded, overflows } = touched;
    const isCut = text !== null && !expanded && text.scrollHeight > text.clientHeight + 1;
    if (expanded || isCut === overflows) return;
    touched = { ...touched, overflows: isCut };
    draw();
  }

  /** The live region is always in the page: a screen reader would not read the text of a new one. */
  function draw(): void {
    const address = image()?.address ?? '';
    const screen = {
      ref: ref(),
      facts: facts(),
      state,
      format,
      now: systemClock.now(),
      description: touched,
      image: {
        allowed: touched.shownImage === imageMark(editor.session, address),
        failed: touched.failedImage === address,
      },
      copied: touched.copied,
    };
    const loading = page.isLoading(state);
    render(
      html`${loading ? html`<div class="activity" aria-hidden="true"></div>` : nothing}
        <main aria-busy=${loading ? 'true' : 'false'}>${page.view(screen, actions)}</main>
        <div class="hidden" role="status" aria-live="polite">${spoken}</div>`,
      editor.root,
    );
  }

  // A description that fitted may be cut in a narrower panel.
  window.addEventListener('resize', paint);

  paint();
  return { post: editor.post, paint };
}
