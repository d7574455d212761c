import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../kit/controls.ts';
import { emptyWords } from './emptyWords.ts';
import type { Actions, Screen } from './screen.ts';
import { isFiltered } from './table.ts';

/** Says why there is no table, instead of it. */
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
