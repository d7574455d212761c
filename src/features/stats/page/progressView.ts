import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { agoOrTime, fullDate } from '../../../core/base/format.ts';
import { countLabel } from '../../../core/messages/attentionMessages.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { chartView, readingsView } from '../../../page/chart/chartViews.ts';
import type { TimePlot } from '../../../page/chart/plot.ts';
import { button, moment } from '../../../page/controls.ts';
import { isInBar } from '../../../page/legend.ts';
import { stackedBar, swatch } from '../../../page/stackedBar.ts';
import { withElements } from '../../../page/withElements.ts';
import type { RowActions, RowScreen } from '../../../page/rowPage.ts';
import type { StatsState, TimeLine } from '../messages.ts';
import { type CountRow, describeProgress, type Progress } from './progress.ts';
import { plotOf, tableOf } from './timeLine.ts';

type Screen = RowScreen<StatsState>;

/** A refresh is mentioned beside counts that are older, such as those of an earlier window. */
const OLD_MS = 60_000;

/** What was drawn last, used again for the same readings, so that the chart is not built again. */
let drawn: { readonly timeLine: TimeLine; readonly plot: TimePlot | undefined } | undefined;

/**
 * The headline and the bar, and below them the stages beside the counts over time.
 * @param paint draws the page again.
 */
export function progressView(
  screen: Screen,
  actions: RowActions,
  paint: () => void,
): TemplateResult {
  const { state } = screen;
  const progress = state?.counts && describeProgress(state.counts);
  return html`<section aria-labelledby="progress-heading">
      <h2 id="progress-heading" class="hidden">${l10n.t('Minting progress')}</h2>
      ${progress === undefined ? withoutCounts(screen, actions) : countsView(progress, screen)}
    </section>
    ${
      progress === undefined
        ? nothing
        : html`<div class="beside">${timeLineView(screen, paint)}${table(progress.rows)}</div>`
    }`;
}

/** The counts over time, as chart and table; nothing while there are fewer than two readings. */
function timeLineView(screen: Screen, paint: () => void): TemplateResult | typeof nothing {
  const { timeLine } = screen.state ?? {};
  if (timeLine === undefined || timeLine.of < 2) return nothing;
  if (drawn?.timeLine !== timeLine) {
    drawn = { timeLine, plot: plotOf(timeLine, () => systemClock.now()) };
  }
  const { note, columns, rows } = tableOf(timeLine);
  return html`<section class="time-line" aria-labelledby="time-line-heading">
    <h2 id="time-line-heading" class="hidden">${l10n.t('Over time')}</h2>
    ${drawn.plot ? chartView(drawn.plot, paint) : nothing}
    ${readingsView({
      note,
      columns: columns.map(countLabel),
      rows: rows.map(({ at, cells }) => ({ time: moment(at, screen), cells })),
    })}
  </section>`;
}

function countsView(progress: Progress, screen: Screen): TemplateResult {
  const { headline, isProblem, summary, bar, barLabel, notes } = progress;
  const parts = [...summary, ...(screen.state?.timeLine?.pace ?? [])];
  return html`<p class="headline">
      ${headline === undefined ? nothing : html`<strong class=${isProblem ? 'part wrong' : 'part'}>${headline}</strong>`}
      ${parts.map((part) => html`<span class="part">${part}</span>`)}${updated(screen)}
    </p>
    ${bar.length > 0 ? stackedBar(bar, barLabel) : nothing}
    ${notes.map((note) => html`<p class="note">${note}</p>`)}`;
}

/** The counts as a table, which is the legend of the bar. */
function table(rows: readonly CountRow[]): TemplateResult {
  return html`<table class="stages">
    <caption class="hidden">
      ${l10n.t('NFTs by stage')}
    </caption>
    <thead class="hidden">
      <tr>
        <th scope="col">${l10n.t('Stage')}</th>
        <th scope="col">${l10n.t('NFTs')}</th>
        <th scope="col">${l10n.t('Share')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr class=${row.key} title=${row.meaning}>
            <th scope="row">
              ${isInBar(row.key) ? swatch(row.key) : nothing}${row.label}<span class="hidden"
                >${`, ${row.meaning}`}</span
              >
            </th>
            <td class="number">
              ${row.count ?? html`<span class="quiet">${l10n.t('not given')}</span>`}
            </td>
            <td class="number">${row.percent ?? nothing}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function updated({ state, now }: Screen): TemplateResult | typeof nothing {
  if (state?.asOf === undefined) return nothing;
  const { asOf: at, loading } = state;
  const time = html`<time title=${fullDate(at)}>${agoOrTime(at, now)}</time>`;
  // Only for old counts: otherwise the word would flicker at each refresh.
  const refreshing = html`<span class="part">${l10n.t('refreshing')}</span>`;
  return html`<span class="part as-of">${withElements(l10n.t('updated {0}'), [time])}</span>${
      loading && now - at > OLD_MS ? refreshing : nothing
    }`;
}

function withoutCounts({ state }: Screen, actions: RowActions): TemplateResult | typeof nothing {
  if (state === undefined || state.loading) {
    return html`<p class="quiet">${l10n.t('Loading the stats…')}</p>`;
  }
  if (state.problem !== undefined) return nothing;
  return html`<p class="quiet">
    ${l10n.t('Nothing loaded yet.')}
    ${button(l10n.t('Load Stats'), actions.refresh, { secondary: true })}
  </p>`;
}
