import * as l10n from '@vscode/l10n';
import { html, nothing, render } from 'lit';
import { formatNumber } from '../../../core/base/format.ts';
import { spokenProblem } from '../../../core/panel/panel.ts';
import { Later } from '../../../core/base/later.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { connect, type Editor } from '../../../page/editor.ts';
import { COLUMNS, nameOf } from '../columns.ts';
import {
  type FromPortfolio,
  isToPortfolio,
  type PortfolioState,
  type PortfolioView,
  readPortfolioView,
} from '../messages.ts';
import { type Grid, gridView } from './grid.ts';
import { type Actions, emptyView, filterView, headerView } from './head.ts';
import type { GridActions } from './keyboard.ts';
import type { ShownRow } from './row.ts';
import {
  chosenOf,
  chosenWords,
  coverageOf,
  NOTHING_SELECTED,
  type Selection,
  sortedBy,
  tableOf,
} from './table.ts';

/** The wait before changed rows are sorted in: a table that keeps moving cannot be read. */
const SORT_EVERY_MS = 400;
/** The wait after scrolling before the place is stored. */
const PAUSE_MS = 300;
/** The page says how old the counts are, so it is drawn again after this time. */
const AGE_MS = 30_000;
/** How long a note is shown. */
const NOTE_MS = 3000;
/** Of more selected rows, none is stored. */
const MOST_STORED = 5000;

const editor: Editor<FromPortfolio, PortfolioView> = connect(isToPortfolio, (message) => {
  if (message.type === 'state') receiveState(message.state);
  else if (message.type === 'rows') receiveRows(message.rows, message.first);
  else {
    noted = message.text;
    endNote.restart(NOTE_MS);
    say(noted);
  }
});

/** The rows that have arrived, in the order of the list: a row with a known key keeps its place. */
let received = new Map<string, ShownRow>();
/** The rows that arrive. They replace those shown once they are as many. */
let arriving = received;
let state: PortfolioState | undefined;
/** The rows that are shown, and as of when, in milliseconds since 1970. */
let rows: readonly ShownRow[] = [];
let now = systemClock.now();

let view = readPortfolioView(editor.saved);
let selection: Selection = { ...NOTHING_SELECTED, keys: new Set(view.selected) };
/** The text of the live region, and a note on screen; empty if there is none. */
let spoken = '';
let noted = '';

const updating = new Later(systemClock, update);
const saving = new Later(systemClock, save);
const ageing = new Later(systemClock, update);
const endNote = new Later(systemClock, () => {
  // Clear the text, so that the same words are announced if they are said again.
  if (spoken === noted) spoken = '';
  noted = '';
  paint();
});
/** Announces how many rows a filter leaves, once the user pauses. */
const sayFiltered = new Later(systemClock, () => {
  const shown = formatNumber(tableNow().rows.length);
  say(l10n.t('{0} of {1} projects shown.', shown, formatNumber(rows.length)));
});

function isComplete(): boolean {
  return state !== undefined && state.phase !== 'list' && received.size >= state.listed;
}

function receiveRows(some: readonly ShownRow[], isFirst: boolean): void {
  const wasEmpty = received.size === 0;
  const wasComplete = isComplete();
  if (isFirst) arriving = new Map();
  for (const row of some) arriving.set(row.key, row);
  if (arriving.size >= Math.min(received.size, state?.listed ?? 0)) received = arriving;
  // The first rows and the last ones are not to wait.
  if (wasEmpty || wasComplete !== isComplete()) updating.now();
  else updating.soon(SORT_EVERY_MS);
}

function receiveState(next: PortfolioState): void {
  const { service } = next;
  // For another account: filters may hold texts of the earlier one, and keys name its projects.
  if (service !== undefined && view.service !== undefined && service !== view.service) {
    view = { shown: view.shown, hidden: view.hidden };
    selection = NOTHING_SELECTED;
    received = new Map();
    arriving = received;
    updating.now();
  }
  if (service !== undefined && service !== view.service) view = { ...view, service };
  const previous = state;
  state = next;
  if (next.phase === previous?.phase && next.problem?.message === previous.problem?.message) {
    updating.soon(SORT_EVERY_MS);
    return;
  }
  updating.now();
  const words = announcement(previous, next, coverageOf(tableNow(), next, now));
  if (words !== undefined) say(words);
}

/** Shows what has arrived. */
function update(): void {
  now = systemClock.now();
  rows = [...received.values()];
  if (state?.problem !== undefined) {
    // The forecasts are not updated and would count down.
    rows = rows.map((row) => (row.pace ? { ...row, pace: undefined } : row));
  }
  ageing.restart(AGE_MS);
  paint();
}

/**
 * What a screen reader says when `next` follows `previous`, or `undefined` for nothing: what ended or
 * went wrong, and not every batch of rows.
 */
