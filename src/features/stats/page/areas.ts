/** Draws the stacked areas, the total and the forecast on the canvas of uPlot. */

import type uPlot from 'uplot';
import { drawLabel, LABEL_HEIGHT, placeOf, scale } from '../../../page/chart/canvas.ts';
import type { Ink } from '../../../page/chart/options.ts';
import { countLabel } from '../../../core/messages/attentionMessages.ts';
import { type Area, AREAS, type Plot } from './timeLine.ts';

/** The dashes of upper edges, in pixels: with the textures, they tell areas apart without color. */
const DASHES: Readonly<Record<Area, readonly number[]>> = {
  failed: [1, 2],
  confirmed: [],
  processing: [8, 4],
  pending: [2, 3],
};

/** The side in pixels of the tiles of textures, which are like those of the bar. */
const TILE = 6;
const TEXTURES: Readonly<Record<Area, (tile: CanvasRenderingContext2D) => void>> = {
  confirmed: () => undefined,
  failed(tile) {
    stroke(tile, [0, 0, TILE, TILE]);
    stroke(tile, [TILE, 0, 0, TILE]);
  },
  processing(tile) {
    tile.lineWidth = 2;
    for (const from of [-TILE, 0, TILE]) stroke(tile, [from, TILE, from + TILE, 0]);
  },
  pending(tile) {
    tile.fillRect(1, 1, 2, 2);
  },
};

/** A reading that is joined with no other is drawn as a column of this many pixels. */
const LONE_WIDTH = 4;

/** The space to the right of a label, in pixels. */
const LABEL_MARGIN = 6;

export interface Colors extends Ink, Readonly<Record<Area, string>> {}

/** Call it when uPlot has drawn the axes. */
export function drawAreas(chart: uPlot, plot: Plot, colors: Colors): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  drawCone(chart, plot, colors);
  const drawEach = (paint: Paint) => {
    for (const [level, area] of AREAS.entries()) {
      for (const run of plot.runs) drawArea(chart, plot, { level, area, run, paint }, colors);
    }
  };
  drawEach(fillBetween);
  drawTotal(chart, plot, colors);
  drawEach(drawEdge);
  drawLabels(chart, plot, colors);
  ctx.restore();
  if (plot.waited > 0) drawBreak(chart, colors);
}

/** Draws two strokes across the beginning of the axis of time: what was before is left out. */
function drawBreak({ ctx, bbox }: uPlot, { background, text }: Colors): void {
  const bottom = bbox.top + bbox.height;
  const length = scale(6);
  ctx.save();
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
  ctx.restore();
}

type Points = readonly { readonly x: number; readonly from: number; readonly to: number }[];
type Paint = typeof fillBetween;

interface Drawn {
  /** The index of the area in `AREAS`. */
  readonly level: number;
  readonly area: Area;
  readonly run: readonly [number, number];
  readonly paint: Paint;
}

function drawArea(
  chart: uPlot,
  plot: Plot,
  { level, area, run, paint }: Drawn,
  colors: Colors,
): void {
  const { x, y } = placeOf(chart);
  let points: Points[number][] = [];
  const draw = () => {
    const [first] = points;
    // An area that is empty here has no edge, which would be a stray line on the one below.
    if (first && points.some(({ from, to }) => from !== to)) {
      const half = scale(LONE_WIDTH) / 2;
      const isLone = points.length === 1;
      paint(
        chart.ctx,
        isLone ? [first.x - half, first.x + half].map((left) => ({ ...first, x: left })) : points,
        area,
        colors,
      );
    }
    points = [];
  };
  for (let index = run[0]; index <= run[1]; index++) {
    const stack = plot.stacks[index]?.[level];
    const isEmpty = (at: number) => {
      const near = plot.stacks[Math.min(Math.max(at, run[0]), run[1])]?.[level];
      return near?.from === near?.to;
    };
    const isStray = [index - 1, index, index + 1].every(isEmpty);
    if (stack && !isStray) {
      points.push({ x: x(plot.times[index] ?? 0), from: y(stack.from), to: y(stack.to) });
    } else draw();
  }
  draw();
}

