import * as l10n from '@vscode/l10n';
import { html, nothing, render } from 'lit';
import { icon } from '../../../../page/controls.ts';
import { type Column, COLUMNS } from '../../messages.ts';
import { END_ALIGNED, wordsOf } from '../columns.ts';
import type { GridData } from '../screen.ts';

export function drawHead(
  place: HTMLElement,
  { rows, selected, view }: GridData,
  columns: readonly Column[],
): void {
  const chosen = rows.filter(({ key }) => selected.has(key)).length;
  const checked = chosen === 0 ? 'false' : chosen === rows.length ? 'true' : 'mixed';
  render(
    html`<div class="row" role="row" aria-rowindex="1">
      ${columns.map((id) => {
        const [heading, , meaning] = wordsOf(id);
        const direction = view.sort !== id ? 'none' : view.descending ? 'descending' : 'ascending';
        return html`<div
          class=${`cell col-${id} ${END_ALIGNED.has(id) ? 'number' : ''} ${direction}`}
          role="columnheader"
          aria-colindex=${COLUMNS.indexOf(id) + 1}
          aria-sort=${direction}
          title=${meaning}
        >
          ${
            id === 'name'
              ? html`<span
                  class="check"
                  role="checkbox"
                  aria-checked=${checked}
                  aria-label=${l10n.t('Select all shown')}
                  title=${l10n.t('Select all shown')}
                  >${checked === 'mixed' ? html`<span class="some"></span>` : icon('check')}</span
                >`
              : nothing
          }<span class="label">${heading}</span><span class="arrow" aria-hidden="true"></span>
        </div>`;
      })}
    </div>`,
    place,
  );
}
