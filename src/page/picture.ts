/** Draws what a panel shows as a picture for a chat, and copies it. The picture names no service. */

import * as l10n from '@vscode/l10n';
import { lettersOf } from '../core/base/displayText.ts';
import { color } from './chart/canvas.ts';
import type { TemplateResult } from 'lit';
import { copyButton } from './controls.ts';
import type { Key, Picture, PictureRow } from './pictureParts.ts';
import type { Segment } from './stackedBar.ts';

/** Lengths in CSS pixels; the picture has `SCALE` times as many, to be sharp on every screen. */
const LEAST_WIDTH = 720;
const SCALE = 2;
const MARGIN = 24;
const GAP = 14;
const LINE = 22;
const BAR = 14;
/** The widest text in the first column of a table; a longer one is cut. */
const WIDEST_NAME = 320;
/**
 * The widths in pixels of what stands before the row of a table: a square as in the bar, or a piece
 * of a line.
 */
const [SQUARE, SAMPLE] = [10, 34] as const;
const BODY = { size: 13, weight: 400 } as const;

interface Font {
  readonly size: number;
  readonly weight: number;
}

/** What is drawn on, between the margins. */
interface Paper {
  readonly ctx: CanvasRenderingContext2D;
  readonly width: number;
  readonly ink: (name: string) => string;
}

/** A part of the picture, drawn at `top`; one stands below the other. */
interface Block {
  readonly height: number;
  readonly draw: (top: number) => void;
}

/**
 * Copies a picture as PNG. Call it from a click, or the browser may not allow it. Rejects if it does
 * not, or if the picture cannot be drawn.
 */
export async function copyPicture(picture: Picture): Promise<void> {
  const canvas = drawn(picture);
  const image = new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture is empty.'));
    }, 'image/png');
  });
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
}

export function pictureButton(copied: boolean, onClick: () => void): TemplateResult {
  return copyButton(l10n.t('Copy as Picture'), copied, onClick, 'picture');
}

function drawn({ title, lines, bar, charts, table, foot }: Picture): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('The browser draws no pictures.');
  const ink = (name: string) => color(`var(${name})`, document.body);
  const columns = columnsOf(ctx, table);
  const tableWidth = columns.reduce((sum, width) => sum + width, 0);
  const paper = { ctx, ink, width: Math.max(LEAST_WIDTH - 2 * MARGIN, tableWidth) };
  const [text, quiet] = [ink('--vscode-foreground'), ink('--quiet')];
  const blocks = [
    textBlock(paper, title, { size: 20, weight: 600 }, text),
    ...lines.map((line) => textBlock(paper, line, BODY, text)),
    ...(bar.length > 0 ? [barBlock(paper, bar)] : []),
    ...charts.flatMap(({ canvas: selector, caption }) => {
      const chart = document.querySelector<HTMLCanvasElement>(selector);
      // Its code may still be loading.
      if (!chart) return [];
      const label = caption === undefined ? [] : [textBlock(paper, caption, BODY, quiet)];
      return [...label, chartBlock(paper, chart)];
    }),
    ...(table.length > 0 ? [tableBlock(paper, table, columns, text)] : []),
    textBlock(paper, foot, { size: 12, weight: 400 }, quiet),
  ];
  const height = blocks.reduce((sum, block) => sum + block.height + GAP, 2 * MARGIN - GAP);
  const width = paper.width + 2 * MARGIN;
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  ctx.scale(SCALE, SCALE);
  ctx.fillStyle = ink('--vscode-editor-background');
  ctx.fillRect(0, 0, width, height);
  ctx.textBaseline = 'middle';
  let top = MARGIN;
  for (const block of blocks) {
    block.draw(top);
    top += block.height + GAP;
  }
  return canvas;
}

function setFont(ctx: CanvasRenderingContext2D, { size, weight }: Font): void {
  ctx.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
}

function textBlock({ ctx, width }: Paper, words: string, font: Font, ink: string): Block {
  setFont(ctx, font);
  const lines = wrapped(ctx, words, width);
  const height = font.size * 1.3;
  return {
    height: lines.length * height,
    draw: (top) => {
      setFont(ctx, font);
      ctx.fillStyle = ink;
      for (const [at, line] of lines.entries())
        ctx.fillText(line, MARGIN, top + (at + 0.5) * height);
    },
  };
}