function announcement(
  previous: PortfolioState | undefined,
  next: PortfolioState,
  coverage: string,
): string | undefined {
  // The page is new; a screen reader reads all of it.
  if (previous === undefined) return undefined;
  const problem = spokenProblem(previous.problem, next.problem);
  if (problem !== undefined || next.phase === previous.phase) return problem;
  return {
    list: l10n.t('Reading the list of projects.'),
    stats: l10n.t('Reading stats.'),
    stopped: l10n.t('Stopped: {0}.', coverage),
    done: l10n.t('Done: {0}.', coverage),
  }[next.phase];
}

function say(words: string): void {
  // A sentence that still waits would replace this one.
  sayFiltered.cancel();
  spoken = words;
  paint();
}

function tableNow() {
  return tableOf(rows, view, now);
}

function chosen() {
  return chosenOf(selection.keys, tableNow().rows);
}

function save(): void {
  const { keys } = selection;
  editor.save({ ...view, selected: keys.size <= MOST_STORED ? [...keys] : undefined });
}

function setView(next: PortfolioView): void {
  view = { ...next, top: 0 };
  save();
  paint();
  document.querySelector<Grid>('mintscope-grid')?.showStart();
}

const gridActions: GridActions = {
  open: (key) => {
    save();
    editor.post({ type: 'open', key });
  },
  retry: (key) => {
    const row = received.get(key);
    if (!row) return;
    editor.post({ type: 'retry', keys: [key] });
    received.set(key, { ...row, isLoading: true });
    say(l10n.t('Reading {0} again.', nameOf(row)));
    update();
  },
  sortBy: (column) => {
    setView(sortedBy(view, column));
    const words = COLUMNS.find(({ id }) => id === view.sort)?.heading();
    if (words === undefined) say(l10n.t('In the order of the list.'));
    else if (view.descending) say(l10n.t('Sorted by {0}, descending.', words));
    else say(l10n.t('Sorted by {0}, ascending.', words));
  },
  select: (change) => {
    selection = change(
      selection,
      tableNow().rows.map(({ key }) => key),
    );
    save();
    say(l10n.t('{0}.', chosenWords(chosen())));
  },
  copy: (active) => {
    const keys = chosen().map(({ key }) => key);
    if (keys.length === 0 && active !== undefined) keys.push(active);
    if (keys.length > 0) editor.post({ type: 'copy', keys });
  },
  moved: (place) => {
    // Not drawn: the grid has moved already.
    view = Object.assign(view, place);
    saving.soon(PAUSE_MS);
  },
};

const actions: Actions = {
  post: editor.post,
  change: (change) => {
    setView({ ...view, ...change });
    sayFiltered.soon(PAUSE_MS);
  },
  clearFilter: () => {
    actions.change({ text: '', chips: [] });
    document.querySelector<HTMLElement>('.filter .text')?.focus();
  },
  clearSelection: () => {
    gridActions.select(() => NOTHING_SELECTED);
  },
};

function paint(): void {
  const table = tableNow();
  const screen = { state, view, table, chosen: chosen(), noted, now };
  const shownCount = screen.chosen.length;
  const data = {
    rows: table.rows,
    selected: selection.keys,
    checked:
      shownCount === 0 ? 'false' : shownCount === table.rows.length ? 'true' : ('mixed' as const),
    view,
    actions: gridActions,
    isComplete: isComplete(),
  } as const;
  const isBusy = state === undefined || state.phase === 'list' || state.phase === 'stats';
  const focused = document.activeElement;
  const wasInHead = focused?.closest('header, .problem') !== null;
  render(
    html`<main class="portfolio ${state?.problem ? 'stale' : ''}">
        ${headerView(screen, actions)} ${rows.length === 0 ? nothing : filterView(screen, actions)}
        ${emptyView(screen, actions)} ${gridView(data, isBusy)}
      </main>
      <div class="hidden" role="status" aria-live="polite">${spoken}</div>`,
    editor.root,
  );
  if (focused?.isConnected === false) void passFocus(wasInHead);
}

/**
 * If the focused button disappeared with its action (Refresh, Retry), Stop gets the focus, else the
 * table, and never Refresh: a second Enter would read all again.
 */
async function passFocus(wasInHead: boolean): Promise<void> {
  const next = [...(wasInHead ? ['#stop'] : []), '.grid:not([hidden])', 'h1'];
  const found = next.map((selector) => document.querySelector<HTMLElement>(selector));
  const element = found.find((candidate) => candidate !== null);
  // A button of the library can have the focus only after its first update, which is a task later.
  if (element && 'updateComplete' in element) await element.updateComplete;
  // The user may have gone elsewhere meanwhile.
  if (document.activeElement === document.body) element?.focus();
}

paint();
