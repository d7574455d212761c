import { render } from 'lit';
import type { CopyTarget, FromStatsPanel, StatsState } from '../../protocol/stats.ts';
import { isToStatsPanel } from '../../protocol/statsGuards.ts';
import { announcement } from './announce.ts';
import { createFormat, usableLocale } from './format.ts';
import { page } from './page.ts';
import { loadable } from './project.ts';
import { imageMark, readSaved, toSaved } from './saved.ts';
import type { Actions } from './ui.ts';

/** How long a copy button keeps its tick. */
const TICK_MS = 2_000;

const vscode = acquireVsCodeApi();
const root = document.getElementById('app') ?? document.body;
const session = document.body.dataset.session ?? '';
const format = createFormat(usableLocale(navigator.languages));
const saved = readSaved(vscode.getState());

let state: StatsState | undefined;
let asked = false;
let spoken = '';
let expanded = false;
let overflows = false;
let shownImage = saved?.shownImage;
let failedImage: string | undefined;
let copied: CopyTarget | undefined;
let tick: ReturnType<typeof setTimeout> | undefined;
let second: ReturnType<typeof setTimeout> | undefined;

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
  copy(what) {
    post({ type: 'copy', what });
  },
  toggleDescription() {
    expanded = !expanded;
    paint();
  },
  showImage() {
    shownImage = imageMark(session, image());
    failedImage = undefined;
    keep();
    paint();
  },
  imageFailed() {
    failedImage = image();
    paint();
  },
};

function post(message: FromStatsPanel): void {
  vscode.postMessage(message);
}

function keep(): void {
  const kept = toSaved(ref(), facts(), shownImage);
  const service = state === undefined ? saved?.service : state.service;
  vscode.setState(service === undefined ? kept : { ...kept, service });
}

function receiveState(next: StatsState): void {
  const now = Date.now();
  spoken = announcement(state, next, asked, format, now) ?? spoken;
  if (!next.loading) asked = false;
  state = next;
  keep();
  paint();
  countDown();
}

/** Repaints each second while the panel says how long to wait; that line is not announced. */
function countDown(): void {
  clearTimeout(second);
  if ((state?.problem?.retryAt ?? 0) <= Date.now()) return;
  second = setTimeout(() => {
    paint();
    countDown();
  }, 1000);
}

function showCopied(what: CopyTarget): void {
  copied = what;
  spoken = what === 'id' ? 'ID copied.' : 'Mint address copied.';
  clearTimeout(tick);
  tick = setTimeout(() => {
    copied = undefined;
    spoken = '';
    paint();
  }, TICK_MS);
  paint();
}

function paint(): void {
  if (ref() === '') return;
  const focused = document.activeElement;
  draw();
  // A button that did its work and went (Retry, Show image) must not take the focus with it.
  if (focused?.isConnected === false) document.querySelector<HTMLElement>('#refresh')?.focus();
  const text = document.getElementById('description');
  const isCut = text !== null && !expanded && text.scrollHeight > text.clientHeight + 1;
  if (expanded || isCut === overflows) return;
  overflows = isCut;
  draw();
}

function draw(): void {
  render(
    page(
      {
        ref: ref(),
        facts: facts(),
        state,
        format,
        now: Date.now(),
        description: { expanded, overflows },
        image: {
          allowed: shownImage === imageMark(session, image()),
          failed: failedImage === image(),
        },
        copied,
        announcement: spoken,
      },
      actions,
    ),
    root,
  );
}

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isToStatsPanel(data)) return;
  if (data.type === 'state') receiveState(data.state);
  else showCopied(data.what);
});
// A narrower panel may cut a description that fitted before.
window.addEventListener('resize', paint);

post({ type: 'ready' });
paint();
