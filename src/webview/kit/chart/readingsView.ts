import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';

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
