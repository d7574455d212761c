import { type Random, randomFor } from './random.ts';

/** The colors of ground, shape and accent. */
const PALETTES: readonly [readonly string[], ...(readonly string[])[]] = [
  ['#14213d', '#e0a458', '#f4ece1'],
  ['#1f3a34', '#7fb69a', '#f1e3c6'],
  ['#3b1f2b', '#db8a74', '#f6d8ae'],
  ['#e9e3d5', '#2f5d62', '#d1793f'],
  ['#10304a', '#5fa8d3', '#f2f5f0'],
  ['#f0e6ef', '#6b4e71', '#c98bb9'],
  ['#22252b', '#8d99ae', '#ef8354'],
  ['#fbf1e3', '#b5523b', '#34495e'],
];

/** A small abstract drawing as SVG, 96 units square; the same for the same seed. */
export function pictureOf(seed: string): string {
  const random = randomFor(`picture ${seed}`);
  const [ground = '', shape = '', accent = ''] = random.pick(PALETTES);
  const motif = random.pick([sun, waves, arches, grid]);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">' +
    `<rect width="96" height="96" fill="${ground}"/>${motif(random, shape, accent)}</svg>`
  );
}

type Motif = (random: Random, shape: string, accent: string) => string;

const sun: Motif = (random, shape, accent) => {
  const horizon = random.int(52, 70);
  return (
    `<circle cx="${random.int(28, 68)}" cy="${horizon - random.int(6, 26)}" r="${random.int(12, 22)}" fill="${accent}"/>` +
    `<path d="M0 ${horizon}h96V96H0z" fill="${shape}"/>`
  );
};

const waves: Motif = (random, shape, accent) =>
  [28, 46, 64, 82]
    .map((y, row) => {
      const lift = random.int(6, 14);
      const color = row === 1 ? accent : shape;
      return `<path d="M-4 ${y}q25 ${-lift} 50 0t54 0" fill="none" stroke="${color}" stroke-width="${random.int(4, 9)}"/>`;
    })
    .join('');

const arches: Motif = (random, shape, accent) => {
  const x = random.int(38, 58);
  return [40, 29, 18, 8]
    .map((r, ring) => `<circle cx="${x}" cy="84" r="${r}" fill="${ring % 2 ? accent : shape}"/>`)
    .join('');
};

const grid: Motif = (random, shape, accent) => {
  let cells = '';
  for (let at = 0; at < 16; at++) {
    const x = 12 + (at % 4) * 18;
    const y = 12 + Math.floor(at / 4) * 18;
    const color = random.chance(0.2) ? accent : shape;
    if (random.chance(0.75)) {
      cells += `<rect x="${x}" y="${y}" width="18" height="18" rx="${random.pick([0, 9])}" fill="${color}"/>`;
    }
  }
  return cells;
};
