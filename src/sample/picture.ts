import { randomFor } from './random.ts';

/** The colors of sky, sun and hills. */
const PALETTES: readonly [readonly string[], ...(readonly string[])[]] = [
  ['#14213d', '#e0a458', '#f4ece1'],
  ['#1f3a34', '#f1e3c6', '#7fb69a'],
  ['#3b1f2b', '#f6d8ae', '#db8a74'],
  ['#e9e3d5', '#d1793f', '#2f5d62'],
  ['#10304a', '#f2f5f0', '#5fa8d3'],
  ['#f0e6ef', '#c98bb9', '#6b4e71'],
];

/** A small drawing of a sun over hills as SVG, 96 units square; the same for the same seed. */
export function pictureOf(seed: string): string {
  const random = randomFor(`picture ${seed}`);
  const [sky = '', sun = '', hills = ''] = random.pick(PALETTES);
  const horizon = random.int(52, 70);
  const height = horizon - random.int(6, 26);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">' +
    `<rect width="96" height="96" fill="${sky}"/>` +
    `<circle cx="${random.int(28, 68)}" cy="${height}" r="${random.int(12, 22)}" fill="${sun}"/>` +
    `<path d="M0 ${horizon}q24 ${-random.int(6, 20)} 48 0t48 0V96H0z" fill="${hills}"/></svg>`
  );
}
