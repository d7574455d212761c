/** A chart over time. Loaded when it is first shown (`chartView`). */

import * as l10n from '@vscode/l10n';
import { html, render } from 'lit';
import uPlot from 'uplot';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/base/clock.ts';
import { TILE } from '../stackedBar.ts';
import { type Fill, type TimePlot, wordsAt } from './plot.ts';

const HEIGHT = 240;
/** The space after the axis, for half of its last text. */
const AFTER = 32;
/** The width of a character at the axis of values, and of the space beside the text. */
const CHARACTER = 8;
const BESIDE_TEXT = 16;
const LABEL_HEIGHT = 18;
const LABEL_MARGIN = 8;

const SECOND_MS = 1000;
/** The steps of the axis of time in milliseconds, none so short that two ticks have one text. */
const TIME_STEPS = [
  ...[SECOND_MS, MINUTE_MS].flatMap((unit) => [1, 2, 5, 10, 15, 30].map((count) => count * unit)),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 5, 10, 30, 90, 180, 365].map((count) => count * DAY_MS),
];
/** The steps of the axis of values: 1, 2 or 5 times a power of ten. */
const VALUE_STEPS = Array.from({ length: 17 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

/** Converts pixels of CSS to those of the canvas. */
const scale = (pixels: number) => pixels * devicePixelRatio;

/**
 * `<mintscope-chart>`: lines and what is filled between them, and the readout of one time, chosen by
 * pointer or by keyboard. What it shows is also in a table, for those who cannot use a chart.
 */
class TimeChart extends HTMLElement {
  #plot: TimePlot | undefined;
  #chart: uPlot | undefined;
  /** The time that is read out, and whether it was chosen by keyboard. */
  #chosen: { readonly at: number; readonly byKey: boolean } | undefined;
  readonly #canvas = document.createElement('div');
  readonly #readout = document.createElement('div');
  readonly #resized = new ResizeObserver(() => {
    if (!this.#chart) this.#build();
    this.#chart?.setSize({ width: this.#canvas.clientWidth, height: HEIGHT });
  });
  readonly #rebuild = () => {
    this.#build();
  };
  // The editor writes its colors into the styles of the document when the theme changes.
  readonly #themed = new MutationObserver(this.#rebuild);
  readonly #forced = matchMedia('(forced-colors: active)');

  set data(plot: TimePlot) {
    this.#plot = plot;
    if (this.#chosen && !plot.stops.includes(this.#chosen.at)) this.#chosen = undefined;
    this.#build();
    this.#drawReadout();
  }

  connectedCallback(): void {
    this.#canvas.className = 'plot';
    this.replaceChildren(this.#canvas, this.#readout);
    this.#canvas.tabIndex = 0;
    // With this role, a screen reader passes the arrow keys on.
    this.#canvas.setAttribute('role', 'application');
    this.#canvas.setAttribute('aria-roledescription', l10n.t('chart'));
    this.#canvas.addEventListener('keydown', this.#onKey);
    this.#canvas.addEventListener('blur', () => {
      this.#choose(undefined);
    });
    this.#canvas.addEventListener('mousemove', () => {
      if (this.#chosen?.byKey) this.#chosen = undefined;
    });
    this.#resized.observe(this.#canvas);
    this.#themed.observe(document.documentElement, { attributeFilter: ['style', 'class'] });
    this.#themed.observe(document.body, { attributeFilter: ['class'] });
    this.#forced.addEventListener('change', this.#rebuild);
    this.#drawReadout();
  }

  disconnectedCallback(): void {
    this.#resized.disconnect();
    this.#themed.disconnect();
    this.#forced.removeEventListener('change', this.#rebuild);
    this.#chart?.destroy();
    this.#chart = undefined;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const stops = this.#plot?.stops ?? [];
    const last = stops.length - 1;
    const here = stops.findIndex((at) => at === this.#chosen?.at);
    const target = {
      ArrowLeft: here < 0 ? last : Math.max(here - 1, 0),
      ArrowRight: here < 0 ? last : Math.min(here + 1, last),
      Home: 0,
      End: last,
      Escape: -1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const at = stops[target];
    if (target === here) this.#drawReadout(l10n.t('No further readings.'));
    else this.#choose(at === undefined ? undefined : { at, byKey: true });
    this.#moveCrosshair();
  };

  /** Shows the readout of a time; with `undefined`, that of the whole chart. */
  #choose(chosen: { readonly at: number; readonly byKey: boolean } | undefined): void {
    if (chosen?.at === this.#chosen?.at && chosen?.byKey === this.#chosen?.byKey) return;
    this.#chosen = chosen;
    if (!chosen) this.#chart?.setCursor({ left: -10, top: -10 }, false);
    this.#drawReadout();
  }

  #moveCrosshair(): void {
    if (!this.#chosen || !this.#chart) return;
    this.#chart.setCursor({ left: this.#chart.valToPos(this.#chosen.at, 'x'), top: 0 }, false);
  }

  /** The time nearest to a place on the chart; `undefined` if the pointer is not on it. */
  #stopAt(chart: uPlot, left: number): number | undefined {
    const at = left < 0 ? NaN : chart.posToVal(left, 'x');
    if (Number.isNaN(at)) return undefined;
    const stops = this.#plot?.stops ?? [];
    const next = stops.findIndex((stop) => stop >= at);
    const near = next < 0 ? stops.slice(-1) : stops.slice(Math.max(next - 1, 0), next + 1);
    return near.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0];
  }

  /** @param more what is announced besides. */
  #drawReadout(more = ''): void {
    if (!this.#plot) return;
    this.#canvas.setAttribute('aria-label', this.#plot.name);
    const words = this.#chosen ? wordsAt(this.#plot, this.#chosen.at) : this.#plot.summary;
    // A screen reader announces only what was chosen by keyboard.
    const spoken = this.#chosen?.byKey ? `${more} ${words}`.trim() : '';
    render(
      html`<p class="moment" aria-hidden=${spoken === '' ? 'false' : 'true'}>${words}</p>
        <p class="hidden" aria-live="polite">${spoken}</p>`,
      this.#readout,
    );
  }

  /** Builds the chart in the colors of the theme. */
  #build(): void {
    this.#chart?.destroy();
    this.#chart = undefined;
    const width = this.#canvas.clientWidth;
    const plot = this.#plot;
    if (width === 0 || !plot) return;
    const cursor: uPlot.Cursor = {
      y: false,
      points: { show: false },
      drag: { x: false, y: false, setScale: false },
      move: (chart, left, top) => {
        const at = this.#stopAt(chart, left);
        return [at === undefined ? left : chart.valToPos(at, 'x'), top];
      },
    };
    const setCursor = (chart: uPlot) => {
      if (this.#chosen?.byKey) return;
      const at = this.#stopAt(chart, chart.cursor.left ?? -1);
      this.#choose(at === undefined ? undefined : { at, byKey: false });
    };
    const { hooks, ...options } = optionsOf(plot, themeOf(this.#readout));
    this.#chart = new uPlot(
      { ...options, width, height: HEIGHT, cursor, hooks: { ...hooks, setCursor: [setCursor] } },
      // Between the readings of its table, a line has the value `undefined`, which leaves no gap, or
      // `null` in all of one of its gaps (mode 2).
      uPlot.join(
        plot.tables.map(({ times, lines }) => [
          [...times],
          ...lines.map(({ values }) => [...values]),
        ]),
        plot.tables.map(({ lines }) => [0, ...lines.map(() => 2 as const)]),
      ),
      this.#canvas,
    );
    this.#moveCrosshair();
  }
}

