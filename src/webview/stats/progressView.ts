import { html, nothing, type TemplateResult } from 'lit';
import { displayLines } from '../../core/base/displayText.ts';
import type { PanelProblem } from '../../protocol/stats.ts';
import { button, icon } from '../kit/controls.ts';
import { stackedBar, swatch } from '../kit/stackedBar.ts';
import { isStage } from '../kit/stages.ts';
import { type CountRow, describeProgress, type Progress } from './progress.ts';
import type { Actions, Screen } from './ui.ts';

/** Numbers of an earlier window are mostly older. */
const OLD_MS = 60_000;

/** The lower half of the panel: counts, and failures. */
export function progressView(screen: Screen, actions: Actions): TemplateResult {
  const { state, format } = screen;
  const problem = state?.problem;
  const progress = state?.counts && describeProgress(state.counts, format);
  return html`<section aria-labelledby="progress-heading">
    <h2 id="progress-heading" class="hidden">Minting progress</h2>
    ${problem === undefined ? nothing : problemView(problem, screen, actions)}
    ${progress === undefined ? withoutCounts(screen, actions) : countsView(progress, screen)}
  </section>`;
}

function countsView(progress: Progress, screen: Screen): TemplateResult {
  return html`<p class="headline">
      ${
        progress.headline === undefined
          ? nothing
          : html`<strong>${progress.headline} <small>of NFTs confirmed</small></strong> `
      }<span>${progress.summary}</span>
    </p>
    ${progress.bar.length > 0 ? stackedBar(progress.bar, progress.barLabel) : nothing}
    ${progress.notes.map((note) => html`<p class="note">${note}</p>`)} ${table(progress.rows)}
    ${asOf(screen)}`;
}

/** Each count once; the swatches are the colours and textures of the bar. */
function table(rows: readonly CountRow[]): TemplateResult {
  return html`<table class="stages">
    <caption>
      NFTs by stage
    </caption>
    <thead>
      <tr>
        <th scope="col">Stage</th>
        <th scope="col" class="number">NFTs</th>
        <th scope="col" class="number">Share</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr class=${row.key}>
            <th scope="row">
              ${isStage(row.key) ? swatch(row.key) : nothing}<bdi>${row.label}</bdi
              ><span class="meaning">${row.meaning}</span>
            </th>
            <td class="number">${row.count ?? html`<span class="quiet">not given</span>`}</td>
            <td class="number">${row.percent ?? nothing}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function asOf({ state, format, now }: Screen): TemplateResult | typeof nothing {
  if (state?.asOf === undefined) return nothing;
  const { asOf: at, loading } = state;
  // Only for old numbers: the words would flicker at each refresh.
  const work = loading && now - at > OLD_MS ? ' · refreshing' : '';
  return html`<p class="as-of">
    as of <time title=${format.fullDate(at)}>${format.time(at, now)}</time>${work}
  </p>`;
}

/** What happened, what is shown instead, when it is tried again, and what a person can do. */
function problemView(problem: PanelProblem, screen: Screen, actions: Actions): TemplateResult {
  const { state, format, now } = screen;
  const { message, code, retryAt, action } = problem;
  const kept = state?.counts && state.asOf;
  const notes = [
    kept === undefined ? '' : `Numbers from ${format.time(kept, now)}.`,
    retryAt === undefined ? '' : `Next try at ${format.time(retryAt, now)}.`,
  ].filter((note) => note !== '');
  return html`<div class="problem">
    ${icon('error')}
    <p title=${code ?? nothing}>
      <bdi>${displayLines(message, 600)}</bdi>
      ${notes.length === 0 ? nothing : html`<span class="quiet">${notes.join(' ')}</span>`}
    </p>
    <div class="remedies">
      ${problem.other === undefined ? nothing : button('Open That Project', actions.openOther)}
      ${action === 'signIn' ? button('Sign In…', actions.signIn) : button('Retry', actions.refresh)}
      ${button('Show Log', actions.showLog, { secondary: true })}
    </div>
  </div>`;
}

function withoutCounts({ state }: Screen, actions: Actions): TemplateResult | typeof nothing {
  if (state === undefined || state.loading) return skeleton();
  if (state.problem !== undefined) return nothing;
  return html`<p class="quiet">
    Nothing loaded yet. ${button('Load Stats', actions.refresh, { secondary: true })}
  </p>`;
}

/** Takes the place of the numbers, so that the layout does not move when they arrive. */
function skeleton(): TemplateResult {
  return html`<p class="hidden">Loading the stats…</p>
    <div class="skeleton" aria-hidden="true">
      <div class="bone headline"></div>
      <div class="bone bar"></div>
      <div class="bone table"></div>
    </div>`;
}
