import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { formatNumber } from '../../core/base/format.ts';
import type { TimePlot } from './plot.ts';

const TABLE_ROWS = 100;

let code: 'loading' | 'loaded' | 'failed' | undefined;

/**
 * A chart and the same readings as a table, for those who cannot use a chart; nothing without a plot.
 * @param of what the plot is made of: the chart is built again only if one of these has changed.
 * @param paint called when the code of the chart has been loaded, or could not be.
 */
export function chartView(
  of: readonly unknown[],
  plotOf: () => TimePlot | undefined,
  paint: () => void,
): unknown {
  return guard([...of, code], () => {
    const plot = plotOf();
    return plot ? html`${drawing(plot, paint)} ${readings(plot)}` : nothing;
  });
}

/** The code is loaded when a chart is first shown; a placeholder is as high, so that nothing moves. */
function drawing(plot: TimePlot, paint: () => void): TemplateResult {
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
    <p class="moment">${plot.summary}</p>
  </div>`;
}

function readings({ stops, columns, read }: TimePlot): TemplateResult {
  const shown = stops.slice(-TABLE_ROWS).reverse();
  return html`<details>
    <summary>${l10n.t('Readings')}</summary>
    <table class="readings">
      <caption>
        ${l10n.t(
          'The newest {0} of {1} readings in the chart.',
          formatNumber(shown.length),
          formatNumber(stops.length),
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t('Time')}</th>
          ${columns.map((name) => html`<th scope="col" class="number"><bdi>${name}</bdi></th>`)}
        </tr>
      </thead>
      <tbody>
        ${shown.map((at) => {
          const { time, cells } = read(at);
          return html`<tr>
            <th scope="row">${time}</th>
            ${cells.map((cell) => html`<td class="number">${cell}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </details>`;
}
