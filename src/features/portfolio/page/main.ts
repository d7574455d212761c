import * as l10n from '@vscode/l10n';
import { html, nothing, render } from 'lit';
import { Later } from '../../../core/base/later.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { connect, type Editor } from '../../../page/editor.ts';
import { nameOf, withColumn } from '../columns.ts';
import {
  type FromPortfolio,
  isToPortfolio,
  type PortfolioRow,
  type PortfolioState,
  type PortfolioView,
  readPortfolioView,
} from '../messages.ts';
import { keepingFocus } from './focus.ts';
import { type Grid, gridView } from './grid.ts';
import type { GridActions, GridData } from './keyboard.ts';
import { Notes } from './notes.ts';
import { chosenOf, NOTHING_SELECTED, type Selection } from './selection.ts';
import { sortedBy, tableOf } from './table.ts';
import { type Actions, emptyView, filterView, headerView, type Screen } from './views.ts';
import {
  chosenWords,
  coverageText,
  filterAnnouncement,
  sortAnnouncement,
  stateAnnouncement,
} from './words.ts';

/** The wait before changed rows are sorted in: a table that keeps moving cannot be read. */
const SORT_EVERY_MS = 400;
/** The wait after scrolling before the place is stored. */
const PAUSE_MS = 300;
/** The page says how old the counts are, so it is drawn again after this time. */
const AGE_MS = 30_000;
/** Of more selected rows, none is stored. */
const MOST_STORED = 5000;

const editor: Editor<FromPortfolio, PortfolioView> = connect(isToPortfolio, (message) => {
  if (message.type === 'state') receiveState(message.state);
  else if (message.type === 'said') notes.show(message.text);
  else receiveRows(message.rows, message.first);
});

/** The rows that have arrived, in the order of the list: a row with a known key keeps its place. */
const received = new Map<string, PortfolioRow>();
/** The newest state that has arrived. `update` shows it together with the rows before it. */
let arrived: PortfolioState | undefined;

/** What is shown of these, and as of when, in milliseconds since 1970. */
let rows: readonly PortfolioRow[] = [];
let state: PortfolioState | undefined;
let now = systemClock.now();

let view = readPortfolioView(editor.saved);
let selection: Selection = { ...NOTHING_SELECTED, keys: new Set(view.selected) };

const notes = new Notes(paint);
const updating = new Later(systemClock, update);
const saving = new Later(systemClock, save);
const ageing = new Later(systemClock, update);

function isComplete(): boolean {
  return arrived !== undefined && arrived.phase !== 'list' && received.size >= arrived.listed;
}

function receiveRows(some: readonly PortfolioRow[], isFirst: boolean): void {
  const wasEmpty = received.size === 0;
  const wasComplete = isComplete();
  if (isFirst) received.clear();
  for (const row of some) received.set(row.key, row);
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
    received.clear();
  }
  if (service !== undefined && service !== view.service) view = { ...view, service };
  arrived = next;
  const isUrgent =
    next.phase !== state?.phase ||
    service !== state.service ||
    next.problem?.message !== state.problem?.message;
  if (isUrgent) updating.now();
  else updating.soon(SORT_EVERY_MS);
}

/** Shows what has arrived. */
function update(): void {
  now = systemClock.now();
  rows = [...received.values()];
  if (arrived?.problem !== undefined) {
    // The forecasts are not updated and would count down.
    rows = rows.map((row) => (row.pace ? { ...row, pace: undefined } : row));
  }
  if (arrived && arrived !== state) {
    const covered = coverageText(tableNow().covered, arrived, now);
    notes.spoken = stateAnnouncement(state, arrived, covered) ?? notes.spoken;
    state = arrived;
  }
  ageing.restart(AGE_MS);
  paint();
}

function tableNow() {
  return tableOf(rows, view, now);
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

const chosen = () => chosenOf(selection, tableNow().rows, rows);
const chosenKeys = () => chosen().rows.map(({ key }) => key);

const gridActions: GridActions = {
  open: (key) => {
    save();
    editor.post({ type: 'open', key });
  },
  retry: (key) => {
    editor.post({ type: 'retry', keys: [key] });
    const row = received.get(key);
    if (row) notes.say(l10n.t('Reading {0} again.', nameOf(row)));
  },
  sortBy: (column) => {
    setView(sortedBy(view, column));
    notes.say(sortAnnouncement(view));
  },
  select: (change) => {
    selection = change(
      selection,
      tableNow().rows.map(({ key }) => key),
    );
    save();
    notes.say(l10n.t('{0}.', chosenWords(chosen())));
  },
  copy: (active) => {
    const keys = chosenKeys();
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
  send: (type) => () => {
    editor.post({ type });
  },
  sendForChosen: (type) => () => {
    editor.post({ type, keys: chosenKeys() });
  },
  clearSelection: () => {
    gridActions.select(() => NOTHING_SELECTED);
  },
  filter: (change) => {
    setView({ ...view, ...change });
    notes.saySoon(() => filterAnnouncement(tableNow().rows.length, rows.length));
  },
  clearFilter: () => {
    const none = { text: undefined, statuses: undefined, kinds: undefined };
    actions.filter({ ...none, concerns: undefined, moving: undefined });
    document.querySelector<HTMLElement>('.filter .text')?.focus();
  },
  showColumn: (column, isVisible) => {
    setView(withColumn(view, column.id, isVisible));
  },
  exportShown: () => {
    editor.post({ type: 'export', keys: tableNow().rows.map(({ key }) => key) });
  },
};

function paint(): void {
  const table = tableNow();
  const screen: Screen = {
    state,
    view,
    table,
    whole: Math.max(rows.length, state?.total ?? 0),
    chosen: chosen(),
    noted: notes.shown,
    now,
  };
  const data: GridData = {
    rows: table.rows,
    selected: selection.keys,
    view,
    actions: gridActions,
    isComplete: isComplete(),
  };
  const isBusy = state === undefined || state.phase === 'list' || state.phase === 'stats';
  const page = html`<main class="portfolio ${state?.problem ? 'stale' : ''}">
      ${headerView(screen, actions)} ${rows.length === 0 ? nothing : filterView(screen, actions)}
      ${emptyView(screen, actions)} ${gridView(data, isBusy)}
    </main>
    <div class="hidden" role="status" aria-live="polite">${notes.spoken}</div>`;
  keepingFocus(() => {
    render(page, editor.root);
  });
}

paint();