type Theme = ReturnType<typeof themeOf>;

/** The colors and the font that the theme has now. @param styled an element in the page. */
function themeOf(styled: HTMLElement) {
  const { fontSize, fontFamily, color: text } = getComputedStyle(styled);
  /** Resolves the variables and `color-mix` of a color, which a canvas does not know. */
  const color = (value: string) => {
    styled.style.color = value;
    const resolved = getComputedStyle(styled).color;
    styled.style.color = '';
    return resolved;
  };
  // The shorthand `font` is empty where another property of the font is set.
  const font = `${fontSize} ${fontFamily}`;
  // uPlot scales the fonts of its axes itself.
  const labelFont = () => `${scale(parseFloat(fontSize))}px ${fontFamily}`;
  return { font, labelFont, text, background: color('var(--vscode-editor-background)'), color };
}

function optionsOf(plot: TimePlot, theme: Theme) {
  const { tables, fills = [], start, end, top } = plot;
  const axis: uPlot.Axis = {
    stroke: theme.text,
    font: theme.font,
    grid: { stroke: theme.color('var(--track)'), width: 1 },
    ticks: { show: false },
  };
  const [longest = ''] = plot.valueTexts([Math.ceil(top)]);
  return {
    ms: 1,
    legend: { show: false },
    padding: [8, AFTER, null, null],
    scales: { x: { range: [start, end] }, y: { range: [0, top] } },
    axes: [
      {
        ...axis,
        space: 80,
        // Contrary to its types, uPlot passes `null` before there are values.
        size: (_, texts: readonly string[] | null) =>
          texts?.some((text) => text.includes('\n')) ? 42 : 26,
        incrs: TIME_STEPS,
        // Where no tick is within the chart, uPlot gives one after its end.
        values: (_, ticks, _axis, _space, step) =>
          plot.timeTexts(ticks, step).map((text, at) => ((ticks[at] ?? 0) > end ? '' : text)),
      },
      {
        ...axis,
        incrs: VALUE_STEPS,
        space: 36,
        size: BESIDE_TEXT + CHARACTER * longest.length,
        values: (_, ticks) => [...plot.valueTexts(ticks)],
      },
    ],
    series: [
      {},
      ...tables
        .flatMap(({ lines }) => lines)
        .map(({ color, width, dashes = [] }) => ({
          stroke: theme.color(color),
          width,
          dash: [...dashes],
          points: { show: false, filter: width === 0 ? () => null : loneValues },
        })),
    ],
    bands: fills.map((fill) => ({
      series: [...fill.between],
      fill: ({ ctx }) => patternOf(ctx, fill, theme),
    })),
    hooks: {
      draw: [
        (chart) => {
          chart.ctx.save();
          drawLabels(chart, plot, theme);
          if (plot.isBroken) drawBreak(chart, theme);
          chart.ctx.restore();
        },
      ],
    },
  } satisfies Omit<uPlot.Options, 'width' | 'height'>;
}

