import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { COLUMNS } from '../../messages.ts';
import type { GridData } from '../screen.ts';
import './grid.ts';

/** @param busy whether rows are still to come. */
export function gridView(data: GridData, busy: boolean): TemplateResult {
  return html`<mintscope-grid
    class="grid"
    role="grid"
    tabindex="0"
    aria-label=${l10n.t('Projects')}
    aria-multiselectable="true"
    aria-colcount=${COLUMNS.length}
    aria-rowcount=${data.rows.length + 1}
    aria-busy=${busy ? 'true' : 'false'}
    ?hidden=${data.rows.length === 0}
    .data=${data}
  ></mintscope-grid>`;
}
