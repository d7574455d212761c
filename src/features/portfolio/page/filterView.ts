import { formatNumber } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { concernCount } from '../../../core/messages/concernLabel.ts';
import { displayText } from '../../../core/base/displayText.ts';
import { COLUMNS } from '../messages.ts';
import { button } from '../../../page/controls.ts';
import { emptyWords } from './announce.ts';
import { choice, toggled } from './choice.ts';
import { kindWords, sortWords, wordsOf } from './columns.ts';
import type { Actions, Screen } from './screen.ts';
import { areWatched, chosenWords, NOTHING_SELECTED } from './selection.ts';
import { isFiltered } from './table.ts';

/** The most statuses to choose from; a service may use a different one for each project. */
const MOST_STATUSES = 100;

/**
 * The controls above the table: filters, columns, and actions on the selected rows. The fields are
 * the browser's own in the colors of the theme: they are accessible as they are, and ship no code.
 */
export function filterView(screen: Screen, actions: Actions): TemplateResult {
  const { view, table } = screen;
  const hint = l10n.t('Filter by name, symbol or id');
  const clear = l10n.t('Clear Filter');
  return html`${chips(screen, actions)}
    <div class="filter" role="search" aria-label=${l10n.t('Filter projects')}>
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
      ${
        isFiltered(view)
          ? html`${button(clear, actions.clearFilter, { id: 'clear-filter', secondary: true })}
            ${
              table.rows.length === 0
                ? nothing
                : button(l10n.t('Export Shown…'), actions.exportShown, {
                    id: 'export-shown',
                    secondary: true,
                  })
            }`
          : nothing
      }
    </div>
    <div class="selection">
      ${
        isFiltered(view)
          ? html`<span class="shown"
              >${l10n.t(
                '{0} of {1} shown',
                formatNumber(table.rows.length),
                formatNumber(screen.whole),
              )}</span
            >`
          : nothing
      }
      <span class="shown">${sortWords(view)}</span>
      ${screen.chosen.rows.length === 0 ? nothing : selectionBar(screen, actions)}
      ${screen.noted === '' ? nothing : html`<span class="shown">${screen.noted}</span>`}
    </div>`;
}

function statusChoice({ view, table }: Screen, actions: Actions): TemplateResult {
  const chosen = view.statuses ?? [];
  const [first] = chosen;
  const words =
    first === undefined
      ? l10n.t('any')
      : chosen.length === 1
        ? statusWords(first)
        : formatNumber(chosen.length);
  // A chosen status that no row has any more stays in the list, so that it can be deselected.
  const listed = new Set(table.statuses.map(({ status }) => status));
  const gone = chosen.filter((one) => !listed.has(one)).map((status) => ({ status, count: 0 }));
  const statuses = [...gone, ...table.statuses.slice(0, MOST_STATUSES)];
  return choice({
    ...{ id: 'statuses', heading: l10n.t('Status'), open: l10n.t('Status: {0}'), words },
    options: statuses.map(({ status, count }) => ({
      ...{ value: status, label: statusWords(status), count: formatNumber(count) },
      checked: chosen.includes(status),
    })),
    change: (status) => {
      actions.filter({ statuses: toggled(chosen, status) });
    },
  });
}

function kindChoice({ view }: Screen, actions: Actions): TemplateResult {
  const chosen = view.kinds ?? [];
  const [first] = chosen;
  return choice({
    ...{ id: 'kinds', heading: l10n.t('Kind'), open: l10n.t('Kind: {0}') },
    words: first === undefined || chosen.length > 1 ? l10n.t('any') : kindWords(first),
    options: (['t', 'n'] as const).map((kind) => ({
      ...{ value: kind, label: kindWords(kind), checked: chosen.includes(kind) },
    })),
    change: (kind) => {
      actions.filter({ kinds: toggled(chosen, kind) });
    },
  });
}

/** All columns but the name, which is always there. Those are checked that are shown now. */
function columnChoice({ columns }: Screen, actions: Actions): TemplateResult {
  return choice({
    ...{ id: 'columns', heading: l10n.t('Columns'), open: l10n.t('Columns'), words: '' },
    options: COLUMNS.filter((column) => column !== 'name').map((column) => ({
      ...{ value: column, label: wordsOf(column)[0], checked: columns.includes(column) },
    })),
    change: (column) => {
      actions.showColumn(column, !columns.includes(column));
    },
  });
}

/**
 * Filters by one click, each with its number of projects: the concerns, the worst first, and what is
 * being minted now.
 */
function chips({ view, table }: Screen, actions: Actions): unknown {
  const { concerns: chosen = [], moving = false } = view;
  const concerns = table.concerns.map(({ kind, rows }) => ({
    name: kind,
    words: concernCount(kind, rows),
    count: rows.length,
    pressed: chosen.includes(kind),
    press: () => {
      actions.filter({ concerns: toggled(chosen, kind) });
    },
  }));
  const motion = {
    name: 'moving',
    words: l10n.t('{0} minting now', formatNumber(table.moving)),
    count: table.moving,
    pressed: moving,
    press: () => {
      actions.filter({ moving: moving ? undefined : true });
    },
  };
  const shown = [...concerns, motion].filter(({ count, pressed }) => count > 0 || pressed);
  if (shown.length === 0) return nothing;
  return html`<div class="concerns" role="group" aria-label=${l10n.t('Quick filters')}>
    ${repeat(
      shown,
      ({ name }) => name,
      ({ name, words, pressed, press }) =>
        html`<button
          type="button"
          class="chip ${name}"
          aria-pressed=${pressed ? 'true' : 'false'}
          @click=${press}
        >
          ${words}
        </button>`,
    )}
  </div>`;
}

function statusWords(status: string): string {
  return displayText(status, 60) || l10n.t('not given');
}

function selectionBar({ chosen }: Screen, actions: Actions): TemplateResult {
  const failing = chosen.rows.filter(({ failure }) => failure !== undefined).length;
  const secondary = { secondary: true };
  return html`<div class="chosen" role="group" aria-label=${l10n.t('Selected projects')}>
    <strong>${chosenWords(chosen)}</strong>
    ${
      // One element, so that the focus stays in it.
      areWatched(chosen)
        ? button(l10n.t('Stop Watching'), actions.sendForChosen('stopWatching'), secondary)
        : button(l10n.t('Watch'), actions.sendForChosen('watch'), secondary)
    }
    ${
      chosen.rows.length < 2
        ? nothing
        : button(l10n.t('Compare Progress'), actions.sendForChosen('compare'), secondary)
    }
    ${button(l10n.t('Copy'), actions.sendForChosen('copy'), secondary)}
    ${button(l10n.t('Export…'), actions.sendForChosen('export'), secondary)}
    ${
      failing === 0
        ? nothing
        : button(l10n.t('Retry {0}', formatNumber(failing)), actions.retryChosen, {
            ...secondary,
            title: l10n.t('Retry the projects that could not be read'),
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
