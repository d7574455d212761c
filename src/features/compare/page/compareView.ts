import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { COMPARED, comparedHeadings } from '../../../core/messages/compareMessages.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { chartView, readingsView } from '../../../page/chart/chartViews.ts';
import { button, headerTop, icon, moment, skeleton } from '../../../page/controls.ts';
import type { RowActions, RowScreen } from '../../../page/rowPage.ts';
import { type CompareAxis, type ComparedLine, type CompareState, isAxis } from '../messages.ts';
import { lineNotes, lookOf, plotOf } from './plot.ts';

export type Screen = RowScreen<CompareState>;

/** Columns whose texts stay on one line. */
const SHORT: ReadonlySet<string> = new Set(['share', 'confirmed', 'left']);

/** What was drawn last, used again for the same state, so that the chart is not built again. */
let drawn:
  | ({ readonly state: CompareState; readonly axis: CompareAxis } & ReturnType<typeof plotOf>)
  | undefined;

/** @param paint draws the page again. */
export function compareView(
  screen: Screen,
  { copy, keep, refresh }: Pick<RowActions, 'copy' | 'keep' | 'refresh'>,
  paint: () => void,
): TemplateResult {
  const { state, copied } = screen;
  const copyLabel = html`${copied === 'table' ? icon('check', 'content-before') : nothing}${l10n.t('Copy Table')}`;
  const onCopy = () => {
    copy('table');
  };
  const buttons = html`${button(copyLabel, onCopy, {
    id: 'copy',
    secondary: true,
    title: l10n.t('Copy as Markdown'),
  })}${button(l10n.t('Refresh'), refresh, { id: 'refresh', icon: 'refresh', secondary: true })}`;
  const choose = (axis: CompareAxis) => {
    keep({ axis });
  };
  return html`<header>
      ${headerTop({
        title: html`<h1 tabindex="-1">${l10n.t('Compare Progress')}</h1>`,
        meta: state === undefined ? [] : [state.covers],
        source: state,
        buttons: state === undefined ? nothing : buttons,
      })}
    </header>
    ${state === undefined ? skeleton('plot', 'table') : content(state, screen, choose, paint)}`;
}

function content(
  state: CompareState,
  screen: Screen,
  choose: (axis: CompareAxis) => void,
  paint: () => void,
): TemplateResult {
  const { axis: kept } = screen.kept;
  const axis = isAxis(kept) ? kept : 'start';
  if (drawn?.state !== state || drawn.axis !== axis) {
    drawn = { state, axis, ...plotOf(state.lines, axis, () => systemClock.now()) };
  }
  const { hasLine, plot, table } = drawn;
  const columns = table.columns.map((name) => html`<bdi>${name}</bdi>`);
  return html`<section class="time-line" aria-labelledby="lines-heading">
      <h2 id="lines-heading" class="hidden">${l10n.t('Over time')}</h2>
      ${hasLine ? html`${axisChoice(axis, choose)} ${chartView(plot, paint)}` : nothing}
    </section>
    ${projects(state, axis, screen)} ${hasLine ? readingsView({ ...table, columns }) : nothing}`;
}

/** Radio buttons of the browser: they are accessible as they are. */
function axisChoice(chosen: CompareAxis, choose: (axis: CompareAxis) => void): TemplateResult {
  const option = (axis: CompareAxis, label: string) =>
    html`<label>
      <input
        type="radio"
        name="axis"
        value=${axis}
        .checked=${live(axis === chosen)}
        @change=${() => {
          choose(axis);
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
function projects({ lines }: CompareState, axis: CompareAxis, screen: Screen): TemplateResult {
  const headings = comparedHeadings();
  const cell = (heading: string, isShort: boolean, content: unknown) =>
    html`<td class=${content === '' ? 'none' : isShort ? 'short' : nothing} data-label=${heading}>
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
      ${lines.map(
        (line, at) =>
          html`<tr>
            <th scope="row">
              <span class="named">${sample(at, line)}<bdi>${line.name}</bdi></span>
              ${lineNotes(line, axis).map((note) => html`<p class="quiet">${note}</p>`)}
            </th>
            ${COMPARED.map((column) => cell(headings[column], SHORT.has(column), line.cells[column]))}
            ${cell(headings.asOf, true, line.asOf === undefined ? '' : moment(line.asOf, screen))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A piece of its line. */
function sample(at: number, { readings }: ComparedLine): TemplateResult {
  const { color, dashes } = lookOf(at);
  const line = svg`<line x1="0" y1="6" x2="34" y2="6" stroke=${color} stroke-dasharray=${dashes.join(' ')} />`;
  return html`<svg class="sample" viewBox="0 0 34 12" aria-hidden="true">
    ${readings.length > 0 ? line : nothing}
  </svg>`;
}
