import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { TimeLine } from '../../protocol/stats.ts';
import type { ChartData } from './chart.ts';
import { labelOf } from '../kit/stages.ts';
import { COLUMNS, tableOf } from './timeLine.ts';
import type { Screen } from './headerView.ts';

/** Whether the code of the chart is there; it is asked for when there is a line to draw. */
let code: 'loading' | 'loaded' | 'failed' | undefined;

/**
 * The counts over time, once there are counts.
 * @param paint draws the page again.
 */
export function timeLineView(
  { state, format, now }: Screen,
  paint: () => void,
): TemplateResult | typeof nothing {
  if (state?.counts === undefined) return nothing;
  const { timeLine } = state;
  if (timeLine === undefined) {
    return section(html`<p class="quiet">${l10n.t('The line begins with the next reading.')}</p>`);
  }
  loadChart(paint);
  const data: ChartData = { readings: timeLine.readings, format };
  return section(
    html`${timeLine.pace === '' ? nothing : html`<p>${timeLine.pace}</p>`} ${chart(data)}
    ${table(timeLine, { format, now })}`,
  );
}

function section(content: TemplateResult): TemplateResult {
  return html`<section class="time-line" aria-labelledby="time-line-heading">
    <h2 id="time-line-heading">${l10n.t('Over time')}</h2>
    ${content}
  </section>`;
}

function loadChart(paint: () => void): void {
  if (code !== undefined) return;
  code = 'loading';
  import('./chart.ts')
    .then(
      () => (code = 'loaded'),
      // An update of the extension deletes the files of the version that this page is of.
      () => (code = 'failed'),
    )
    .then(paint, () => undefined);
}

function chart(data: ChartData): TemplateResult {
  if (code === 'loaded') return html`<mintscope-chart .data=${data}></mintscope-chart>`;
  return code === 'failed'
    ? html`<p class="quiet">
        ${l10n.t('The chart could not be loaded. Close and open this tab again.')}
      </p>`
    : html`<div class="plot" aria-hidden="true"></div>`;
}

/** The same readings without a picture. */
function table(
  timeLine: TimeLine,
  { format, now }: Pick<Screen, 'format' | 'now'>,
): TemplateResult {
  const { note, rows } = tableOf(timeLine, format, now);
  return html`<details>
    <summary>${l10n.t('Readings')}</summary>
    <table class="readings">
      <caption>
        ${note}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t('Time')}</th>
          ${COLUMNS.map((name) => html`<th scope="col" class="number">${labelOf(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ at, time, counts }) =>
            html`<tr>
              <th scope="row"><time title=${format.fullDate(at)}>${time}</time></th>
              ${counts.map((count) => html`<td class="number">${count}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
