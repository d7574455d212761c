/** What stands above the table: the header, the totals, the filters and the selection. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { capitalized, displayText, joinWords } from '../../../core/base/displayText.ts';
import { formatNumber, plural } from '../../../core/base/format.ts';
import { concernCount, withAcknowledged } from '../../../core/messages/attentionMessages.ts';
import { motionWords } from '../../../core/messages/forecastMessages.ts';
import { stopWatchingLabel } from '../../../core/messages/watchMessages.ts';
import { tableHeadings } from '../../../core/messages/countMessages.ts';
import { isFurther } from '../../../core/model/counts.ts';
import { CONCERNS } from '../../../core/stats/attention.ts';
import { button, headerView } from '../../../page/controls.ts';
import { ENTRIES, entryLabel, isInBar, legendOf } from '../../../page/legend.ts';
import { stackedBar, swatch } from '../../../page/stackedBar.ts';
import { COLUMNS } from '../../../core/messages/projectColumns.ts';
import { withColumn } from '../columns.ts';
import type { PortfolioState } from '../messages.ts';
import { columnsShown } from './grid.ts';
import {
  type Actions,
  chosenWords,
  coverageOf,
  isFiltered,
  NOTHING_SELECTED,
  type Screen,
  type Table,
} from './table.ts';

const SECONDARY = { secondary: true };

export function topView(screen: Screen): TemplateResult {
  const { state, table, actions } = screen;
  return html`${headerView({
    heading: l10n.t('Portfolio'),
    meta: metaOf(screen),
    source: state,
    buttons: buttons(state, table.covered.listed, actions),
  })}
  ${table.covered.listed === 0 ? nothing : totalsView(screen)}`;
}

function metaOf({ state, table, now }: Screen): readonly string[] {
  // The rows arrive in the messages after the state.
  if (table.covered.listed === 0 && state.listed > 0) return [l10n.t('Loading…')];
  // Nobody is signed in.
  if (state.service === undefined) return [];
  return [coverageOf(table, state, now), state.work ?? ''].filter(Boolean);
}

function buttons({ phase, problem }: PortfolioState, rows: number, { post }: Actions): unknown {
  const isReading = phase === 'list' || phase === 'stats';
  // With a key, because the element that has the focus must not become another button.
  const keyedButton = (type: 'whatHappened' | 'stop' | 'refresh', label: string, icon = {}) => {
    const send = () => {
      post({ type });
    };
    return keyed(type, button(label, send, { id: type, ...SECONDARY, ...icon }));
  };
  return [
    rows === 0 ? nothing : keyedButton('whatHappened', l10n.t('What Happened…')),
    isReading ? keyedButton('stop', l10n.t('Stop')) : nothing,
    // A problem has its own button.
    isReading || problem
      ? nothing
      : keyedButton('refresh', l10n.t('Refresh'), { icon: 'refresh' as const }),
  ];
}

/** The service may accept a refused token again. Before a sign-in there is nothing to read. */
export function retryButton({ service, problem }: PortfolioState, { post }: Actions): unknown {
  if (problem?.action !== 'signIn' || service === undefined) return nothing;
  const retry = () => {
    post({ type: 'continue' });
  };
  return button(l10n.t('Retry'), retry, { id: 'retry', ...SECONDARY });
}

