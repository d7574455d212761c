import { html, nothing, render } from 'lit';
import {
  type CopyTarget,
  type FromStatsPanel,
  isToStatsPanel,
  type StatsState,
  type ToStatsPanel,
} from '../../protocol/stats.ts';
import { connect } from '../kit/editor.ts';
import { announcement } from './announce.ts';
import { createFormat, usableLocale } from './format.ts';
import { headerView } from './headerView.ts';
import { progressView } from './progressView.ts';
import { imageMark, loadable, readSaved, type Saved, toSaved } from './project.ts';
import type { Actions, Screen } from './ui.ts';

/** How long a copy button keeps its tick. */
const TICK_MS = 2_000;

/** What this page keeps for the project shown, besides the editor's state. */
interface Touched {
  readonly expanded: boolean;
  readonly overflows: boolean;
  readonly shownImage: string | undefined;
  readonly failedImage: string | undefined;
  readonly copied: CopyTarget | undefined;
}

const UNTOUCHED: Touched = {
  expanded: false,
  overflows: false,
  shownImage: undefined,
  failedImage: undefined,
  copied: undefined,
};

const {
  post,
  save: keep,
  ...editor
} = connect<ToStatsPanel, FromStatsPanel, Saved>(isToStatsPanel, (message) => {
  if (message.type === 'state') receiveState(message.state);
  else showCopied(message.what);
});
const format = createFormat(usableLocale(navigator.languages));
const saved = readSaved(editor.saved);

let state: StatsState | undefined;
let asked = false;
let spoken = '';
let touched: Touched = { ...UNTOUCHED, shownImage: saved?.shownImage };
let tick: ReturnType<typeof setTimeout> | undefined;

const ref = () => state?.ref ?? saved?.ref ?? '';
const facts = () => (state === undefined ? saved?.facts : state.facts);
const image = () => loadable(facts()?.image)?.address ?? '';

const actions: Actions = {
  refresh() {
    asked = true;
    post({ type: 'refresh' });
  },
  signIn() {
    post({ type: 'signIn' });
  },
  showLog() {
    post({ type: 'showLog' });
  },
  copy(what) {
    post({ type: 'copy', what, ref: ref() });
  },
  toggleDescription() {
    touch({ expanded: !touched.expanded });
  },
  showImage() {
    touch({ shownImage: imageMark(editor.session, image()), failedImage: undefined });
    save();
  },
  imageFailed() {
    touch({ failedImage: image() });
  },
  keepOpen() {
    post({ type: 'keepOpen', ref: ref() });
  },
};

function touch(change: Partial<Touched>): void {
  touched = { ...touched, ...change };
  paint();
}

function save(): void {
  keep(toSaved({ ...(state ?? saved), ref: ref(), facts: facts() }, touched.shownImage));
}

/** Clears everything of the earlier project. */
function startAfresh(): void {
  state = undefined;
  asked = false;
  spoken = '';
  touched = UNTOUCHED;
  clearTimeout(tick);
  window.scrollTo(0, 0);
}

function receiveState(next: StatsState): void {
  const now = Date.now();
  if (next.ref !== ref()) startAfresh();
  spoken = announcement(state, next, asked, format, now) ?? spoken;
  if (!next.loading) asked = false;
  state = next;
  save();
  paint();
}

function showCopied(what: CopyTarget): void {
  spoken = what === 'id' ? 'ID copied.' : 'Mint address copied.';
  clearTimeout(tick);
  tick = setTimeout(() => {
    spoken = '';
    touch({ copied: undefined });
  }, TICK_MS);
  touch({ copied: what });
}

function paint(): void {
  if (ref() === '') return;
  const focused = document.activeElement;
  draw();
  // If the focused button disappeared after its action (Retry, Show image), focus Refresh.
  if (focused?.isConnected === false) document.querySelector<HTMLElement>('#refresh')?.focus();
  const text = document.getElementById('description');
  const { expanded, overflows } = touched;
  const isCut = text !== null && !expanded && text.scrollHeight > text.clientHeight + 1;
  if (expanded || isCut === overflows) return;
  touched = { ...touched, overflows: isCut };
  draw();
}

/** The live region is always in the page: a screen reader would not read the text of a new one. */
function draw(): void {
  const screen: Screen = {
    ref: ref(),
    facts: facts(),
    state,
    format,
    now: Date.now(),
    description: touched,
    image: {
      allowed: touched.shownImage === imageMark(editor.session, image()),
      failed: touched.failedImage === image(),
    },
    copied: touched.copied,
  };
  const loading = state?.loading ?? true;
  render(
    html`${loading ? html`<div class="activity" aria-hidden="true"></div>` : nothing}
      <main aria-busy=${loading ? 'true' : 'false'}>
        ${headerView(screen, actions)} ${progressView(screen, actions)}
      </main>
      <div class="hidden" role="status" aria-live="polite">${spoken}</div>`,
    editor.root,
  );
}

// A description that fitted may be cut in a narrower panel.
window.addEventListener('resize', paint);

paint();
