import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { tableHeadings } from '../../../core/messages/countMessages.ts';
import { chartView } from '../../../page/chart/chartViews.ts';
import { button, headerView, icon, moment } from '../../../page/controls.ts';
import { type RowActions, type RowScreen, startRowPage } from '../../../page/rowPage.ts';
import { COMPARED, type CompareState } from '../messages.ts';
import { type CompareAxis, lineNotes, lookOf, plotOf } from './plot.ts';

const page = startRowPage<CompareState>({
  // Announces how many projects have readings when that changes, not every reading.
  onState: (previous, next) =>
    previous && previous.covers !== next.covers ? l10n.t('{0}.', next.covers) : undefined,
  view: compareView,
});

/** Columns whose texts stay on one line. */
const SHORT: ReadonlySet<string> = new Set(['share', 'confirmed', 'left', 'asOf']);

function compareView(
  { state, kept, done, now }: RowScreen<CompareState>,
  actions: RowActions,
): TemplateResult {
  const axis = kept.axis === 'clock' ? 'clock' : 'start';
  const { lines } = state;
  const hasLine = lines.some(({ readings }) => readings.length > 1);
  const tick = done === 'table' ? icon('check', 'content-before') : nothing;
  const copy = () => {
    actions.copy('table');
  };
  const secondary = true;
  const buttons = [
    button(html`${tick}${l10n.t('Copy Table')}`, copy, {
      id: 'copy',
      title: l10n.t('Copy as Markdown'),
      secondary,
    }),
    button(l10n.t('Refresh'), actions.refresh, { id: 'refresh', icon: 'refresh', secondary }),
  ];
  const heading = l10n.t('Compare Progress');
  return html`${headerView({ heading, meta: [state.covers], source: state, buttons })}
    <section class="time-line" aria-labelledby="lines-heading">
      <h2 id="lines-heading" class="hidden">${l10n.t('Over time')}</h2>
      ${hasLine ? axisChoice(axis, actions) : nothing}
      ${chartView([lines, axis], () => plotOf(lines, axis, now), page.paint)}
    </section>
    ${projects(state, axis, now)}`;
}

/** Radio buttons of the browser: they are accessible as they are. */
function axisChoice(chosen: CompareAxis, { keep }: RowActions): TemplateResult {
  const option = (axis: CompareAxis, label: string) => {
    const choose = () => {
      keep({ axis });
    };
    return html`<label>
      <input
        type="radio"
        name="axis"
        value=${axis}
        .checked=${live(axis === chosen)}
        @change=${choose}
      />
      ${label}
    </label>`;
  };
  return html`<div class="axis" role="radiogroup" aria-label=${l10n.t('Axis of time')}>
    ${option('start', l10n.t('Since the start of each'))} ${option('clock', l10n.t('By the clock'))}
  </div>`;
}

/** A row for each project; its name is the legend of its line. */
function projects({ lines }: CompareState, axis: CompareAxis, now: number): TemplateResult {
  const headings = tableHeadings();
  const cell = (column: (typeof COMPARED)[number] | 'asOf', content: unknown) =>
    html`<td
      class=${content === '' ? 'none' : SHORT.has(column) ? 'short' : nothing}
      data-label=${headings[column]}
    >
      ${content}
    </td>`;
  return html`<table class="compared">
    <caption class="hidden">
      ${l10n.t('Projects')}
    </caption>
    <thead>
      <tr>
        ${Object.values(headings).map((heading) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${lines.map((line, at) => {
        const { color, dashes } = lookOf(at);
        const sample = svg`<line x1="0" y1="6" x2="34" y2="6" stroke=${color} stroke-dasharray=${dashes.join(' ')} />`;
        return html`<tr>
          <th scope="row">
            <span class="named"
              ><svg class="sample" viewBox="0 0 34 12" aria-hidden="true">
                ${line.readings.length > 0 ? sample : nothing}</svg
              ><bdi>${line.name}</bdi></span
            >
            ${lineNotes(line, axis).map((note) => html`<p class="quiet">${note}</p>`)}
          </th>
          ${COMPARED.map((column) => cell(column, line.cells[column]))}
          ${cell('asOf', line.asOf === undefined ? '' : moment(line.asOf, { now }))}
        </tr>`;
      })}
    </tbody>
  </table>`;
}
