import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { fullDate, timeOfDay } from '../../../core/base/format.ts';
import { agoOrTime } from '../../../core/messages/timeMessages.ts';
import { Later } from '../../../core/base/later.ts';
import { stopWatchingLabel, tellMeLabel } from '../../../core/messages/watchMessages.ts';
import { describeRef } from '../../../core/model/projectRef.ts';
import { isStatusBehind } from '../../../core/stats/attention.ts';
import type { RowTone } from '../../../core/stats/rowTone.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { chartView } from '../../../page/chart/chartViews.ts';
import { button, headerView, toneIcon, toneStyle } from '../../../page/controls.ts';
import { isInBar } from '../../../page/legend.ts';
import { type RowActions, type RowScreen, startRowPage } from '../../../page/rowPage.ts';
import { field, identityView } from '../../../page/rowView.ts';
import { stackedBar, swatch } from '../../../page/stackedBar.ts';
import { withElements } from '../../../page/withElements.ts';
import type { StatsState } from '../messages.ts';
import { announcement, type CountRow, describeProgress, type Progress } from './progress.ts';
import { plotOf } from './timeLine.ts';

type Screen = RowScreen<StatsState>;

/** A refresh is mentioned beside counts that are older, such as those of an earlier window. */
const OLD_MS = 60_000;

const page = startRowPage<StatsState>({
  onState: (previous, next) => announcement(previous, next, systemClock.now()),
  remedy: ({ other }) =>
    other === undefined
      ? nothing
      : button(l10n.t('Open {0}', describeRef(other)), send('openOther'), { secondary: true }),
  view,
});

function view(screen: Screen, actions: RowActions): TemplateResult {
  return html`${header(screen)} ${progressView(screen)} ${identity(screen, actions)}`;
}

/** Repaints every second, because the age of the counts is shown in seconds. */
const everySecond = new Later(systemClock, () => {
  page.paint();
  everySecond.soon(1000);
});
everySecond.soon(1000);

function send(type: 'watch' | 'stopWatching' | 'tellMeWhen' | 'openOther'): () => void {
  return () => {
    page.post({ type });
  };
}

function header(screen: Screen): TemplateResult {
  const { state, facts } = screen;
  const { symbol, status } = facts;
  const { tone, chips, watched } = state;
  const meta = [
    symbol === undefined ? undefined : html`<bdi>${symbol}</bdi>`,
    chips === undefined ? undefined : badge(tone, chips),
    status === undefined ? undefined : statusView(status, screen),
  ];
  return headerView({
    heading: headingOf(screen),
    meta: meta.filter((part) => part !== undefined),
    source: state,
    buttons: watchButtons(watched),
  });
}

function identity(screen: Screen, actions: RowActions): TemplateResult {
  const fields = [
    { label: l10n.t('ID'), value: describeRef(screen.state.ref), what: 'id' },
    { label: l10n.t('Mint address'), value: screen.facts.mintAddress, what: 'mintAddress' },
  ].map((one) => field(one, screen, actions));
  return identityView(headingOf(screen), fields, screen, actions);
}

function headingOf({ state, facts }: Screen): string {
  return facts.name ?? l10n.t('Project {0}', describeRef(state.ref));
}

/** Starts or stops watching, and sets the notifications; nothing if the project cannot be watched or nothing is left. */
function watchButtons(watched: boolean | undefined): TemplateResult | typeof nothing {
  if (watched === undefined) return nothing;
  const label = watched ? stopWatchingLabel() : l10n.t('Watch Minting');
  const title = l10n.t('Goes on while you look elsewhere, and says when it is minted');
  // One button for both, so that it keeps the focus.
  const options = { id: 'watch', secondary: watched, title };
  const toggle = button(label, send(watched ? 'stopWatching' : 'watch'), options);
  const tellMe = button(tellMeLabel(), send('tellMeWhen'), {
    secondary: true,
    title: l10n.t('Choose at which share, or when else, to be notified'),
  });
  return html`${toggle}${watched ? tellMe : nothing}`;
}

