import type uPlot from 'uplot';
import { createAxisFormat } from './axisFormat.ts';
import { type Stage, STAGES } from '../../core/model/counts.ts';
import type { Plot } from './timeLine.ts';

/** The dashes of the lines in pixels, so that they can be told apart without colour. */
export const DASHES: Readonly<Record<Stage, readonly number[]>> = {
  confirmed: [],
  processing: [8, 4],
  pending: [2, 3],
};

/** The steps of the axis of counts: 1, 2 or 5 times a power of ten. */
const WHOLE_STEPS = Array.from({ length: 17 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

/** The steps of the axis of time in milliseconds, none so short that two ticks have one text. */
const TIME_STEPS = [
  ...[SECOND, MINUTE].flatMap((unit) => [1, 2, 5, 10, 15, 30].map((count) => count * unit)),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10, 30, 90, 180, 365].map((count) => count * DAY),
];

/** The height of the axis of time, and room for half of its last text, in pixels. */
const BELOW = 30;
const AFTER = 32;

/** The width of a character at the axis of counts, and of the space beside it, in pixels. */
const CHARACTER = 8;
const MARGIN = 16;

/**
 * How uPlot draws the lines: in the colours that the theme has now.
 * @param size in pixels.
 * @param styled an element in which the style sheet's variables and font count.
 * @param onPoint called with the time of the reading that is next to the pointer.
 */
export function chartOptions(
  size: { readonly width: number; readonly height: number },
  locale: string,
  styled: HTMLElement,
  plot: () => Plot,
  onPoint: (at: number | undefined) => void,
): uPlot.Options {
  const format = createAxisFormat(locale);
  const { font, color } = getComputedStyle(styled);
  const axis: uPlot.Axis = {
    stroke: color,
    font,
    grid: { stroke: colour('--track', styled), width: 1 },
    ticks: { show: false },
  };
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false } },
    padding: [8, AFTER, null, null],
    scales: { y: { range: (_, least, most) => [Math.min(least, 0), Math.max(most, 1) * 1.05] } },
    axes: [
      {
        ...axis,
        space: 80,
        size: BELOW,
        incrs: TIME_STEPS,
        values: (_, splits, _axis, _space, step) => splits.map((at) => format.time(at, step)),
      },
      {
        ...axis,
        incrs: WHOLE_STEPS,
        // Before there are values, uPlot passes none, against its types.
        size: (_, values: readonly string[] | null) =>
          MARGIN + CHARACTER * Math.max(...(values ?? []).map(({ length }) => length), 1),
        values: (_, splits) => [...format.counts(splits)],
      },
    ],
    series: [{}, ...STAGES.map((stage) => lineOf(stage, colour(`--${stage}`, styled), plot))],
    hooks: {
      setCursor: [
        ({ cursor: { idx } }) => {
          onPoint(plot().times[idx ?? -1]);
        },
      ],
    },
  };
}

function lineOf(stage: Stage, stroke: string, plot: () => Plot): uPlot.Series {
  return {
    stroke,
    width: 2,
    dash: DASHES[stage].map((length) => length * devicePixelRatio),
    gaps: (chart, at, _from, _to, ofMissing) => {
      const { times, gaps } = plot();
      const given = (index: number) => typeof chart.data[at]?.[index] === 'number';
      const place = (index: number) => Math.round(chart.valToPos(times[index] ?? 0, 'x', true));
      const own = gaps
        // Beside a missing count there is a gap already.
        .filter((index) => given(index - 1) && given(index))
        .map((index): [number, number] => [place(index - 1), place(index)]);
      return [...ofMissing, ...own].sort(([one], [other]) => one - other);
    },
    points: {
      fill: stroke,
      size: 5,
      filter: (_, _at, areAllShown) => (areAllShown ? null : [...plot().lone]),
    },
  };
}

/** The colour of a variable, as a canvas takes it: without variables and `color-mix`. */
function colour(name: string, styled: HTMLElement): string {
  styled.style.color = `var(${name})`;
  const { color } = getComputedStyle(styled);
  styled.style.color = '';
  return color;
}