function barBlock({ ctx, width, ink }: Paper, bar: readonly Segment[]): Block {
  return {
    height: BAR,
    draw: (top) => {
      ctx.fillStyle = ink('--track');
      ctx.fillRect(MARGIN, top, width, BAR);
      for (const { part, from, width: share } of bar) {
        ctx.fillStyle = ink(`--${part}`);
        // The parts stand a pixel apart, so that they differ without color.
        ctx.fillRect(MARGIN + from * width, top, Math.max(1, share * width - 1), BAR);
      }
    },
  };
}

function chartBlock({ ctx, width }: Paper, chart: HTMLCanvasElement): Block {
  const height = (width * chart.height) / Math.max(1, chart.width);
  return {
    height,
    draw: (top) => {
      ctx.drawImage(chart, MARGIN, top, width, height);
    },
  };
}

function tableBlock(
  { ctx, ink }: Paper,
  table: readonly PictureRow[],
  columns: readonly number[],
  text: string,
): Block {
  return {
    height: table.length * LINE,
    draw: (top) => {
      setFont(ctx, BODY);
      for (const [line, { cells, key }] of table.entries()) {
        const middle = top + (line + 0.5) * LINE;
        if (key) drawKey(ctx, key, ink(key.color), middle);
        ctx.fillStyle = text;
        let left = MARGIN + keyWidth(table);
        for (const [at, width] of columns.slice(1).entries()) {
          ctx.fillText(cut(ctx, cells[at] ?? '', width - LINE), left, middle);
          left += width;
        }
      }
    },
  };
}

/** The widths of the column of keys and of the columns of texts, each with the space after it. */
function columnsOf(ctx: CanvasRenderingContext2D, table: readonly PictureRow[]): readonly number[] {
  setFont(ctx, BODY);
  const count = Math.max(0, ...table.map(({ cells }) => cells.length));
  const widths = Array.from({ length: count }, (_, at) => {
    const texts = table.map(({ cells }) => ctx.measureText(cells[at] ?? '').width);
    return Math.min(Math.max(...texts), at === 0 ? WIDEST_NAME : Infinity) + LINE;
  });
  return [keyWidth(table), ...widths];
}

function keyWidth(table: readonly PictureRow[]): number {
  const keys = table.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return 0;
  return keys.some(({ line }) => line) ? SAMPLE + GAP / 2 : SQUARE + GAP / 2;
}

/** A square as in the bar, or a piece of the line with its mark. */
function drawKey(ctx: CanvasRenderingContext2D, { line }: Key, ink: string, middle: number): void {
  ctx.fillStyle = ctx.strokeStyle = ink;
  if (!line) {
    ctx.fillRect(MARGIN, middle - SQUARE / 2, SQUARE, SQUARE);
    return;
  }
  ctx.save();
  ctx.translate(MARGIN, middle);
  ctx.lineWidth = 2;
  ctx.setLineDash([...line.dashes]);
  ctx.stroke(new Path2D(`M0 0h${SAMPLE}`));
  ctx.translate(SAMPLE / 2, 0);
  ctx.fill(new Path2D(line.mark), 'evenodd');
  ctx.restore();
}

/** Breaks a text into lines that fit; a word that is longer than a line is cut. */
function wrapped(ctx: CanvasRenderingContext2D, words: string, width: number): readonly string[] {
  const lines = [''];
  const parts = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(words);
  for (const { segment } of parts) {
    const longer = `${lines.at(-1) ?? ''}${segment}`;
    if (ctx.measureText(longer.trimEnd()).width <= width || longer === segment) {
      lines[lines.length - 1] = longer;
    } else lines.push(segment.trimStart());
  }
  return lines.map((line) => cut(ctx, line.trimEnd(), width));
}

/** The text or, if it does not fit, its beginning with an ellipsis. */
function cut(ctx: CanvasRenderingContext2D, words: string, width: number): string {
  if (ctx.measureText(words).width <= width + 1) return words;
  const letters = [...lettersOf(words)];
  while (letters.length > 0 && ctx.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return `${letters.join('')}…`;
}