function fillBetween(
  ctx: CanvasRenderingContext2D,
  points: Points,
  area: Area,
  colors: Colors,
): void {
  const shape = edgeOf(points);
  for (const point of points.toReversed()) shape.lineTo(point.x, point.from);
  ctx.fillStyle = colors[area];
  ctx.globalAlpha = area === 'pending' ? 0.55 : 0.9;
  ctx.fill(shape);
  ctx.globalAlpha = 0.5;
  ctx.fillStyle = textureOf(ctx, area, colors.background) ?? 'transparent';
  ctx.fill(shape);
  ctx.globalAlpha = 1;
}

function drawEdge(ctx: CanvasRenderingContext2D, points: Points, area: Area, colors: Colors): void {
  ctx.strokeStyle = colors[area];
  ctx.lineWidth = scale(2);
  ctx.setLineDash(DASHES[area].map(scale));
  ctx.stroke(edgeOf(points));
  ctx.setLineDash([]);
}

function edgeOf(points: Points): Path2D {
  const edge = new Path2D();
  for (const { x, to } of points) edge.lineTo(x, to);
  return edge;
}

function textureOf(ctx: CanvasRenderingContext2D, area: Area, ink: string) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = scale(TILE);
  const drawing = tile.getContext('2d');
  if (!drawing) return null;
  drawing.scale(devicePixelRatio, devicePixelRatio);
  drawing.fillStyle = drawing.strokeStyle = ink;
  TEXTURES[area](drawing);
  return ctx.createPattern(tile, 'repeat');
}

function stroke(
  tile: CanvasRenderingContext2D,
  [fromX, fromY, toX, toY]: readonly [number, number, number, number],
): void {
  tile.beginPath();
  tile.moveTo(fromX, fromY);
  tile.lineTo(toX, toY);
  tile.stroke();
}

/** Draws the line of the total. NFTs between it and the areas are in none of them. */
function drawTotal(chart: uPlot, { readings, runs }: Plot, { quiet }: Colors): void {
  const { x, y } = placeOf(chart);
  const { ctx } = chart;
  ctx.beginPath();
  for (const [first, last] of runs) {
    let isStart = true;
    for (const { at, total } of readings.slice(first, last + 1)) {
      if (total === undefined) continue;
      if (isStart) ctx.moveTo(x(at), y(total));
      else ctx.lineTo(x(at), y(total));
      isStart = false;
    }
  }
  ctx.strokeStyle = quiet;
  ctx.lineWidth = scale(1);
  ctx.stroke();
}

/** Draws the forecast: from the time that it was made, what is between its bounds is shaded. */
function drawCone(chart: uPlot, { cone }: Plot, { quiet, text }: Colors): void {
  if (!cone) return;
  const { x, y } = placeOf(chart);
  const { ctx } = chart;
  ctx.beginPath();
  ctx.moveTo(x(cone.at), y(cone.from));
  ctx.lineTo(x(cone.low), y(cone.to));
  ctx.lineTo(x(cone.high), y(cone.to));
  ctx.closePath();
  ctx.fillStyle = quiet;
  ctx.globalAlpha = 0.25;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.beginPath();
  ctx.moveTo(x(cone.at), y(cone.from));
  ctx.lineTo(x(cone.likely), y(cone.to));
  ctx.strokeStyle = text;
  ctx.lineWidth = scale(1.5);
  ctx.setLineDash([scale(5), scale(4)]);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Draws the names of areas at their right ends, if they fit there and into a third of the width. */
function drawLabels(chart: uPlot, { times, stacks }: Plot, colors: Colors): void {
  const { ctx, bbox } = chart;
  const { x, y } = placeOf(chart);
  const right = x(times.at(-1) ?? 0);
  ctx.font = colors.font;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const [level, area] of AREAS.entries()) {
    const stack = stacks.at(-1)?.[level];
    if (!stack) continue;
    const [top, bottom] = [y(stack.to), y(stack.from)];
    const label = countLabel(area);
    const { width } = ctx.measureText(label);
    const room = Math.min((right - bbox.left) / 2, bbox.width / 3);
    if (bottom - top < scale(LABEL_HEIGHT) || width > room) continue;
    const end = { x: right - scale(LABEL_MARGIN), y: (top + bottom) / 2 };
    drawLabel(ctx, label, end, colors);
  }
}