/** The values that are joined with no other, which would not be seen without a point. */
function loneValues({ data }: uPlot, line: number): number[] {
  const given = [...(data[line] ?? []).entries()].filter(([, value]) => value !== undefined);
  const isNone = (at: number) => typeof given[at]?.[1] !== 'number';
  return given.flatMap(([index], at) =>
    !isNone(at) && isNone(at - 1) && isNone(at + 1) ? [index] : [],
  );
}

/** A color with a texture in that of the background. */
function patternOf(
  ctx: CanvasRenderingContext2D,
  { color, opacity, texture }: Fill,
  theme: Theme,
): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(scale(TILE));
  const drawing = tile.getContext('2d');
  if (!drawing) return theme.color(color);
  drawing.scale(tile.width / TILE, tile.width / TILE);
  drawing.globalAlpha = opacity;
  drawing.fillStyle = theme.color(color);
  drawing.fillRect(0, 0, TILE, TILE);
  drawing.globalAlpha = 0.5;
  drawing.strokeStyle = theme.background;
  drawing.lineWidth = 1.6;
  drawing.lineCap = 'round';
  if (texture !== undefined) drawing.stroke(new Path2D(texture));
  return ctx.createPattern(tile, 'repeat') ?? theme.color(color);
}

/** Draws texts on a background, so that they can be read on lines. */
function drawLabels(chart: uPlot, { labels = [] }: TimePlot, theme: Theme): void {
  const { ctx, bbox } = chart;
  const height = scale(LABEL_HEIGHT);
  ctx.font = theme.labelFont();
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { text, at, value, room } of labels) {
    const width = ctx.measureText(text).width;
    const left = chart.valToPos(at, 'x', true) - scale(LABEL_MARGIN) - width;
    const y = chart.valToPos(value, 'y', true);
    const isLow = y - chart.valToPos(value + room, 'y', true) < height;
    if (isLow || width > bbox.width / 3 || left < bbox.left) continue;
    ctx.fillStyle = theme.background;
    ctx.globalAlpha = 0.85;
    ctx.fillRect(left - scale(3), y - height / 2, width + scale(6), height);
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.text;
    ctx.fillText(text, left, y);
  }
}

/** Draws two strokes across the beginning of the axis of time. */
function drawBreak({ ctx, bbox }: uPlot, { background, text }: Theme): void {
  const bottom = bbox.top + bbox.height;
  const length = scale(6);
  ctx.fillStyle = background;
  ctx.fillRect(bbox.left + scale(3), bottom - length, scale(5), 2 * length);
  ctx.strokeStyle = text;
  ctx.lineWidth = scale(1.5);
  for (const at of [3, 8]) {
    ctx.beginPath();
    ctx.moveTo(bbox.left + scale(at) - length / 3, bottom + length);
    ctx.lineTo(bbox.left + scale(at) + length / 3, bottom - length);
    ctx.stroke();
  }
}

customElements.define('mintscope-chart', TimeChart);
