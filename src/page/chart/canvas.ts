/** Helpers to draw on a canvas, such as that of uPlot. */

import type uPlot from 'uplot';

/** Converts CSS pixels to pixels of the canvas. */
export const scale = (pixels: number) => pixels * devicePixelRatio;

/** Where a time (`x`) and a value (`y`) are on the canvas, in its pixels. */
export function placeOf(chart: uPlot) {
  return {
    x: (at: number) => chart.valToPos(at, 'x', true),
    y: (value: number) => chart.valToPos(value, 'y', true),
  };
}

/** The height of a label with the space around it, in pixels. */
export const LABEL_HEIGHT = 18;

/**
 * Draws a text on a background, so that it can be read on lines. Its font and alignment are those
 * of `ctx`.
 */
export function drawLabel(
  ctx: CanvasRenderingContext2D,
  text: string,
  at: { readonly x: number; readonly y: number },
  { background, text: ink }: { readonly background: string; readonly text: string },
): void {
  const { width } = ctx.measureText(text);
  const pad = scale(3);
  const left = ctx.textAlign === 'right' ? at.x - width : at.x;
  ctx.fillStyle = background;
  ctx.globalAlpha = 0.85;
  ctx.fillRect(left - pad, at.y - scale(8), width + 2 * pad, scale(16));
  ctx.globalAlpha = 1;
  ctx.fillStyle = ink;
  ctx.fillText(text, at.x, at.y);
}

/** Resolves the variables and `color-mix` of a color, which a canvas does not know. */
export function color(value: string, styled: HTMLElement): string {
  styled.style.color = value;
  const { color } = getComputedStyle(styled);
  styled.style.color = '';
  return color;
}
