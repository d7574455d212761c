import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { TimeLine } from '../../protocol/stats.ts';
import { button, moment } from '../kit/controls.ts';
import type { ChartData } from './chart.ts';
import { labelOf } from '../kit/stages.ts';
import { COLUMNS, tableOf } from './timeLine.ts';
import type { Actions, Screen } from './headerView.ts';

/** Whether the code of the chart is there; it is asked for when there is a line to draw. */
let code: 'loading' | 'loaded' | 'failed' | undefined;

export function timeLineView(
  screen: Screen,
  actions: Actions,
  paint: () => void,
): TemplateResult | typeof nothing {
  const { state, format } = screen;
  if (state?.counts === undefined) return nothing;
  const { timeLine } = state;
  const watch = watchView(state.watched, actions);
  if (timeLine === undefined) return watch === nothing ? nothing : section(watch);
  loadChart(paint);
  const data: ChartData = { readings: timeLine.readings, format };
  return section(
    html`${watch} ${timeLine.pace === '' ? nothing : html`<p>${timeLine.pace}</p>`} ${chart(data)}
    ${table(timeLine, screen)}`,
  );
}

/** Watching adds readings until the project is minted. */
function watchView(
  watched: boolean | undefined,
  { ask }: Actions,
): TemplateResult | typeof nothing {
  if (watched === undefined) return nothing;
  const label = watched ? l10n.t('Stop Watching') : l10n.t('Watch Minting');
  const words = watched
    ? l10n.t('Watching until it is minted')
    : l10n.t('reads it until it is minted, and says when');
  // One button for both, so that it keeps the focus.
  return html`<p class="watch">
    ${button(label, ask(watched ? 'stopWatching' : 'watch'), { id: 'watch', secondary: watched })}
    <span class=${watched ? nothing : 'quiet'}>${words}</span>
  </p>`;
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
function table(timeLine: TimeLine, screen: Screen): TemplateResult {
  const { note, rows } = tableOf(timeLine, screen.format);
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
          ({ at, counts }) =>
            html`<tr>
              <th scope="row">${moment(at, screen)}</th>
              ${counts.map((count) => html`<td class="number">${count}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
