import * as vscode from 'vscode';
import type { RowTone } from '../../core/stats/rowTone.ts';
import { toneIcon } from '../treeItems.ts';

/*
 * The icons of the trees in their colors. A quick pick takes the color away from a theme icon, so
 * here they are pictures, in the colors of the editor's own themes.
 */

type Drawing = readonly [dark: string, light: string, drawing: string];

const RING = 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm0 1a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z';

/** As paths in a square of 16, by the even-odd rule. */
const DRAWINGS: Readonly<Record<Exclude<RowTone, 'unknown'>, Drawing>> = {
  done: [
    '#89d185',
    '#388a34',
    'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm-1 9.8 4.7-4.7-.8-.8L7 9.2 5.1 7.3l-.8.8Z',
  ],
  underWay: ['#59a4f9', '#0063d3', `${RING}M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z`],
  waiting: ['#b180d7', '#652d90', `${RING}M7.5 4h1v3.8l2.6 1.5-.5.9-3.1-1.8Z`],
  failed: [
    '#f88070',
    '#b01011',
    `${RING}M5.7 5 8 7.3 10.3 5l.7.7L8.7 8l2.3 2.3-.7.7L8 8.7 5.7 11l-.7-.7L7.3 8 5 5.7Z`,
  ],
  warning: [
    '#f0883e',
    '#bc4c00',
    'M8 1.2 15.5 15H.5Zm0 2.1L2.2 14h11.6ZM7.5 6.5h1v4h-1Zm0 5h1v1.2h-1Z',
  ],
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
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="${color}" fill-rule="evenodd" d="${drawing}"/></svg>`;
  return vscode.Uri.from({
    scheme: 'data',
    path: `image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  });
}
