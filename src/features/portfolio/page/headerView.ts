import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import { keyed } from 'lit/directives/keyed.js';
import { motionSentence } from '../../../core/messages/forecastMessages.ts';
import type { PanelProblem } from '../../../core/panel/panel.ts';
import type { PortfolioState } from '../messages.ts';
import { button, headerTop, problemView } from '../../../page/controls.ts';
import { stackedBar, swatch } from '../../../page/stackedBar.ts';
import type { Actions, PlainMessageType, Screen } from './screen.ts';
import { isFiltered } from './table.ts';
import { coverageText, describeTotals, isInBar, type LegendEntry } from './totals.ts';

export function headerView(screen: Screen, actions: Actions): TemplateResult {
  const { state, view, table, rows, now } = screen;
  return html`${state?.problem === undefined ? nothing : trouble(state.problem, state, actions)}
    <header>
      ${headerTop({
        title: html`<h1 tabindex="-1">${l10n.t('Portfolio')}</h1>`,
        meta: coverage(screen),
        source: state,
        buttons: state && buttons(state, rows, actions),
      })}
      ${state === undefined ? nothing : progress(state)}
    </header>
    ${rows === 0 ? nothing : totalsView({ table, now }, isFiltered(view))}`;
}

/** `stats of 310 of 1,204 projects, oldest 4 min ago`, and `stopped`. */
function coverage({ state, table, rows, now }: Screen): readonly string[] {
  // The rows arrive in the messages after the state.
  if (state === undefined || (rows === 0 && state.listed > 0)) return [l10n.t('Loading…')];
  // Nobody is signed in.
  if (state.service === undefined) return [];
  const words = coverageText(table.covered, state, now);
  return state.work === undefined ? [words] : [words, state.work];
}

function buttons(
  { phase, problem }: PortfolioState,
  rows: number,
  { send }: Actions,
): readonly DirectiveResult[] {
  // With a key, because the element that has the focus must not become another button.
  const keyedButton = (
    type: PlainMessageType,
    label: string,
    options: Parameters<typeof button>[2],
  ) => keyed(type, button(label, send(type), { id: type, ...options }));
  const secondary = { secondary: true };
  const isReading = phase === 'list' || phase === 'stats';
  const all = [
    rows > 0 && keyedButton('whatHappened', l10n.t('What Happened…'), secondary),
    isReading && keyedButton('stop', l10n.t('Stop'), secondary),
    // The problem has its own button.
    !isReading &&
      !problem &&
      keyedButton('refresh', l10n.t('Refresh'), { icon: 'refresh', ...secondary }),
  ];
  return all.filter((one) => one !== false);
}

/** Empty while nothing is read, and still in the page, so that nothing moves when reading ends. */
function progress({ phase, progress: share }: PortfolioState): TemplateResult {
  const what = phase === 'list' ? l10n.t('Reading the list of projects') : l10n.t('Reading stats');
  if (phase === 'done' || phase === 'stopped') {
    return html`<div class="progress" aria-hidden="true"></div>`;
  }
  return share === undefined
    ? html`<progress class="progress ${phase}" aria-label=${what}></progress>`
    : html`<progress
        class="progress ${phase}"
        aria-label=${what}
        max="1"
        .value=${share}
      ></progress>`;
}

/** A problem, and what the user can do about it. */
function trouble(
  problem: PanelProblem,
  { service }: PortfolioState,
  { send }: Actions,
): TemplateResult {
  const retry = button(l10n.t('Retry'), send('continue'), { id: 'retry', secondary: true });
  // The service may accept the token again. Before a sign-in there is nothing to read.
  const mayRetry = problem.action === 'signIn' && service !== undefined;
  return problemView(problem, { retry: send('continue'), send }, mayRetry ? retry : nothing);
}

/**
 * The totals. They take their place also without counts, so that the table does not move when these
 * arrive.
 */
function totalsView(
  { table, now }: Pick<Screen, 'table' | 'now'>,
  filtered: boolean,
): TemplateResult {
  const motion = motionSentence(table.motion, now);
  const totals = describeTotals(table.totals);
  const of = l10n.t({
    message: 'of {0}',
    args: [totals.of],
    comment: ['of how many projects the totals are'],
  });
  return html`<section
    class="totals"
    aria-labelledby="totals-heading"
    title=${l10n.t('Totals of {0}', totals.of)}
  >
    <h2 id="totals-heading">
      ${l10n.t('Totals')} ${filtered ? html`<span class="quiet">${of}</span>` : nothing}
    </h2>
    ${motion === '' ? nothing : html`<p class="motion">${motion}</p>`}
    ${stackedBar(totals.bar, totals.barLabel)}
    ${
      totals.legend.length === 0
        ? html`<p class="legend quiet">${totals.empty}</p>`
        : html`<dl class="legend">${totals.legend.map(legendEntry)}</dl>`
    }
  </section>`;
}

function legendEntry({ name, label, count, percent }: LegendEntry): TemplateResult {
  return html`<div
    class=${name === 'total' ? 'whole' : ''}
    title=${[label, count, percent].filter((part) => part !== undefined).join(' ')}
  >
    <dt>${isInBar(name) ? swatch(name) : nothing}${label}</dt>
    <dd>
      <span class="count">${count}</span> ${
        percent === undefined ? nothing : html`<span class="quiet">(${percent})</span>`
      }
    </dd>
  </div>`;
}
