/** A picture of what a panel shows, for a chat. It names no service. */

import * as l10n from '@vscode/l10n';
import { colour } from './colour.ts';
import type { TemplateResult } from 'lit';
import { copyButton } from './controls.ts';
import type { Picture } from './pictureParts.ts';
import type { Segment } from './segments.ts';

/** In CSS pixels; the picture has twice as many, so that it is sharp on every screen. */
const WIDTH = 720;
const SCALE = 2;
const MARGIN = 24;
const GAP = 14;
const LINE = 22;
const BAR = 14;

/** What is drawn below what was drawn before. */
interface Block {
  readonly height: number;
  readonly draw: (ctx: CanvasRenderingContext2D, top: number) => void;
}

/** Copies a picture as PNG. Call it from a click. Rejects as the browser does, if it may not. */
export async function copyPicture(picture: Picture): Promise<void> {
  const canvas = drawn(picture, document.body);
  const image = new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture is empty.'));
    }, 'image/png');
  });
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
}

/** The button that copies a picture of the panel. */
export function pictureButton(copied: boolean, onClick: () => void): TemplateResult {
  return copyButton(l10n.t('Copy as Picture'), copied, onClick, 'picture');
}

function drawn(picture: Picture, styled: HTMLElement): HTMLCanvasElement {
  const { title, lines, bar, charts, table, foot } = picture;
  const canvases = charts ? document.querySelectorAll<HTMLCanvasElement>(charts) : [];
  const ink = (name: string) => colour(`var(${name})`, styled);
  const [text, quiet] = [ink('--vscode-foreground'), ink('--quiet')];
  const blocks = [
    textBlock(title, 20, 600, text),
    ...lines.map((line) => textBlock(line, 13, 400, text)),
    ...(bar.length > 0 ? [barBlock(bar, ink)] : []),
    ...[...canvases].map(chartBlock),
    ...(table.length > 0 ? [tableBlock(table, text)] : []),
    textBlock(foot, 12, 400, quiet),
  ];
  const height = blocks.reduce((sum, block) => sum + block.height + GAP, 2 * MARGIN - GAP);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('The browser draws no pictures.');
  ctx.scale(SCALE, SCALE);
  ctx.fillStyle = ink('--vscode-editor-background');
  ctx.fillRect(0, 0, WIDTH, height);
  ctx.textBaseline = 'middle';
  let top = MARGIN;
  for (const block of blocks) {
    block.draw(ctx, top);
    top += block.height + GAP;
  }
  return canvas;
}

function fontOf(size: number, weight: number): string {
  return `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
}

function textBlock(words: string, size: number, weight: number, ink: string): Block {
  return {
    height: size * 1.3,
    draw: (ctx, top) => {
      ctx.font = fontOf(size, weight);
      ctx.fillStyle = ink;
      ctx.fillText(cut(ctx, words, WIDTH - 2 * MARGIN), MARGIN, top + size * 0.65);
    },
  };
}

function barBlock(bar: readonly Segment[], ink: (name: string) => string): Block {
  return {
    height: BAR,
    draw: (ctx, top) => {
      const width = WIDTH - 2 * MARGIN;
      ctx.fillStyle = ink('--track');
      ctx.fillRect(MARGIN, top, width, BAR);
      for (const { part, from, width: share } of bar) {
        ctx.fillStyle = ink(`--${part}`);
        // The parts stand a pixel apart, so that they are told from each other without colour.
        ctx.fillRect(MARGIN + from * width, top, Math.max(1, share * width - 1), BAR);
      }
    },
  };
}

function chartBlock(chart: HTMLCanvasElement): Block {
  const width = WIDTH - 2 * MARGIN;
  const height = (width * chart.height) / Math.max(1, chart.width);
  return {
    height,
    draw: (ctx, top) => {
      ctx.drawImage(chart, MARGIN, top, width, height);
    },
  };
}

function tableBlock(table: readonly (readonly string[])[], ink: string): Block {
  return {
    height: table.length * LINE,
    draw: (ctx, top) => {
      ctx.font = fontOf(13, 400);
      ctx.fillStyle = ink;
      const columns = Math.max(...table.map(({ length }) => length));
      const widths = Array.from({ length: columns }, (_, at) =>
        Math.max(...table.map((row) => ctx.measureText(row[at] ?? '').width)),
      );
      // The first column, a name, gives way.
      const others = widths.slice(1).reduce((sum, width) => sum + width + LINE, 0);
      const [first = 0] = widths;
      widths[0] = Math.min(first, Math.max(80, WIDTH - 2 * MARGIN - others));
      for (const [line, row] of table.entries()) {
        let left = MARGIN;
        for (const [at, words] of row.entries()) {
          ctx.fillText(cut(ctx, words, widths[at] ?? 0), left, top + (line + 0.5) * LINE);
          left += (widths[at] ?? 0) + LINE;
        }
      }
    },
  };
}

/** The text, or as much of it as fits with an ellipsis. */
function cut(ctx: CanvasRenderingContext2D, words: string, width: number): string {
  if (ctx.measureText(words).width <= width + 1) return words;
  const letters = Array.from(new Intl.Segmenter().segment(words), ({ segment }) => segment);
  while (letters.length > 0 && ctx.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return `${letters.join('')}…`;
}
