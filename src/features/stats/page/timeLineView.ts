import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { TimeLine } from '../messages.ts';
import { moment } from '../../../page/controls.ts';
import { lateChart, readingsView } from '../../../page/chart/chartViews.ts';
import type { ChartData } from './chart.ts';
import { countLabel } from '../../../core/messages/attentionMessages.ts';
import { paceUnit, plotOf, tableOf } from './timeLine.ts';
import type { Screen } from './headerView.ts';

const showChart = lateChart(() => import('./chart.ts'));

/** The data of the last paint, used again for the same readings, so that nothing is redrawn. */
let drawn: ChartData | undefined;

/** The counts over time, as chart and table; nothing while there are fewer than two readings. */
export function timeLineView(screen: Screen, paint: () => void): TemplateResult | typeof nothing {
  const { state } = screen;
  const { timeLine } = state ?? {};
  if (timeLine === undefined || timeLine.of < 2) return nothing;
  if (drawn?.timeLine !== timeLine) drawn = { timeLine, plot: plotOf(timeLine) };
  const hasChart = drawn.plot.readings.length > 0;
  const chart = html`<mintscope-chart .data=${drawn}></mintscope-chart>`;
  return html`<section class="time-line" aria-labelledby="time-line-heading">
    <h2 id="time-line-heading" class="hidden">${l10n.t('Over time')}</h2>
    ${hasChart ? showChart(chart, placeholder(drawn), paint) : nothing} ${table(timeLine, screen)}
  </section>`;
}

function placeholder({ plot }: ChartData): TemplateResult {
  const line = html`<p class="moment">${'\u00a0'}</p>`;
  const pace =
    paceUnit(plot.paces) !== undefined
      ? html`${line}
          <div class="pace"></div>`
      : nothing;
  return html`<div class="plot"></div>
    ${line} ${pace}`;
}

function table(timeLine: TimeLine, screen: Screen): TemplateResult {
  const { note, columns, rows } = tableOf(timeLine);
  return readingsView({
    note,
    columns: columns.map(countLabel),
    rows: rows.map(({ at, counts: cells }) => ({ time: moment(at, screen), cells })),
  });
}
