/** What stands above the table: the header, the totals, the filters and the selection. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { displayText } from '../../../core/base/displayText.ts';
import { formatNumber } from '../../../core/base/format.ts';
import { concernCount } from '../../../core/messages/concernLabel.ts';
import { motionSentence } from '../../../core/messages/forecastMessages.ts';
import type { PanelProblem, Ready } from '../../../core/panel/panel.ts';
import { button, headerTop, problemView } from '../../../page/controls.ts';
import { isInBar } from '../../../page/legend.ts';
import { stackedBar, swatch } from '../../../page/stackedBar.ts';
import { type Column, COLUMNS, isShown, kindWords } from '../columns.ts';
import type { FromPortfolio, PortfolioState, PortfolioView } from '../messages.ts';
import { choice, toggled } from './choice.ts';
import type { Chosen } from './selection.ts';
import { isFiltered, type Table } from './table.ts';
import {
  chosenWords,
  coverageText,
  describeTotals,
  emptyWords,
  type LegendEntry,
} from './words.ts';

/** What the page shows: what the editor sent, and what the user did here. */
export interface Screen {
  /** `undefined` until the first message. */
  readonly state: PortfolioState | undefined;
  readonly view: PortfolioView;
  readonly table: Table;
  /** How many projects the service says there are, or how many rows there are if that is more. */
  readonly whole: number;
  readonly chosen: Chosen;
  /** A note, such as `3 projects copied`; mostly empty. */
  readonly noted: string;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** The types of messages without other members. */
type PlainMessageType = Exclude<
  FromPortfolio,
  { readonly keys: readonly string[] } | { readonly key: string } | Ready
>['type'];

/** The types of messages that name the selected rows. */
type ChosenMessageType = 'watch' | 'stopWatching' | 'compare' | 'copy' | 'export';

export interface Actions {
  /** Returns the handler of a button that sends this message. */
  readonly send: (type: PlainMessageType) => () => void;
  readonly sendForChosen: (type: ChosenMessageType) => () => void;
  readonly clearSelection: () => void;
  /** A member that is `undefined` is taken out of the filter. */
  readonly filter: (change: PortfolioView) => void;
  readonly clearFilter: () => void;
  readonly showColumn: (column: Column, isVisible: boolean) => void;
  readonly exportShown: () => void;
}

const SECONDARY = { secondary: true };

export function headerView(screen: Screen, actions: Actions): TemplateResult {
  const { state, table } = screen;
  return html`${state?.problem === undefined ? nothing : trouble(state.problem, state, actions)}
    <header>
      ${headerTop({
        title: html`<h1 tabindex="-1">${l10n.t('Portfolio')}</h1>`,
        meta: coverage(screen),
        source: state,
        buttons: state && buttons(state, table.covered.listed, actions),
      })}
      ${state === undefined ? nothing : progress(state)}
    </header>
    ${table.covered.listed === 0 ? nothing : totalsView(screen)}`;
}

/** `310 of 1,204 projects read, the oldest 4 min ago`, and `stopped`. */
function coverage({ state, table, now }: Screen): readonly string[] {
  // The rows arrive in the messages after the state.
  if (state === undefined || (table.covered.listed === 0 && state.listed > 0)) {
    return [l10n.t('Loading…')];
  }
  // Nobody is signed in.
  if (state.service === undefined) return [];
  const words = coverageText(table.covered, state, now);
  return state.work === undefined ? [words] : [words, state.work];
}

function buttons(
  { phase, problem }: PortfolioState,
  rows: number,
  { send }: Actions,
): readonly DirectiveResult[] {
  // With a key, because the element that has the focus must not become another button.
  const keyedButton = (
    type: PlainMessageType,
    label: string,
    options: Parameters<typeof button>[2],
  ) => keyed(type, button(label, send(type), { id: type, ...options }));
  const isReading = phase === 'list' || phase === 'stats';
  const all = [
    rows > 0 && keyedButton('whatHappened', l10n.t('What Happened…'), SECONDARY),
    isReading && keyedButton('stop', l10n.t('Stop'), SECONDARY),
    // The problem has its own button.
    !isReading &&
      !problem &&
      keyedButton('refresh', l10n.t('Refresh'), { icon: 'refresh', ...SECONDARY }),
  ];
  return all.filter((one) => one !== false);
}

/** Empty while nothing is read, and still in the page, so that nothing moves when reading ends. */
function progress({ phase, progress: share }: PortfolioState): TemplateResult {
  const what = phase === 'list' ? l10n.t('Reading the list of projects') : l10n.t('Reading stats');
  if (phase === 'done' || phase === 'stopped') {
    return html`<div class="progress" aria-hidden="true"></div>`;
  }
  return share === undefined
    ? html`<progress class="progress" aria-label=${what}></progress>`
    : html`<progress class="progress" aria-label=${what} max="1" .value=${share}></progress>`;
}

/** A problem, and what the user can do about it. */
function trouble(
  problem: PanelProblem,
  { service }: PortfolioState,
  { send }: Actions,
): TemplateResult {
  const retry = button(l10n.t('Retry'), send('continue'), { id: 'retry', ...SECONDARY });
  // The service may accept the token again. Before a sign-in there is nothing to read.
  const mayRetry = problem.action === 'signIn' && service !== undefined;
  return problemView(problem, { retry: send('continue'), send }, mayRetry ? retry : nothing);
}

/**
 * The totals. They take their place also without counts, so that the table does not move when these
 * arrive.
 */
function totalsView({ table, view, now }: Screen): TemplateResult {
  const motion = motionSentence(table.motion, now);
  const totals = describeTotals(table.totals);
  const of = l10n.t({
    message: 'of {0}',
    args: [totals.of],
    comment: ['of how many projects the totals are'],
  });
  return html`<section
    class="totals"
    aria-labelledby="totals-heading"
    title=${l10n.t('Totals of {0}', totals.of)}
  >
    <h2 id="totals-heading">
      ${l10n.t('Totals')} ${isFiltered(view) ? html`<span class="quiet">${of}</span>` : nothing}
    </h2>
    ${motion === '' ? nothing : html`<p class="motion">${motion}</p>`}
    ${stackedBar(totals.bar, totals.barLabel)}
    ${
      totals.legend.length === 0
        ? html`<p class="legend quiet">${totals.empty}</p>`
        : html`<dl class="legend">${totals.legend.map(legendEntry)}</dl>`
    }
  </section>`;
}

function legendEntry({ name, label, count, percent }: LegendEntry): TemplateResult {
  return html`<div>
    <dt>${isInBar(name) ? swatch(name) : nothing}${label}</dt>
    <dd>
      ${count} ${percent === undefined ? nothing : html`<span class="quiet">(${percent})</span>`}
    </dd>
  </div>`;
}

/**
 * Filters, columns, and actions on the selected rows. The fields are the browser's own in the colors
 * of the theme: they are accessible as they are, and ship no code.
 */
export function filterView(screen: Screen, actions: Actions): TemplateResult {
  const { view, table, chosen } = screen;
  const hint = l10n.t('Filter by name, symbol or id');
  return html`${chips(screen, actions)}
    <div class="strip filter" role="search" aria-label=${l10n.t('Filter projects')}>
      <input
        type="search"
        class="text"
        aria-label=${hint}
        placeholder=${hint}
        spellcheck="false"
        .value=${live(view.text ?? '')}
        @input=${(event: Event) => {
          actions.filter({ text: (event.target as HTMLInputElement).value });
        }}
      />
      ${statusChoice(screen, actions)} ${kindChoice(screen, actions)}
      ${columnChoice(screen, actions)}
    </div>
    <div class="strip selection">
      ${chosen.rows.length === 0 ? nothing : selectionBar(screen, actions)}
      ${
        isFiltered(view)
          ? html`<span class="shown"
                >${l10n.t(
                  '{0} of {1} shown',
                  formatNumber(table.rows.length),
                  formatNumber(screen.whole),
                )}</span
              >
              ${button(l10n.t('Clear Filter'), actions.clearFilter, { id: 'clear-filter', ...SECONDARY })}
              ${
                table.rows.length === 0
                  ? nothing
                  : button(l10n.t('Export Shown…'), actions.exportShown, SECONDARY)
              }`
          : nothing
      }
      ${screen.noted === '' ? nothing : html`<span class="shown">${screen.noted}</span>`}
    </div>`;
}

/** The most statuses to choose from; a service may use a different one for each project. */
const MOST_STATUSES = 100;

function statusChoice({ view, table }: Screen, actions: Actions): TemplateResult {
  const chosen = view.statuses ?? [];
  // A chosen status that no row has any more stays in the list, so that it can be deselected.
  const listed = new Set(table.statuses.map(({ status }) => status));
  const gone = chosen.filter((one) => !listed.has(one)).map((status) => ({ status, count: 0 }));
  const statuses = [...gone, ...table.statuses.slice(0, MOST_STATUSES)];
  return choice({
    id: 'statuses',
    heading: l10n.t('Status'),
    open: l10n.t('Status: {0}'),
    words: chosenOption(chosen, statusWords),
    options: statuses.map(({ status, count }) => ({
      value: status,
      label: statusWords(status),
      count: formatNumber(count),
      checked: chosen.includes(status),
    })),
    change: (status) => {
      actions.filter({ statuses: toggled(chosen, status) });
    },
  });
}

function kindChoice({ view }: Screen, actions: Actions): TemplateResult {
  const chosen = view.kinds ?? [];
  return choice({
    id: 'kinds',
    heading: l10n.t('Kind'),
    open: l10n.t('Kind: {0}'),
    words: chosenOption(chosen.length > 1 ? [] : chosen, kindWords),
    options: (['t', 'n'] as const).map((kind) => ({
      value: kind,
      label: kindWords(kind),
      checked: chosen.includes(kind),
    })),
    change: (kind) => {
      actions.filter({ kinds: toggled(chosen, kind) });
    },
  });
}

function chosenOption<T>(chosen: readonly T[], wordsOf: (one: T) => string): string {
  const [first] = chosen;
  if (first === undefined) return l10n.t('any');
  return chosen.length === 1 ? wordsOf(first) : formatNumber(chosen.length);
}

/** All columns but the name, which is always there. */
function columnChoice({ view }: Screen, actions: Actions): TemplateResult {
  return choice({
    id: 'columns',
    heading: l10n.t('Columns'),
    open: l10n.t('Columns'),
    words: '',
    options: COLUMNS.filter(({ id }) => id !== 'name').map((column) => ({
      value: column,
      label: column.heading(),
      checked: isShown(view, column),
    })),
    change: (column) => {
      actions.showColumn(column, !isShown(view, column));
    },
  });
}

/** Filters by one click, each with its number of projects. One that would leave none is disabled. */
function chips({ view, table }: Screen, actions: Actions): unknown {
  const { concerns = [], moving = false } = view;
  if (table.chips.length === 0) return nothing;
  return html`<div class="strip concerns" role="group" aria-label=${l10n.t('Quick filters')}>
    ${repeat(
      table.chips,
      ({ kind }) => kind,
      ({ kind, rows, canAdd }) => {
        const isPressed = kind === 'moving' ? moving : concerns.includes(kind);
        const words =
          kind === 'moving'
            ? l10n.t('{0} minting now', formatNumber(rows.length))
            : concernCount(kind, rows);
        const press = () => {
          actions.filter(
            kind === 'moving'
              ? { moving: moving ? undefined : true }
              : { concerns: toggled(concerns, kind) },
          );
        };
        return html`<button
          type="button"
          class="chip ${kind}"
          aria-pressed=${isPressed ? 'true' : 'false'}
          ?disabled=${!isPressed && !canAdd}
          @click=${press}
        >
          ${words}
        </button>`;
      },
    )}
  </div>`;
}

function statusWords(status: string): string {
  return displayText(status, 60) || l10n.t('not given');
}

function selectionBar({ chosen }: Screen, actions: Actions): TemplateResult {
  const isWatched = chosen.rows.every(({ watched }) => watched === true);
  return html`<div class="strip chosen" role="group" aria-label=${l10n.t('Selected projects')}>
    <strong>${chosenWords(chosen)}</strong>
    ${
      // One element, so that the focus stays in it.
      isWatched
        ? button(l10n.t('Stop Watching'), actions.sendForChosen('stopWatching'), SECONDARY)
        : button(l10n.t('Watch'), actions.sendForChosen('watch'), SECONDARY)
    }
    ${
      chosen.rows.length < 2
        ? nothing
        : button(l10n.t('Compare Progress'), actions.sendForChosen('compare'), SECONDARY)
    }
    ${button(l10n.t('Copy'), actions.sendForChosen('copy'), SECONDARY)}
    ${button(l10n.t('Export…'), actions.sendForChosen('export'), SECONDARY)}
    ${button(l10n.t('Clear Selection'), actions.clearSelection, {
      ...SECONDARY,
      title: l10n.t('Select none (Escape)'),
    })}
  </div>`;
}

export function emptyView(
  { state, view, table }: Screen,
  actions: Actions,
): TemplateResult | typeof nothing {
  if (table.rows.length > 0) return nothing;
  if (table.covered.listed > 0 && isFiltered(view)) {
    return html`<p class="empty">
      ${l10n.t('No project matches the filter.')}
      ${button(l10n.t('Clear Filter'), actions.clearFilter)}
    </p>`;
  }
  const words = emptyWords(state);
  return words === undefined ? nothing : html`<p class="empty quiet">${words}</p>`;
}
