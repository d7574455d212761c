import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { button, moment } from '../kit/controls.ts';
import { stackedBar, swatch } from '../kit/stackedBar.ts';
import { withElements } from '../kit/withElements.ts';
import { type CountRow, describeProgress, type Progress } from './progress.ts';
import type { Actions, Screen } from './headerView.ts';

/** Numbers of an earlier window are mostly older. */
const OLD_MS = 60_000;

export function progressView(screen: Screen, actions: Actions): TemplateResult {
  const { state, format } = screen;
  const progress = state?.counts && describeProgress(state.counts, format);
  return html`<section aria-labelledby="progress-heading">
    <h2 id="progress-heading" class="hidden">${l10n.t('Minting progress')}</h2>
    ${progress === undefined ? withoutCounts(screen, actions) : countsView(progress, screen)}
  </section>`;
}

function countsView(progress: Progress, screen: Screen): TemplateResult {
  return html`<p class="headline">
      ${
        progress.headline === undefined
          ? nothing
          : html`<strong>${confirmedShare(progress.headline)}</strong> `
      }<span>${progress.summary}</span>
    </p>
    ${progress.bar.length > 0 ? stackedBar(progress.bar, progress.barLabel) : nothing}
    ${progress.notes.map((note) => html`<p class="note">${note}</p>`)} ${table(progress.rows)}
    ${asOf(screen)}`;
}

function confirmedShare(share: string) {
  const words = l10n.t('{0} of NFTs confirmed');
  return withElements(words, [share], (text) => html`<small>${text}</small>`);
}

/** Each count once; the swatches are the colours and textures of the bar. */
function table(rows: readonly CountRow[]): TemplateResult {
  return html`<table class="stages">
    <caption>
      ${l10n.t('NFTs by stage')}
    </caption>
    <thead>
      <tr>
        <th scope="col">${l10n.t('Stage')}</th>
        <th scope="col" class="number">${l10n.t('NFTs')}</th>
        <th scope="col" class="number">${l10n.t('Share')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr class=${row.key}>
            <th scope="row">
              ${row.key === 'further' || row.key === 'total' ? nothing : swatch(row.key)}<bdi
                >${row.label}</bdi
              ><span class="meaning">${row.meaning}</span>
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

function asOf(screen: Screen): TemplateResult | typeof nothing {
  const { state, now } = screen;
  if (state?.asOf === undefined) return nothing;
  const { asOf: at, loading } = state;
  // Only for old numbers: the words would flicker at each refresh. No line ends with the separator.
  const work = loading && now - at > OLD_MS ? `\u00a0·\u00a0${l10n.t('refreshing')}` : '';
  return html`<p class="as-of">
    ${withElements(l10n.t('as of {0}'), [moment(at, screen)])}${work}
  </p>`;
}

function withoutCounts({ state }: Screen, actions: Actions): TemplateResult | typeof nothing {
  if (state === undefined || state.loading) return skeleton();
  if (state.problem !== undefined) return nothing;
  return html`<p class="quiet">
    ${l10n.t('Nothing loaded yet.')}
    ${button(l10n.t('Load Stats'), actions.refresh, { secondary: true })}
  </p>`;
}

/** Takes the place of the numbers, so that the layout does not move when they arrive. */
function skeleton(): TemplateResult {
  return html`<p class="hidden">${l10n.t('Loading the stats…')}</p>
    <div class="skeleton" aria-hidden="true">
      <div class="bone headline"></div>
      <div class="bone bar"></div>
      <div class="bone table"></div>
    </div>`;
}
