import * as l10n from '@vscode/l10n';
import { newCollator } from '../../../core/base/format.ts';
import { html, nothing, render } from 'lit';
import { Later } from '../../../core/base/later.ts';
import {
  type Column,
  type FromPortfolio,
  isToPortfolio,
  type PortfolioState,
  type PortfolioView,
  readPortfolioView,
} from '../messages.ts';
import { connect, type Editor } from '../../../page/editor.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { filterAnnouncement, sortAnnouncement, stateAnnouncement } from './announce.ts';
import { withColumn } from './columnFit.ts';
import { nameOf } from './columns.ts';
import { emptyView, filterView } from './filterView.ts';
import { keepingFocus } from './focus.ts';
import { gridView } from './grid/gridView.ts';
import { headerView } from './headerView.ts';
import { Notes } from './notes.ts';
import { toStored } from './place.ts';
import { RowStore } from './rowStore.ts';
import type { Actions, GridData, Screen, Where } from './screen.ts';
import { chosenOf, chosenWords, NOTHING_SELECTED, type Selection } from './selection.ts';
import { sortedBy, tableOf } from './table.ts';
import { TextRanks } from './textRanks.ts';
import { coverageText } from './totals.ts';

/** The wait before changed rows are sorted in: a table that keeps moving cannot be read. */
const SORT_EVERY_MS = 400;
/** The wait after scrolling before the place is stored. */
const PAUSE_MS = 300;
/** The page says how old the counts are, so it is drawn again after this time. */
const AGE_MS = 30_000;

const editor: Editor<FromPortfolio, PortfolioView> = connect(isToPortfolio, (message) => {
  if (message.type === 'state') receiveState(message.state);
  else if (message.type === 'said') notes.show(message.text);
  else {
    const wasEmpty = store.all.length === 0;
    const wasComplete = store.isComplete(arrived);
    store.add(message.rows, message.first);
    // Show the first rows at once, and also the last ones, with which the table can return to
    // where an earlier page was.
    if (wasEmpty || (!wasComplete && store.isComplete(arrived))) fill.now();
    else fill.soon(SORT_EVERY_MS);
  }
});
const ranks = new TextRanks(newCollator().compare);
const store = new RowStore();

const saved = readPortfolioView(editor.saved);
/** The newest state received. `fillTable` shows it together with the rows received before it. */
let arrived: PortfolioState | undefined;
let state: PortfolioState | undefined;
let view: PortfolioView = saved;
let selection: Selection = { ...NOTHING_SELECTED, keys: new Set(saved.selected) };
let where: Where = { top: saved.top ?? 0, active: saved.active };
let start = where;
let hasFocus = saved.focused === true;
let table = tableOf([], view, ranks, systemClock.now());
let columns: readonly Column[] = [];

const notes = new Notes(paint);
const fill = new Later(systemClock, fillTable);
const saving = new Later(systemClock, save);
const ageing = new Later(systemClock, fillTable);

function receiveState(next: PortfolioState): void {
  // For another account: filters may hold texts of the earlier one, and keys name its projects.
  if (next.service !== undefined && view.service !== undefined && next.service !== view.service) {
    view = { shown: view.shown, hidden: view.hidden };
    selection = NOTHING_SELECTED;
    start = where = { top: 0, active: undefined };
    store.add([], true);
  }
  if (next.service !== undefined && next.service !== view.service) {
    view = { ...view, service: next.service };
  }
  arrived = next;
  const isUrgent =
    next.phase !== state?.phase ||
    next.service !== state.service ||
    next.problem?.message !== state.problem?.message;
  if (isUrgent) fill.now();
  else fill.soon(SORT_EVERY_MS);
}

/** Sorts, filters and counts the rows again, and shows the newest state with them. */
function fillTable(): void {
  table = tableOf(store.shown(arrived), view, ranks, systemClock.now());
  if (arrived && arrived !== state) {
    const covered = coverageText(table.covered, arrived, systemClock.now());
    notes.spoken = stateAnnouncement(state, arrived, covered) ?? notes.spoken;
    state = arrived;
  }
  ageing.restart(AGE_MS);
  paint();
}

