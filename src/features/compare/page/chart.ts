/** The chart of the shares of several projects over time. Loaded when it is first shown. */

import { axisTimes, formatNumber, formatPercent } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import uPlot from 'uplot';
import { systemClock } from '../../../editor/systemClock.ts';
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
import { drawLines } from './lines.ts';
import { axisWords, durationTicks, lookOf, type Plot, readOut } from './plot.ts';

const HEIGHT = 240;
/** The room for names beside the lines in a chart that is at least `WIDE` wide; in pixels. */
const [BESIDE, WIDE] = [140, 560];

export interface ChartData {
  readonly plot: Plot;
}

/** `<mintscope-compare-chart>`: a line for each project and the readout of one time. */
class CompareChart extends TimeChart<ChartData> {
  protected stopsOf({ plot }: ChartData): readonly number[] {
    return plot.stops;
  }

  protected labelOf({ plot }: ChartData): string {
    return l10n.t(
      'Shares of {0} projects over time, {1} readings. The left and right arrow keys read one after another.',
      formatNumber(plot.lines.length),
      formatNumber(plot.stops.length),
    );
  }

  protected wordsOf({ plot }: ChartData, at: number | undefined): string {
    return at === undefined ? axisWords(plot.axis) : readOut(plot, at, systemClock.now());
  }

  protected build(data: () => ChartData, width: number, onPoint: OnPoint): readonly uPlot[] {
    const drawing = { styled: this.readout, size: { width, height: HEIGHT } };
    return [new uPlot(optionsOf(drawing, data, onPoint), [[], []], this.canvas)];
  }

  protected fill([chart]: readonly uPlot[], { plot }: ChartData): void {
    // The lines are drawn by `drawLines`; the values are for the crosshair.
    chart?.setData([[...plot.stops], plot.stops.map(() => 0)]);
  }
}

function optionsOf(drawing: Drawing, data: () => ChartData, onPoint: OnPoint): uPlot.Options {
  const { styled } = drawing;
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
        const { plot } = data();
        return plot.axis === 'clock'
          ? axisTimes(ticks, step, systemClock.now())
          : durationTicks(ticks, step, formatNumber);
      }),
      {
        ...axisOf(styled),
        incrs: [10, 20, 25, 50, 100],
        space: 36,
        values: (_, ticks) => ticks.map((tick) => formatPercent(tick) ?? ''),
      },
    ],
  };
}

customElements.define('mintscope-compare-chart', CompareChart);
