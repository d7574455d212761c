import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { button } from '../kit/controls.ts';
import type { PortfolioState } from '../../protocol/portfolio.ts';
import type { Actions, Screen } from './screen.ts';

/** In units of the drawing. `DAY` is the width of a day with the gap after it. */
const [DAY, GAP, HEIGHT] = [12, 2, 24] as const;
/** The height of the least column, and of the line for a day of which nothing is known. */
const LEAST = 1;

/** What happened in the last seven days, in words and as a bar for each day. */
export function weekView({ state }: Screen, { send }: Actions): TemplateResult | typeof nothing {
  const week = state?.week;
  if (!week) return nothing;
  const report = l10n.t('What Happened…');
  return html`<section class="week" aria-labelledby="week-heading">
    <h2 id="week-heading">${l10n.t('Last 7 days')}</h2>
    ${daysView(week.days)}
    <p class="words">${week.words}</p>
    ${button(report, send('whatHappened'), { id: 'what-happened', secondary: true })}
  </section>`;
}

function daysView(days: NonNullable<PortfolioState['week']>['days']): TemplateResult {
  const most = Math.max(1, ...days.map(({ confirmed }) => confirmed));
  return html`<svg
    class="days"
    role="img"
    aria-label=${l10n.t('Confirmed per day: {0}', days.map(({ words }) => words).join(', '))}
    viewBox="0 0 ${days.length * DAY} ${HEIGHT}"
  >
    ${days.map(({ confirmed, known, words }, at) => {
      const height =
        known === 0 ? LEAST : confirmed && Math.max(LEAST, (HEIGHT * confirmed) / most);
      // The column is of full height for the pointer; what was confirmed stands in it.
      return svg`<g class=${known === 0 ? 'unread' : ''}>
        <title>${words}</title>
        <rect class="column" x=${at * DAY} width=${DAY - GAP} height=${HEIGHT}></rect>
        <rect class="confirmed" x=${at * DAY} y=${HEIGHT - height} width=${DAY - GAP} height=${height}></rect>
      </g>`;
    })}
  </svg>`;
}
