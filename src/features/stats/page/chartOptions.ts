import type uPlot from 'uplot';
import { systemClock } from '../../../editor/systemClock.ts';
import { axisCounts, axisTimes } from '../../../core/base/format.ts';
import {
  axisOf,
  commonOptions,
  drawnBy,
  type Drawing,
  inkOf,
  type OnPoint,
  timeAxis,
} from '../../../page/chart/options.ts';
import { color } from '../../../page/chart/canvas.ts';
import { type Colors, drawAreas } from './areas.ts';
import { AREAS, paceUnit, type Plot } from './timeLine.ts';

/** The steps of the axes of counts: 1, 2 or 5 times a power of ten. */
const WHOLE_STEPS = Array.from({ length: 17 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

/** The width of a character at an axis of counts, and of the space beside the text, in pixels. */
const [CHARACTER, MARGIN] = [8, 16] as const;

interface PlotDrawing extends Drawing {
  readonly plot: () => Plot;
}

/** The counts over time, in the colors that the theme has now. The crosshair stands at a reading. */
export function countsOptions(drawing: PlotDrawing, onPoint: OnPoint): uPlot.Options {
  const { styled, plot } = drawing;
  const colors = colorsOf(styled);
  const common = optionsOf(drawing);
  const draw = (chart: uPlot) => {
    drawAreas(chart, plot(), colors);
  };
  return {
    ...common,
    ...drawnBy(draw, () => plot().times, onPoint),
    axes: [
      timeAxis(styled, (ticks, step) => axisTimes(ticks, step, systemClock.now())),
      ...common.axes,
    ],
  };
}

export function paceOptions(drawing: PlotDrawing): uPlot.Options {
  const common = optionsOf(drawing);
  return {
    ...common,
    cursor: { show: false },
    axes: [{ show: false }, ...common.axes.map((axis) => ({ ...axis, space: 24 }))],
    series: [
      {},
      {
        stroke: color('var(--confirmed)', drawing.styled),
        fill: color('color-mix(in srgb, var(--confirmed) 25%, transparent)', drawing.styled),
        width: 1.5,
        points: { show: false },
      },
    ],
  };
}

function optionsOf(drawing: PlotDrawing) {
  const { plot, styled } = drawing;
  // Both axes are as wide as the longest text of either, so that the times of the charts align.
  const longest = () => {
    const { peaks, paces } = plot();
    const minutes = paceUnit(paces)?.minutes ?? 0;
    const most = [peaks, paces].map((values) => Math.max(1, ...values.map((one) => one ?? 0)));
    const [counts = 1, pace = 1] = most;
    const texts = [counts, Math.ceil(pace * minutes)].flatMap((one) => axisCounts([one]));
    return Math.max(...texts.map(({ length }) => length));
  };
  const common = commonOptions(drawing, () => plot().end);
  return {
    ...common,
    scales: { ...common.scales, y: { range: (_, __, most) => [0, Math.max(most, 1) * 1.05] } },
    axes: [
      {
        ...axisOf(styled),
        incrs: WHOLE_STEPS,
        size: () => MARGIN + CHARACTER * longest(),
        values: (_, ticks) => [...axisCounts(ticks)],
      },
    ],
  } satisfies Omit<uPlot.Options, 'series'>;
}

function colorsOf(styled: HTMLElement): Colors {
  const areas = AREAS.map((area) => [area, color(`var(--${area})`, styled)]);
  return {
    ...(Object.fromEntries(areas) as Record<(typeof AREAS)[number], string>),
    ...inkOf(styled),
  };
}
