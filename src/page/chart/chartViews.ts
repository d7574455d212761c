import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { TimePlot } from './plot.ts';

let code: 'loading' | 'loaded' | 'failed' | undefined;

/**
 * The chart. Its code is loaded when it is first shown; a placeholder is as high, so that nothing
 * below it moves.
 * @param paint called when the code has been loaded, or could not be.
 */
export function chartView(plot: TimePlot, paint: () => void): TemplateResult {
  if (code === undefined) {
    code = 'loading';
    import('./timeChart.ts')
      .then(
        () => (code = 'loaded'),
        // An update of the extension deletes the files that this page was loaded from.
        () => (code = 'failed'),
      )
      .then(paint, () => undefined);
  }
  if (code === 'loaded') return html`<mintscope-chart .data=${plot}></mintscope-chart>`;
  if (code === 'failed') {
    return html`<p class="quiet">
      ${l10n.t('The chart could not be loaded. Close this tab and open it again.')}
    </p>`;
  }
  return html`<div aria-hidden="true">
    <div class="plot"></div>
    <p class="moment">${plot.words(undefined)}</p>
  </div>`;
}

/** The readings of a chart as a table, for those who cannot use a chart. */
export function readingsView(table: {
  /** How many rows it holds of how many. */
  readonly note: string;
  readonly columns: readonly unknown[];
  readonly rows: readonly { readonly time: unknown; readonly cells: readonly string[] }[];
}): TemplateResult {
  return html`<details>
    <summary>${l10n.t('Readings')}</summary>
    <table class="readings">
      <caption>
        ${table.note}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t('Time')}</th>
          ${table.columns.map((column) => html`<th scope="col" class="number">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${table.rows.map(
          ({ time, cells }) =>
            html`<tr>
              <th scope="row">${time}</th>
              ${cells.map((cell) => html`<td class="number">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