/** Words with the icon and the color of the project's row in the tree. */
function badge(tone: RowTone, words: unknown, title?: string): TemplateResult {
  return html`<span class="badge status ${tone}" .style=${toneStyle(tone)} title=${title ?? nothing}
    >${toneIcon(tone)}<span>${words}</span></span
  >`;
}

/**
 * The status of the project, as a badge unless another badge says why it needs attention. The list
 * gives it: if newer counts show that minting has ended, the text says that this was the status.
 */
function statusView(status: string, { state, facts, now }: Screen): TemplateResult {
  const { counts, asOf: at = 0, tone, chips } = state;
  const { asOf } = facts;
  const isBehind = counts && isStatusBehind({ status, statusAt: asOf }, { ...counts, at });
  const meaning = l10n.t('The status of the project as a whole, as the Projects list gives it.');
  const when = asOf === undefined ? '' : ` ${l10n.t('As of {0}.', timeOfDay(asOf, now))}`;
  const shown = html`<bdi>${status}</bdi>`;
  const words = isBehind ? l10n.t('Project status was: {0}') : l10n.t('Project status: {0}');
  if (chips !== undefined) {
    return html`<span title=${meaning + when}>${withElements(words, [shown])}</span>`;
  }
  // Beside its badge the status needs no label, except for a screen reader.
  const around = (text: string) => (isBehind ? text : html`<span class="hidden">${text}</span>`);
  return badge(tone, withElements(words, [shown], around), meaning + when);
}

/** The headline and the bar, and below them the stages beside the counts over time. */
function progressView(screen: Screen): TemplateResult {
  const { counts, loading } = screen.state;
  const progress = counts && describeProgress(counts);
  const loadingLine = html`<p class="quiet">${l10n.t('Loading the stats…')}</p>`;
  const withoutCounts = loading ? loadingLine : nothing;
  return html`<section aria-labelledby="progress-heading">
      <h2 id="progress-heading" class="hidden">${l10n.t('Minting progress')}</h2>
      ${progress === undefined ? withoutCounts : countsView(progress, screen)}
    </section>
    ${
      progress === undefined
        ? nothing
        : html`<div class="beside">${timeLineView(screen)}${table(progress.rows)}</div>`
    }`;
}

/** The counts over time, as chart and table; nothing while there are fewer than two readings. */
function timeLineView(screen: Screen): TemplateResult | typeof nothing {
  const { timeLine } = screen.state;
  if (timeLine === undefined || timeLine.readings.length < 2) return nothing;
  return html`<section class="time-line" aria-labelledby="time-line-heading">
    <h2 id="time-line-heading" class="hidden">${l10n.t('Over time')}</h2>
    ${chartView([timeLine], () => plotOf(timeLine, screen.now), page.paint)}
  </section>`;
}

function countsView(progress: Progress, screen: Screen): TemplateResult {
  const { headline, isProblem, summary, bar, barLabel, notes } = progress;
  const parts = [...summary, ...(screen.state.timeLine?.pace ?? [])];
  return html`<p class="headline">
      ${headline === undefined ? nothing : html`<strong class=${isProblem ? 'part wrong' : 'part'}>${headline}</strong>`}
      ${parts.map((part) => html`<span class="part">${part}</span>`)}${updated(screen)}
    </p>
    ${bar.length > 0 ? stackedBar(bar, barLabel) : nothing}
    ${notes.map((note) => html`<p class="note">${note}</p>`)}`;
}

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
  const { asOf: at, loading } = state;
  if (at === undefined) return nothing;
  const time = html`<time title=${fullDate(at)}>${agoOrTime(at, now)}</time>`;
  // Only for old counts: otherwise the word would flicker at each refresh.
  const refreshing = html`<span class="part">${l10n.t('refreshing')}</span>`;
  return html`<span class="part as-of">${withElements(l10n.t('updated {0}'), [time])}</span>${
      loading && now - at > OLD_MS ? refreshing : nothing
    }`;
}