function save(): void {
  editor.save(toStored(view, where, selection.keys, hasFocus));
}

function setView(next: PortfolioView): void {
  view = next;
  // Show the table from its beginning.
  start = where = { ...where, top: 0 };
  save();
  fillTable();
}

const whole = () => Math.max(table.covered.listed, state?.total ?? 0);
const chosen = () => chosenOf(selection, table.rows, store);
const chosenKeys = () => chosen().rows.map(({ key }) => key);

const actions: Actions = {
  grid: {
    open: (key) => {
      save();
      editor.post({ type: 'open', key });
    },
    retry: (key) => {
      editor.post({ type: 'retry', keys: [key] });
      const row = store.get(key);
      if (row) notes.say(l10n.t('Reading {0} again.', nameOf(row)));
    },
    sortBy: (column) => {
      setView(sortedBy(view, column));
      notes.say(sortAnnouncement(view));
    },
    select: (change) => {
      const shown = table.rows.map(({ key }) => key);
      selection = change(selection, shown);
      save();
      notes.say(l10n.t('{0}.', chosenWords(chosen())));
    },
    copy: (active) => {
      const keys = chosenKeys();
      if (keys.length === 0 && active !== undefined) keys.push(active);
      if (keys.length > 0) editor.post({ type: 'copy', keys });
    },
    moved: (next) => {
      where = next;
      saving.soon(PAUSE_MS);
    },
    columnsFitted: (next) => {
      columns = next;
      // Paint later, because this may be called while the table is being drawn.
      queueMicrotask(paint);
    },
    focusMoved: () => {
      // It stays true while another window has the focus, because `activeElement` stays the same.
      hasFocus = document.activeElement?.localName === 'mintscope-grid';
      saving.soon(PAUSE_MS);
    },
  },
  send: (type) => () => {
    editor.post({ type });
  },
  sendForChosen: (type) => () => {
    editor.post({ type, keys: chosenKeys() });
  },
  filter: (change) => {
    setView({ ...view, ...change });
    notes.saySoon(() => filterAnnouncement(table.rows.length, whole()));
  },
  clearFilter: () => {
    actions.filter({
      ...{ text: undefined, statuses: undefined, kinds: undefined },
      ...{ concerns: undefined, moving: undefined },
    });
    document.querySelector<HTMLElement>('.filter .text')?.focus();
  },
  showColumn: (column, visible) => {
    setView(withColumn(view, column, visible));
  },
  exportShown: () => {
    editor.post({ type: 'export', keys: table.rows.map(({ key }) => key) });
  },
  retryChosen: () => {
    const failing = chosen().rows.filter(({ failure }) => failure !== undefined);
    editor.post({ type: 'retry', keys: failing.map(({ key }) => key) });
  },
};

function paint(): void {
  const screen: Screen = {
    state,
    view,
    table,
    rows: table.covered.listed,
    whole: whole(),
    columns,
    chosen: chosen(),
    noted: notes.shown,
    now: systemClock.now(),
  };
  const busy = state === undefined || state.phase === 'list' || state.phase === 'stats';
  const data: GridData = {
    rows: table.rows,
    selected: selection.keys,
    view,
    actions: actions.grid,
    start,
    hadFocus: hasFocus,
    complete: store.isComplete(state),
  };
  const page = html`<main class="portfolio ${state?.problem ? 'stale' : ''}">
      ${headerView(screen, actions)} ${screen.rows === 0 ? nothing : filterView(screen, actions)}
      ${emptyView(screen, actions)} ${gridView(data, busy)}
    </main>
    <div class="hidden" role="status" aria-live="polite">${notes.spoken}</div>`;
  keepingFocus(() => {
    render(page, editor.root);
  });
}

paint();
