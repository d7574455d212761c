import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import { formatNumber } from '../../../core/base/format.ts';
import { Later } from '../../../core/base/later.ts';
import { spokenProblem } from '../../../core/panel/panel.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { type RowScreen, startRowPage } from '../../../page/rowPage.ts';
import { COLUMNS, type ProjectRow } from '../../../core/messages/projectColumns.ts';
import type { PortfolioState, PortfolioView, SentRows } from '../messages.ts';
import { gridView, showStart } from './grid.ts';
import { emptyView, filterView, retryButton, topView } from './head.ts';
import {
  type Actions,
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
/** Of more selected rows, none is stored. */
const MOST_STORED = 5000;

const page = startRowPage<PortfolioState, SentRows>({
  name: 'portfolio',
  onMessage: receiveRows,
  doneWords: (what) => what,
  onState: receiveState,
  retry: () => {
    actions.post({ type: 'continue' });
  },
  remedy: (state) => retryButton(state, actions),
  view,
});

/** The rows that have arrived, in the order of the list: a row with a known key keeps its place. */
let received = new Map<string, ProjectRow>();
/** The rows that arrive. They replace those shown once they are as many. */
let arriving = received;
let state: PortfolioState | undefined;
/** The rows that are shown, and as of when, in milliseconds since 1970. */
let rows: readonly ProjectRow[] = [];
let now = systemClock.now();
let shown = (page.saved ?? {}) as PortfolioView;
let selection: Selection = { ...NOTHING_SELECTED, keys: new Set(shown.selected) };

const updating = new Later(systemClock, update);
const saving = new Later(systemClock, save);
const ageing = new Later(systemClock, update);
/** Announces how many rows a filter leaves, once the user pauses. */
const sayFiltered = new Later(systemClock, () => {
  const count = formatNumber(tableNow().rows.length);
  page.say(l10n.t('{0} of {1} projects shown.', count, formatNumber(rows.length)));
});

function isComplete(): boolean {
  return state !== undefined && state.phase !== 'list' && received.size >= state.listed;
}

function receiveRows({ rows: some, first }: SentRows): void {
  const wasEmpty = received.size === 0;
  const wasComplete = isComplete();
  if (first) arriving = new Map();
  for (const row of some) arriving.set(row.key, row);
  replaceReceived();
  // The first rows and the last ones are not to wait.
  if (wasEmpty || wasComplete !== isComplete()) updating.now();
  else updating.soon(SORT_EVERY_MS);
}

/** If rows are gone, fewer arrive than are shown; the state that follows says how many are listed. */
function replaceReceived(): void {
  if (arriving.size >= Math.min(received.size, state?.listed ?? 0)) received = arriving;
}

/**
 * Takes over a state before it is drawn. Returns what a screen reader says then: what ended or went
 * wrong, and not every batch of rows.
 */
function receiveState(
  previous: PortfolioState | undefined,
  next: PortfolioState,
): string | undefined {
  const { service } = next;
  const isOther = service !== undefined && service !== (shown.service ?? service);
  if (isOther) {
    // Filters may hold texts of the earlier account, and keys name its projects.
    shown = { shown: shown.shown, hidden: shown.hidden };
    selection = NOTHING_SELECTED;
    received = new Map();
    arriving = received;
  }
  if (service !== undefined && service !== shown.service) shown = { ...shown, service };
  state = next;
  replaceReceived();
  const isSame = next.phase === previous?.phase;
  if (isSame && !isOther && next.problem?.message === previous.problem?.message) {
    updating.soon(SORT_EVERY_MS);
    return undefined;
  }
  takeRows();
  const problem = spokenProblem(previous?.problem, next.problem);
  // If the page is new, a screen reader reads all of it.
  if (previous === undefined || next.problem !== undefined || isSame) return problem;
  const coverage = coverageOf(tableNow(), next, now);
  return {
    list: l10n.t('Reading the list of projects.'),
    stats: l10n.t('Reading stats.'),
    stopped: l10n.t('Stopped: {0}.', coverage),
    done: l10n.t('Done: {0}.', coverage),
  }[next.phase];
}

function update(): void {
  takeRows();
  page.paint();
}

function takeRows(): void {
  updating.cancel();
  now = systemClock.now();
  rows = [...received.values()];
  if (state?.problem !== undefined) {
    // The forecasts are not updated and would count down.
    rows = rows.map((row) => (row.pace ? { ...row, pace: undefined } : row));
  }
  ageing.restart(AGE_MS);
}

function say(words: string): void {
  // A sentence that still waits would replace this one.
  sayFiltered.cancel();
  page.say(words);
}

function tableNow() {
  return tableOf(rows, shown, now, selection.keys);
}

function chosen() {
  return chosenOf(selection.keys, tableNow().rows);
}

function save(): void {
  const { keys } = selection;
  page.save({ ...shown, selected: keys.size <= MOST_STORED ? [...keys] : undefined });
}

/** Selected rows that do not match what the user chose are unselected. */
function setView(next: PortfolioView): void {
  shown = { ...next, top: 0 };
  const keys = chosenOf(selection.keys, tableOf(rows, shown, now).rows).map(({ key }) => key);
  selection = { ...selection, keys: new Set(keys) };
  save();
  page.paint();
  showStart();
}

const actions: Actions = {
  post: page.post,
  change: (change) => {
    setView({ ...shown, ...change });
    sayFiltered.soon(PAUSE_MS);
  },
  chooseColumns: (next) => {
    shown = next;
    save();
    page.paint();
  },
  clearFilter: () => {
    actions.change({ text: '', chips: [] });
    document.querySelector<HTMLElement>('.filter .text')?.focus();
  },
  open: (key) => {
    save();
    page.post({ type: 'open', key });
  },
  sortBy: (column) => {
    setView(sortedBy(shown, column));
    const words = COLUMNS.find(({ id }) => id === shown.sort)?.heading();
    if (words === undefined) say(l10n.t('Not sorted.'));
    else if (shown.descending) say(l10n.t('Sorted by {0}, descending.', words));
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
    if (keys.length > 0) page.post({ type: 'copy', keys });
  },
  moved: (place) => {
    // Not drawn: the grid has moved already.
    shown = Object.assign(shown, place);
    saving.soon(PAUSE_MS);
  },
};

function view({ state: current, done }: RowScreen<PortfolioState>) {
  const screen = {
    state: current,
    noted: done,
    now,
    actions,
    view: shown,
    table: tableNow(),
    selected: selection.keys,
    chosen: chosen(),
    isComplete: isComplete(),
  };
  return html`${topView(screen)} ${rows.length === 0 ? nothing : filterView(screen)}
  ${emptyView(screen)} ${gridView(screen)}`;
}
