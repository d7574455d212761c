/** The chart of the shares of several projects over time. Loaded when it is first shown. */

import * as l10n from '@vscode/l10n';
import uPlot from 'uplot';
import { systemClock } from '../../../editor/systemClock.ts';
import { createAxisFormat } from '../../../page/chart/axisFormat.ts';
import {
  AFTER,
  axisOf,
  commonOptions,
  drawnBy,
  type Drawing,
  inkOf,
  type OnPoint,
  timeAxis,
} from '../../../page/chart/options.ts';
import { color } from '../../../page/chart/canvas.ts';
import { TimeChart } from '../../../page/chart/timeChart.ts';
import type { Format } from '../../../page/format.ts';
import { drawLines } from './lines.ts';
import { axisWords, durationTicks, lookOf, type Plot, readOut } from './plot.ts';

const HEIGHT = 240;
/** The room for names beside the lines in a chart that is at least `WIDE` wide; in pixels. */
const [BESIDE, WIDE] = [140, 560];

export interface ChartData {
  readonly plot: Plot;
  readonly format: Format;
}

/** `<mintscope-compare-chart>`: a line for each project and the readout of one time. */
class CompareChart extends TimeChart<ChartData> {
  protected stopsOf({ plot }: ChartData): readonly number[] {
    return plot.stops;
  }

  protected labelOf({ plot, format }: ChartData): string {
    return l10n.t(
      'Shares of {0} projects over time, {1} readings. The left and right arrow keys read one after another.',
      format.count(plot.lines.length),
      format.count(plot.stops.length),
    );
  }

  protected wordsOf({ plot, format }: ChartData, at: number | undefined): string {
    return at === undefined ? axisWords(plot.axis) : readOut(plot, at, format, systemClock.now());
  }

  protected build(data: () => ChartData, width: number, onPoint: OnPoint): readonly uPlot[] {
    const { locale } = data().format;
    const drawing = { locale, styled: this.readout, size: { width, height: HEIGHT } };
    return [new uPlot(optionsOf(drawing, data, onPoint), [[], []], this.canvas)];
  }

  protected fill([chart]: readonly uPlot[], { plot }: ChartData): void {
    // The lines are drawn by `drawLines`; the values are for the crosshair.
    chart?.setData([[...plot.stops], plot.stops.map(() => 0)]);
  }
}

function optionsOf(drawing: Drawing, data: () => ChartData, onPoint: OnPoint): uPlot.Options {
  const { styled, locale } = drawing;
  const times = createAxisFormat(locale);
  const lines = data().plot.lines.map((_, at) => color(`var(${lookOf(at).color})`, styled));
  const colors = { ...inkOf(styled), lines };
  const common = commonOptions(drawing, () => data().plot.end);
  const draw = (chart: uPlot) => {
    drawLines(chart, data().plot, colors);
  };
  return {
    ...common,
    ...drawnBy(draw, () => data().plot.stops, onPoint),
    padding: [12, ({ width }) => (width >= WIDE ? BESIDE : AFTER), null, null],
    scales: { ...common.scales, y: { range: () => [0, 100] } },
    axes: [
      timeAxis(styled, (ticks, step) => {
        const { plot, format } = data();
        return plot.axis === 'clock'
          ? times.times(ticks, step, systemClock.now())
          : durationTicks(ticks, step, format.count);
      }),
      {
        ...axisOf(styled),
        incrs: [10, 20, 25, 50, 100],
        space: 36,
        values: (_, ticks) => ticks.map((tick) => data().format.percent(tick) ?? ''),
      },
    ],
  };
}

customElements.define('mintscope-compare-chart', CompareChart);
