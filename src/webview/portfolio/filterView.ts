import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { displayText } from '../../core/base/displayText.ts';
import { button, icon } from '../kit/controls.ts';
import { withElements } from '../kit/withElements.ts';
import { emptyWords } from './announce.ts';
import { sortWords } from './columns.ts';
import type { Actions, Screen } from './screen.ts';
import { areWatched, chosenWords, NOTHING_SELECTED } from './selection.ts';
import { isFiltered } from './table.ts';

/** Statuses that can be chosen from; a service may use a different one for each project. */
const MOST_STATUSES = 100;

/**
 * Above the table: which rows it shows, and what to do with the selected ones. The fields are the
 * browser's own in the colours of the theme: they are accessible as they are, and ship no code.
 */
export function filterView(screen: Screen, actions: Actions): TemplateResult {
  const { view, table, format } = screen;
  const hint = l10n.t('Filter by name, symbol or id');
  const clear = l10n.t('Clear Filter');
  return html`<div class="filter" role="search" aria-label=${l10n.t('Filter projects')}>
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
      <button
        type="button"
        class="choice attention"
        title=${l10n.t('Only projects that need attention')}
        aria-pressed=${view.attention === true ? 'true' : 'false'}
        @click=${() => {
          actions.filter({ attention: view.attention === true ? undefined : true });
        }}
      >
        ${icon('warning')}<span>${l10n.t('Needs attention')}</span>
        <span class="count">${format.count(table.attention)}</span>
      </button>
      ${
        isFiltered(view)
          ? button(clear, actions.clearFilter, { id: 'clear-filter', secondary: true })
          : nothing
      }
    </div>
    <div class="selection">
      <span class="shown"
        >${l10n.t('{0} of {1} shown', format.count(table.rows.length), format.count(screen.rows))}</span
      >
      ${view.sort === undefined ? nothing : html`<span class="shown">${sortWords(view)}</span>`}
      ${screen.chosen.rows.length === 0 ? nothing : selectionBar(screen, actions)}
      ${screen.noted === '' ? nothing : html`<span class="shown">${screen.noted}</span>`}
    </div>`;
}

function statusChoice({ view, table, format }: Screen, actions: Actions): TemplateResult {
  const chosen = view.statuses ?? [];
  const [first] = chosen;
  const words =
    first === undefined
      ? l10n.t('any')
      : chosen.length === 1
        ? statusWords(first)
        : format.count(chosen.length);
  // One that no row has any more stays in the list, so that it can be taken out.
  const listed = new Set(table.statuses.map(({ status }) => status));
  const gone = chosen.filter((one) => !listed.has(one)).map((status) => ({ status, count: 0 }));
  const statuses = [...gone, ...table.statuses.slice(0, MOST_STATUSES)];
  return html`<button type="button" class="choice" id="status-choice" popovertarget="statuses">
      <span>${withElements(l10n.t('Status: {0}'), [html`<bdi>${words}</bdi>`])}</span
      ><span class="open-mark" aria-hidden="true"></span>
    </button>
    <div id="statuses" class="statuses" popover role="group" aria-label=${l10n.t('Status')}>
      ${statuses.map(
        ({ status, count }) =>
          html`<label>
            <input
              type="checkbox"
              .checked=${live(chosen.includes(status))}
              @change=${() => {
                const others = chosen.filter((one) => one !== status);
                const next = others.length < chosen.length ? others : [...chosen, status];
                actions.filter({ statuses: next.length === 0 ? undefined : next });
              }}
            />
            <bdi>${statusWords(status)}</bdi> <span class="quiet">${format.count(count)}</span>
          </label>`,
      )}
    </div>`;
}

function statusWords(status: string): string {
  return displayText(status, 60) || l10n.t('not given');
}

function kindChoice({ view }: Screen, actions: Actions): TemplateResult {
  return html`<select
    class="choice"
    aria-label=${l10n.t('Kind')}
    .value=${live(view.kind ?? '')}
    @change=${({ target }: Event) => {
      const { value } = target as HTMLSelectElement;
      actions.filter({ kind: value === 't' || value === 'n' ? value : undefined });
    }}
  >
    <option value="">${l10n.t('Any kind')}</option>
    <option value="t">${l10n.t('Transferable')}</option>
    <option value="n">${l10n.t('Non-transferable')}</option>
  </select>`;
}

function selectionBar({ chosen, format }: Screen, actions: Actions): TemplateResult {
  const failing = chosen.rows.filter(({ failure }) => failure !== undefined).length;
  const secondary = { secondary: true };
  return html`<div class="chosen" role="group" aria-label=${l10n.t('Selected projects')}>
    <strong>${chosenWords(chosen, format)}</strong>
    ${
      // One element, so that the focus stays in it.
      areWatched(chosen)
        ? button(l10n.t('Stop Watching'), actions.askOfChosen('stopWatching'), secondary)
        : button(l10n.t('Watch'), actions.askOfChosen('watch'), secondary)
    }
    ${button(l10n.t('Copy'), actions.askOfChosen('copy'), secondary)}
    ${button(l10n.t('Export…'), actions.askOfChosen('export'), secondary)}
    ${
      failing === 0
        ? nothing
        : button(l10n.t('Retry {0}', format.count(failing)), actions.retryChosen, {
            ...secondary,
            title: l10n.t('Read those again that could not be read'),
          })
    }
    ${button(
      l10n.t('Clear Selection'),
      () => {
        actions.grid.select(() => NOTHING_SELECTED);
      },
      {
        ...secondary,
        title: l10n.t('Select none (Escape)'),
      },
    )}
  </div>`;
}

export function emptyView(
  { state, view, table, rows }: Screen,
  actions: Actions,
): TemplateResult | typeof nothing {
  if (table.rows.length > 0) return nothing;
  if (rows > 0 && isFiltered(view)) {
    return html`<p class="empty">
      ${l10n.t('No project matches the filter.')}
      ${button(l10n.t('Clear Filter'), actions.clearFilter)}
    </p>`;
  }
  const words = emptyWords(state);
  return words === undefined ? nothing : html`<p class="empty quiet">${words}</p>`;
}