/** The totals of the rows that match. They have as much room as those of all: the table does not move. */
function totalsView({ state, table, view, now }: Screen): TemplateResult {
  const { counts, percent, covered, rows } = table.totals;
  const { bar, shares, spoken } = legendOf(counts, percent);
  // While nothing can be read, the reason is the problem that is shown.
  const words = state.problem ? '' : motionWords(table.motion, now);
  const { doneAt, known, moving } = table.motion;
  const isOfAll = doneAt !== undefined && known === moving;
  // What is pending does not count: nobody knows when it begins.
  const minting = plural(moving, l10n.t('{0} minting | {0} minting'));
  const motion = isOfAll ? `${tableHeadings().doneIn}: ${words} (${minting})` : capitalized(words);
  const legend = ENTRIES.map((name) => {
    const most = table.whole.counts[name];
    if (most === undefined || (most === 0 && isFurther(name))) return nothing;
    const count = counts[name];
    const share = shares.get(name);
    const widest = `${formatNumber(most)}${isInBar(name) ? ` (${formatNumber(100, 'percent')})` : ''}`;
    return html`<div>
      <dt>${isInBar(name) ? swatch(name) : nothing}${entryLabel(name)}</dt>
      <dd data-widest=${widest}>
        <span
          >${count === undefined ? '–' : formatNumber(count)}
          ${share === undefined ? nothing : html`<span class="quiet">(${share})</span>`}</span
        >
      </dd>
    </div>`;
  });
  const barLabel =
    spoken === ''
      ? l10n.t('NFTs of the projects shown: none')
      : l10n.t('NFTs of the projects shown: {0}', spoken);
  return html`<section class="totals" aria-labelledby="totals-heading">
    <div class="strip heading">
      <h2 id="totals-heading">
        ${
          isFiltered(view)
            ? l10n.t('Totals of {0} of {1} matching', formatNumber(covered), formatNumber(rows))
            : l10n.t('Totals')
        }
      </h2>
      ${motion === '' ? nothing : html`<p class="motion">${motion}</p>`}
    </div>
    ${stackedBar(bar, barLabel)}
    ${
      table.whole.covered > 0
        ? html`<dl class="legend">${legend}</dl>`
        : html`<p class="legend quiet">${rows > 0 ? l10n.t('No counts yet') : nothing}</p>`
    }
  </section>`;
}

export function filterView(screen: Screen): TemplateResult {
  const { state, view, table, chosen, noted, actions } = screen;
  const hint = l10n.t('Filter by name, symbol or id');
  const whole = Math.max(table.covered.listed, state.total ?? 0);
  const type = (event: Event) => {
    actions.change({ text: (event.target as HTMLInputElement).value });
  };
  const exportShown = () => {
    actions.post({ type: 'export', keys: table.rows.map(({ key }) => key) });
  };
  const match = l10n.t('{0} of {1} match', formatNumber(table.totals.rows), formatNumber(whole));
  const others = table.rows.length - table.totals.rows;
  const more = others > 0 ? l10n.t('{0} more selected', formatNumber(others)) : '';
  const filtered = html`<span class="quiet">${joinWords(match, more)}</span>
    ${button(l10n.t('Clear Filter'), actions.clearFilter, { id: 'clear-filter', ...SECONDARY })}
    ${table.rows.length === 0 ? nothing : button(l10n.t('Export Shown…'), exportShown, SECONDARY)}`;
  const note = noted === undefined ? nothing : html`<span class="quiet">${noted}</span>`;
  return html`${chips(screen)}
    <div class="selection">
      <div class="strip filter" role="search" aria-label=${l10n.t('Filter projects')}>
        <input
          type="search"
          class="text"
          aria-label=${hint}
          placeholder=${hint}
          spellcheck="false"
          .value=${live(view.text ?? '')}
          @input=${type}
        />
        ${columnChoice(screen)} ${isFiltered(view) ? filtered : nothing}
        ${chosen.length === 0 ? note : nothing}
      </div>
      ${chosen.length === 0 ? nothing : selectionBar(screen, note)}
    </div>`;
}

/** Filters by one click, each with its number of projects. One that would leave none is disabled. */
function chips({ view, table, actions: { change } }: Screen): unknown {
  const pressed = view.chips ?? [];
  if (table.chips.length === 0) return nothing;
  // Without a chip that can have the focus, the strip itself is scrolled by keyboard.
  const hasFocusable = table.chips.some(({ id, canAdd }) => canAdd || pressed.includes(id));
  return html`<div
    class="strip concerns"
    role="group"
    aria-label=${l10n.t('Quick filters')}
    tabindex=${hasFocusable ? nothing : 0}
  >
    ${repeat(
      table.chips,
      ({ id }) => id,
      (chip) => {
        const { id, canAdd } = chip;
        const isPressed = pressed.includes(id);
        const press = () => {
          change({ chips: isPressed ? pressed.filter((one) => one !== id) : [...pressed, id] });
        };
        return html`<button
          type="button"
          class="chip ${chip.status === undefined ? id : 'status'}"
          aria-pressed=${isPressed ? 'true' : 'false'}
          ?disabled=${!isPressed && !canAdd}
          @click=${press}
        >
          ${chipWords(chip)}
        </button>`;
      },
    )}
  </div>`;
}

