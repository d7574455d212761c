import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';

/**
 * A chart whose code is loaded when it is first shown. Returns a function that shows it.
 * @param load defines the element of the chart.
 */
export function lateChart(load: () => Promise<unknown>) {
  let code: 'loading' | 'loaded' | 'failed' | undefined;
  /**
   * @param placeholder is as high as the chart, so that nothing below it moves.
   * @param paint called when the code has been loaded, or could not be.
   */
  return (chart: TemplateResult, placeholder: TemplateResult, paint: () => void) => {
    if (code === undefined) {
      code = 'loading';
      load()
        .then(
          () => (code = 'loaded'),
          // An update of the extension deletes the files that this page was loaded from.
          () => (code = 'failed'),
        )
        .then(paint, () => undefined);
    }
    if (code === 'loaded') return chart;
    return code === 'failed'
      ? html`<p class="quiet">
          ${l10n.t('The chart could not be loaded. Close this tab and open it again.')}
        </p>`
      : html`<div aria-hidden="true">${placeholder}</div>`;
  };
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
