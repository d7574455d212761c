import * as l10n from '@vscode/l10n';
import { html, nothing, render } from 'lit';
import { icon } from '../kit/controls.ts';
import { COLUMNS } from '../../protocol/portfolio.ts';
import { NUMERIC, wordsOf } from './columns.ts';
import type { GridData } from './screen.ts';

export function drawHead(place: HTMLElement, { rows, selected, view }: GridData): void {
  const all = rows.length > 0 && rows.every(({ key }) => selected.has(key));
  render(
    html`<div class="row" role="row" aria-rowindex="1">
      ${COLUMNS.map((id, index) => {
        const [heading, , meaning] = wordsOf(id);
        const direction = view.sort !== id ? 'none' : view.descending ? 'descending' : 'ascending';
        return html`<div
          class=${`cell col-${id} ${NUMERIC.has(id) ? 'number' : ''} ${direction}`}
          role="columnheader"
          aria-colindex=${index + 1}
          aria-sort=${direction}
          title=${meaning}
        >
          ${
            id === 'name'
              ? html`<span
                  class=${all ? 'check all' : 'check'}
                  aria-hidden="true"
                  title=${l10n.t('Select all shown')}
                  >${icon('check')}</span
                >`
              : nothing
          }<span class="label">${heading}</span><span class="arrow" aria-hidden="true"></span>
        </div>`;
      })}
    </div>`,
    place,
  );
}