function chipWords({ id, rows, status }: Table['chips'][number]): unknown {
  const count = formatNumber(rows.length);
  const concern = CONCERNS.find((kind) => kind === id);
  if (concern) return withAcknowledged(concernCount(concern, rows.length), rows);
  if (status === undefined) return plural(rows.length, l10n.t('{0} minting now | {0} minting now'));
  if (status === '') return l10n.t('{0} without a status', count);
  return html`${count} <bdi>${displayText(status, 40)}</bdi>`;
}

/**
 * A button that opens a list of checkboxes: all columns but the name, which is always there. Those are
 * checked that fit into the table now; one that the user checks is there whatever fits.
 */
function columnChoice({ view, actions: { chooseColumns } }: Screen): TemplateResult {
  const heading = l10n.t('Columns');
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    const list = document.getElementById('columns');
    // Opened by a click on its button, the list is placed below that.
    if (list?.matches(':popover-open') === false) (event.target as HTMLElement).click();
    list?.querySelector('input')?.focus();
  };
  const showNow = ({ currentTarget }: Event) => {
    const ids = columnsShown(view).map(({ id }) => id);
    for (const box of (currentTarget as HTMLElement).querySelectorAll('input')) {
      box.checked = ids.includes(box.value);
    }
  };
  const shown = columnsShown(view);
  return html`<button type="button" class="choice" popovertarget="columns" @keydown=${openByKey}>
      ${heading}
    </button>
    <div
      id="columns"
      class="options"
      popover
      role="group"
      aria-label=${heading}
      @beforetoggle=${showNow}
    >
      ${COLUMNS.filter(({ id }) => id !== 'name').map((column) => {
        const { id } = column;
        const toggle = ({ target }: Event) => {
          chooseColumns(withColumn(view, id, (target as HTMLInputElement).checked));
        };
        return html`<label>
          <input
            type="checkbox"
            .value=${id}
            .checked=${live(shown.includes(column))}
            @change=${toggle}
          />
          ${column.heading()}
        </label>`;
      })}
    </div>`;
}

/** A button is where it was, whatever becomes of the selected rows: the last one changes its width. */
function selectionBar(
  { chosen, actions: { post, select } }: Screen,
  note: unknown,
): TemplateResult {
  type Type = 'watch' | 'stopWatching' | 'compare' | 'copy' | 'export';
  const action = (label: string, type: Type, disabled = false) => {
    const send = () => {
      post({ type, keys: chosen.map(({ key }) => key) });
    };
    return button(label, send, { ...SECONDARY, disabled });
  };
  const clear = () => {
    select(() => NOTHING_SELECTED);
  };
  return html`<div class="strip chosen" role="group" aria-label=${l10n.t('Selected projects')}>
    <strong>${chosenWords(chosen)}</strong>
    ${action(l10n.t('Compare Progress'), 'compare', chosen.length < 2)}
    ${action(l10n.t('Copy'), 'copy')} ${action(l10n.t('Export…'), 'export')}
    ${button(l10n.t('Clear Selection'), clear, {
      ...SECONDARY,
      title: l10n.t('Select none (Escape)'),
    })}
    ${
      // One element, so that the focus stays in it.
      chosen.every(({ watched }) => watched === true)
        ? action(stopWatchingLabel(), 'stopWatching')
        : action(l10n.t('Watch'), 'watch')
    }
    ${note}
  </div>`;
}

export function emptyView({ state, view, table }: Screen): unknown {
  if (table.rows.length > 0) return nothing;
  if (table.covered.listed > 0 && isFiltered(view)) {
    return html`<p>${l10n.t('No project matches the filter.')}</p>`;
  }
  // Only a list that was read to its end is known to be empty.
  return state.phase === 'done' && state.listed === 0
    ? html`<p class="quiet">${l10n.t('The service lists no projects yet.')}</p>`
    : nothing;
}
