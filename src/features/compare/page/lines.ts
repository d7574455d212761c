/** Draws the lines of a comparison on the canvas of uPlot. */

import type uPlot from 'uplot';
import { drawLabel, LABEL_HEIGHT, placeOf, scale } from '../../../page/chart/canvas.ts';
import type { Ink } from '../../../page/chart/options.ts';
import { type DrawnLine, labelOf, lookOf, type Plot } from './plot.ts';

const LABEL_MARGIN = 10;

export interface Colors extends Ink {
  /** By the index of the line. */
  readonly lines: readonly string[];
}

/** Call it when uPlot has drawn the axes. */
export function drawLines(chart: uPlot, { lines }: Plot, colors: Colors): void {
  const { ctx } = chart;
  ctx.save();
  ctx.lineWidth = scale(2);
  ctx.lineJoin = 'round';
  for (const [at, line] of lines.entries()) drawLine(chart, line, at, colors);
  for (const [at, line] of lines.entries()) drawMarks(chart, line, at, colors);
  ctx.font = colors.font;
  ctx.textBaseline = 'middle';
  drawLabels(chart, lines, colors);
  ctx.restore();
}

function drawLine(chart: uPlot, { points, runs }: DrawnLine, at: number, colors: Colors): void {
  const { x, y } = placeOf(chart);
  const { ctx } = chart;
  ctx.strokeStyle = colors.lines[at] ?? colors.text;
  ctx.setLineDash(lookOf(at).dashes.map(scale));
  for (const [first, last] of runs) {
    ctx.beginPath();
    for (const point of points.slice(first, last + 1)) ctx.lineTo(x(point.x), y(point.percent));
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

/** Draws a mark at the end of the line, and at each reading that is joined with no other. */
function drawMarks(chart: uPlot, { points, runs }: DrawnLine, at: number, colors: Colors): void {
  const lone = runs.flatMap(([first, last]) => (first === last ? (points[first] ?? []) : []));
  const end = points.at(-1);
  const mark = new Path2D(lookOf(at).mark);
  const { x, y } = placeOf(chart);
  const { ctx } = chart;
  for (const point of new Set([...lone, ...(end ? [end] : [])])) {
    ctx.save();
    ctx.translate(x(point.x), y(point.percent));
    ctx.scale(devicePixelRatio, devicePixelRatio);
    // An edge in the color of the background sets it off from the lines.
    ctx.lineWidth = 2;
    ctx.strokeStyle = colors.background;
    ctx.stroke(mark);
    ctx.fillStyle = colors.lines[at] ?? colors.text;
    ctx.fill(mark, 'evenodd');
    ctx.restore();
  }
}

/** Draws the names at the ends of the lines, after or before them; none where another one is. */
function drawLabels(chart: uPlot, lines: readonly DrawnLine[], colors: Colors): void {
  const { ctx, bbox } = chart;
  const { x, y } = placeOf(chart);
  const labels: { readonly left: number; readonly right: number; readonly y: number }[] = [];
  const isFree = (left: number, right: number, middle: number) =>
    labels.every(
      (one) =>
        one.right < left || one.left > right || Math.abs(one.y - middle) >= scale(LABEL_HEIGHT),
    );
  const edge = ctx.canvas.width;
  for (const { name, points } of lines) {
    const last = points.at(-1);
    if (!last) continue;
    const end = { x: x(last.x), y: y(last.percent) };
    const label = labelOf(name);
    const width = ctx.measureText(label).width + 2 * scale(3);
    const places = [
      { align: 'left', x: end.x + scale(LABEL_MARGIN), left: end.x + scale(LABEL_MARGIN) },
      {
        align: 'right',
        x: end.x - scale(LABEL_MARGIN),
        left: end.x - scale(LABEL_MARGIN) - width,
      },
    ] as const;
    const place = places.find(
      ({ left }) => left >= bbox.left && left + width <= edge && isFree(left, left + width, end.y),
    );
    if (!place) continue;
    labels.push({ left: place.left, right: place.left + width, y: end.y });
    ctx.textAlign = place.align;
    drawLabel(ctx, label, { x: place.x, y: end.y }, colors);
  }
}
