import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { COMPARED, comparedHeadings } from '../../../core/messages/compareMessages.ts';
import { type CompareAxis, type ComparedLine, type CompareState, isAxis } from '../messages.ts';
import { lateChart, readingsView } from '../../../page/chart/chartViews.ts';
import { button, headerTop, icon, moment } from '../../../page/controls.ts';
import type { RowActions, RowScreen } from '../../../page/rowScreen.ts';
import type { ChartData } from './chart.ts';
import { axisWords, lineNotes, lookOf, plotOf, tableOf, timeWords } from './plot.ts';

export type Screen = RowScreen<CompareState>;

export interface Actions extends Pick<RowActions, 'copy' | 'refresh'> {
  readonly show: (axis: CompareAxis) => void;
  readonly paint: () => void;
}

/** Columns whose texts stay on one line. */
const SHORT: ReadonlySet<string> = new Set(['share', 'confirmed', 'left']);

const showChart = lateChart(() => import('./chart.ts'));

/** The data of the last paint, used again for the same state, so that the chart is not redrawn. */
let drawn: { readonly state: CompareState; readonly data: ChartData } | undefined;

export function compareView(screen: Screen, actions: Actions): TemplateResult {
  const { state, copied } = screen;
  const copy = button(
    html`${copied !== 'table' ? nothing : icon('check', 'content-before')}${l10n.t('Copy Table')}`,
    () => {
      actions.copy('table');
    },
    { id: 'copy', secondary: true, title: l10n.t('Copy as Markdown') },
  );
  return html`<header>
      ${headerTop({
        title: html`<h1 tabindex="-1">${l10n.t('Compare Progress')}</h1>`,
        meta: state === undefined ? [] : [state.covers],
        source: state,
        buttons:
          state === undefined
            ? nothing
            : html`${copy}${button(l10n.t('Refresh'), actions.refresh, {
                id: 'refresh',
                icon: 'refresh',
                secondary: true,
              })}`,
      })}
    </header>
    ${state === undefined ? skeleton() : content(state, screen, actions)}`;
}

function content(state: CompareState, screen: Screen, actions: Actions): TemplateResult {
  const axis = axisOf(screen);
  if (drawn?.state !== state || drawn.data.plot.axis !== axis) {
    drawn = { state, data: { plot: plotOf(state.lines, axis) } };
  }
  const { data } = drawn;
  const { hasLine } = data.plot;
  return html`<section class="time-line" aria-labelledby="lines-heading">
      <h2 id="lines-heading" class="hidden">${l10n.t('Over time')}</h2>
      ${hasLine ? html`${axisChoice(axis, actions)} ${chart(data, actions)}` : nothing}
    </section>
    ${projects(state, screen)} ${hasLine ? readings(data, screen) : nothing}`;
}

function chart(data: ChartData, { paint }: Actions): TemplateResult {
  const element = html`<mintscope-compare-chart .data=${data}></mintscope-compare-chart>`;
  const placeholder = html`<div class="plot"></div>
    <p class="moment">${axisWords(data.plot.axis)}</p>`;
  return showChart(element, placeholder, paint);
}

function axisOf({ kept: { axis } }: Screen): CompareAxis {
  return isAxis(axis) ? axis : 'start';
}

/** Radio buttons of the browser: they are accessible as they are. */
function axisChoice(chosen: CompareAxis, { show }: Actions): TemplateResult {
  const option = (axis: CompareAxis, label: string) =>
    html`<label>
      <input
        type="radio"
        name="axis"
        value=${axis}
        .checked=${live(axis === chosen)}
        @change=${() => {
          show(axis);
        }}
      />
      ${label}
    </label>`;
  return html`<fieldset class="axis">
    <legend class="hidden">${l10n.t('Axis of time')}</legend>
    ${option('start', l10n.t('Since the start of each'))} ${option('clock', l10n.t('By the clock'))}
  </fieldset>`;
}

/** A row for each project; its name is the legend of its line. */
function projects({ lines }: CompareState, screen: Screen): TemplateResult {
  const headings = comparedHeadings();
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
      ${lines.map(
        (line, at) =>
          html`<tr>
            <th scope="row">
              <span class="named">${sample(at, line)}<bdi>${line.name}</bdi></span>
              ${lineNotes(line, axisOf(screen)).map((note) => html`<p class="quiet">${note}</p>`)}
            </th>
            ${COMPARED.map(
              (column) =>
                html`<td
                  class=${line.cells[column] === '' ? 'none' : SHORT.has(column) ? 'short' : nothing}
                  data-label=${headings[column]}
                >
                  ${line.cells[column]}
                </td>`,
            )}
            <td class=${line.asOf === undefined ? 'none' : 'short'} data-label=${headings.asOf}>
              ${line.asOf === undefined ? nothing : moment(line.asOf, screen)}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A piece of the line, if it is drawn, with its mark. */
function sample(at: number, { readings }: ComparedLine): TemplateResult {
  const { dashes, mark } = lookOf(at);
  const line = svg`<line x1="0" y1="6" x2="34" y2="6" stroke-dasharray=${dashes.join(' ')} />`;
  return html`<svg class="sample series-${at + 1}" viewBox="0 0 34 12" aria-hidden="true">
    ${readings.length > 1 ? line : nothing}
    <path d=${mark} fill-rule="evenodd" transform="translate(17 6)" />
  </svg>`;
}

function readings({ plot }: ChartData, { now }: Screen): TemplateResult {
  const { note, rows } = tableOf(plot);
  return readingsView({
    note,
    columns: plot.lines.map(({ name }) => html`<bdi>${name}</bdi>`),
    rows: rows.map(({ x, shares: cells }) => ({
      time: timeWords(plot.axis, x, now),
      cells,
    })),
  });
}

/** Takes the place of the chart and the table, so that the layout does not move when they arrive. */
function skeleton(): TemplateResult {
  return html`<p class="hidden">${l10n.t('Loading the stats…')}</p>
    <div class="skeleton" aria-hidden="true">
      <div class="bone plot"></div>
      <div class="bone table"></div>
    </div>`;
}
