import type uPlot from 'uplot';
import { systemClock } from '../../editor/systemClock.ts';
import { type Colours, drawAreas } from './areas.ts';
import { createAxisFormat } from './axisFormat.ts';
import { AREAS, paceUnit, type Plot } from './timeLine.ts';

/** The steps of the axes of counts: 1, 2 or 5 times a power of ten. */
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

/** The height of the axis of time with one line or two, and room for half of its last text, in pixels. */
const BELOW = { one: 26, two: 42 };
const AFTER = 32;

/** The width of a character at an axis of counts, and of the space beside it, in pixels. */
const CHARACTER = 8;
const MARGIN = 16;

interface Drawing {
  readonly size: { readonly width: number; readonly height: number };
  readonly locale: string;
  /** An element in which the style sheet's variables and font count. */
  readonly styled: HTMLElement;
  readonly plot: () => Plot;
}

/**
 * The counts over time, in the colours that the theme has now. The crosshair stands at a reading.
 * @param onPoint called with the time of the reading that is next to the pointer.
 */
export function countsOptions(
  drawing: Drawing,
  onPoint: (at: number | undefined) => void,
): uPlot.Options {
  const { styled, plot, locale } = drawing;
  const colours = coloursOf(styled);
  const format = createAxisFormat(locale);
  const common = commonOptions(drawing, colours);
  return {
    ...common,
    cursor: {
      ...common.cursor,
      move(chart, left, top) {
        const at = left < 0 ? undefined : plot().times[chart.posToIdx(left)];
        return [at === undefined ? left : chart.valToPos(at, 'x'), top];
      },
    },
    axes: [
      {
        ...axisOf(drawing, colours),
        space: 80,
        // Before there are values, uPlot passes none, against its types.
        size: (_, values: readonly string[] | null) =>
          values?.some((text) => text.includes('\n')) ? BELOW.two : BELOW.one,
        incrs: TIME_STEPS,
        values: (_, splits, _axis, _space, step) => [
          ...format.times(splits, step, systemClock.now()),
        ],
      },
      ...common.axes,
    ],
    // The areas are drawn by `drawAreas`; the series is for the scale.
    series: [{}, { paths: () => null, points: { show: false } }],
    hooks: {
      drawAxes: [
        (chart) => {
          drawAreas(chart, plot(), colours);
        },
      ],
      setCursor: [
        ({ cursor: { idx } }) => {
          onPoint(plot().times[idx ?? -1]);
        },
      ],
    },
  };
}

/** The pace over the same time. */
export function paceOptions(drawing: Drawing): uPlot.Options {
  const colours = coloursOf(drawing.styled);
  const common = commonOptions(drawing, colours);
  return {
    ...common,
    cursor: { show: false },
    axes: [{ show: false }, ...common.axes.map((axis) => ({ ...axis, space: 24 }))],
    series: [
      {},
      {
        stroke: colours.confirmed,
        fill: colour('color-mix(in srgb, var(--confirmed) 25%, transparent)', drawing.styled),
        width: 1.5,
        points: { show: false },
      },
    ],
  };
}

function commonOptions(drawing: Drawing, colours: Colours) {
  const { size, locale, plot } = drawing;
  const format = createAxisFormat(locale);
  // Both charts have the same room for their texts, so that times stand below each other.
  const widest = () => {
    const { peaks, paces } = plot();
    const minutes = paceUnit(paces)?.minutes ?? 0;
    const most = [peaks, paces].map((values) => Math.max(1, ...values.map((one) => one ?? 0)));
    const [counts = 1, pace = 1] = most;
    const texts = [counts, Math.ceil(pace * minutes)].flatMap((one) => format.counts([one]));
    return Math.max(...texts.map(({ length }) => length));
  };
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    padding: [8, AFTER, null, null],
    scales: {
      x: { range: (_, least) => [least, plot().end] },
      y: { range: (_, __, most) => [0, Math.max(most, 1) * 1.05] },
    },
    axes: [
      {
        ...axisOf(drawing, colours),
        incrs: WHOLE_STEPS,
        size: () => MARGIN + CHARACTER * widest(),
        values: (_, splits) => [...format.counts(splits)],
      },
    ],
  } satisfies Omit<uPlot.Options, 'series'>;
}

function axisOf({ styled }: Drawing, { text, font }: Colours): uPlot.Axis {
  return {
    stroke: text,
    font,
    grid: { stroke: colour('var(--track)', styled), width: 1 },
    ticks: { show: false },
  };
}

function coloursOf(styled: HTMLElement): Colours {
  const { font, color } = getComputedStyle(styled);
  const areas = AREAS.map((area) => [area, colour(`var(--${area})`, styled)]);
  return {
    ...(Object.fromEntries(areas) as Record<(typeof AREAS)[number], string>),
    background: colour('var(--vscode-editor-background)', styled),
    quiet: colour('var(--quiet)', styled),
    text: color,
    font,
  };
}

/** A colour as a canvas takes it: without variables and `color-mix`. */
function colour(value: string, styled: HTMLElement): string {
  styled.style.color = value;
  const { color } = getComputedStyle(styled);
  styled.style.color = '';
  return color;
}
