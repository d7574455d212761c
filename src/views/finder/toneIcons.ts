import * as vscode from 'vscode';
import type { RowTone } from '../../core/stats/rowTone.ts';
import { toneIcon } from '../tree/treeItems.ts';

/*
 * The icons of the trees in their colors. A quick pick takes the color away from a theme icon, so
 * here they are pictures, in the colors of the editor's own themes.
 */

type Drawing = readonly [dark: string, light: string, drawing: string];

const filled = (path: string) => `<path fill="currentColor" fill-rule="evenodd" d="${path}"/>`;
const drawn = (path: string) => `<path fill="none" stroke="currentColor" d="${path}"/>`;
const RING = 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13Z';

/** In a square of 16. */
const DRAWINGS: Readonly<Record<Exclude<RowTone, 'unknown'>, Drawing>> = {
  done: [
    '#89d185',
    '#388a34',
    filled('M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm-1 9.8 4.7-4.7-.8-.8L7 9.2 5.1 7.3l-.8.8Z'),
  ],
  underWay: ['#59a4f9', '#0063d3', drawn(RING) + filled('M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z')],
  waiting: ['#b180d7', '#652d90', drawn('M2.5 2v3.5H6M2.8 5.3A6 6 0 1 1 2 8M8 5v3.2l2.4 1.6')],
  failed: ['#f88070', '#b01011', drawn(`${RING}M5.5 5.5l5 5M10.5 5.5l-5 5`)],
  warning: ['#f0883e', '#bc4c00', drawn('M8 2 14.5 14h-13ZM8 6v4.5M8 11.5v1.2')],
};

const made = new Map<RowTone, vscode.IconPath>();

export function pickIcon(tone: RowTone): vscode.IconPath {
  if (tone === 'unknown') return toneIcon(tone);
  const [dark, light, drawing] = DRAWINGS[tone];
  const icon = made.get(tone) ?? { dark: picture(drawing, dark), light: picture(drawing, light) };
  made.set(tone, icon);
  return icon;
}

function picture(drawing: string, color: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" color="${color}">${drawing}</svg>`;
  return vscode.Uri.from({
    scheme: 'data',
    path: `image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  });
}
