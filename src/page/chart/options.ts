/** The options of uPlot that all charts over time share. */

import type uPlot from 'uplot';
import { color } from './canvas.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

/** The steps of the axis of time in milliseconds, none so short that two ticks have one text. */
const TIME_STEPS = [
  ...[SECOND, MINUTE].flatMap((unit) => [1, 2, 5, 10, 15, 30].map((count) => count * unit)),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10, 30, 90, 180, 365].map((count) => count * DAY),
];

/** The height of the axis of time with one line of text or two, in pixels. */
const BELOW = { one: 26, two: 42 };
/** The room after the axis for half of its last text, in pixels. */
export const AFTER = 32;

export interface Drawing {
  readonly size: { readonly width: number; readonly height: number };
  /** The element to read the variables of the style sheet and the font from. */
  readonly styled: HTMLElement;
}

/** The colors and the font of the texts of a chart. */
export interface Ink {
  readonly background: string;
  readonly text: string;
  readonly quiet: string;
  readonly font: string;
}

/** @param end of the axis of time. */
export function commonOptions({ size }: Drawing, end: () => number) {
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    padding: [8, AFTER, null, null] as uPlot.Padding,
    scales: { x: { range: (_, least) => [least, end()] } },
  } satisfies Omit<uPlot.Options, 'series'>;
}

/** Called with the time nearest to the pointer; `undefined` if the pointer is not on the chart. */
export type OnPoint = (at: number | undefined) => void;

/**
 * The options of a chart that we draw ourselves, with a crosshair that stands at one of the times.
 */
export function drawnBy(
  draw: (chart: uPlot) => void,
  times: () => readonly number[],
  onPoint: OnPoint,
): Pick<uPlot.Options, 'cursor' | 'series' | 'hooks'> {
  return {
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: false, y: false, setScale: false },
      move(chart, left, top) {
        const at = left < 0 ? undefined : times()[chart.posToIdx(left)];
        return [at === undefined ? left : chart.valToPos(at, 'x'), top];
      },
    },
    // The series is for the scale and the crosshair.
    series: [{}, { paths: () => null, points: { show: false } }],
    hooks: {
      drawAxes: [draw],
      setCursor: [
        ({ cursor: { idx } }) => {
          onPoint(times()[idx ?? -1]);
        },
      ],
    },
  };
}

/** @param texts called with ticks in milliseconds, which are `step` milliseconds apart. */
export function timeAxis(
  styled: HTMLElement,
  texts: (ticks: readonly number[], step: number) => readonly string[],
): uPlot.Axis {
  return {
    ...axisOf(styled),
    space: 80,
    // Contrary to its types, uPlot passes `null` before there are values.
    size: (_, values: readonly string[] | null) =>
      values?.some((text) => text.includes('\n')) ? BELOW.two : BELOW.one,
    incrs: TIME_STEPS,
    values: (_, ticks, _axis, _space, step) => [...texts(ticks, step)],
  };
}

export function axisOf(styled: HTMLElement): uPlot.Axis {
  const { text, font } = inkOf(styled);
  return {
    stroke: text,
    font,
    grid: { stroke: color('var(--track)', styled), width: 1 },
    ticks: { show: false },
  };
}

export function inkOf(styled: HTMLElement): Ink {
  const { font, color: text } = getComputedStyle(styled);
  return {
    background: color('var(--vscode-editor-background)', styled),
    quiet: color('var(--quiet)', styled),
    text,
    font,
  };
}
