/**
 * `npm run bench`: prints the figures of Mintscope beside a floor or a rival measured in the same
 * run, and leaves them in out/bench.json. Machines differ and are shared: the ratios tell, the
 * absolute times only inform. Nothing here passes or fails.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../host/paths.ts';
import { benchDecode } from './decode.ts';
import { benchLoadAll } from './loadAll.ts';
import type { Figure } from './measure.ts';
import { benchSizes } from './sizes.ts';

const figures: Figure[] = [
  ...(await benchSizes()),
  ...(await benchDecode()),
  ...(await benchLoadAll()),
];

const cells = figures.map(({ name, value, unit, spread, ratio, rival }) => [
  name,
  `${value.toFixed(unit === 'KB' ? 1 : 2)} ${unit}`,
  spread === undefined ? '' : `± ${spread.toFixed(2)}`,
  ratio === undefined ? '' : `${ratio.toFixed(2)}× ${rival ?? ''}`,
]);
const widths = [0, 1, 2, 3].map((column) =>
  Math.max(...cells.map((line) => (line[column] ?? '').length)),
);
const about = { cores: cpus().length, node: process.version };
console.log(
  `Mintscope bench, ${about.cores} cores, Node ${about.node}; medians and half the spread\n`,
);
for (const line of cells) {
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}
await mkdir(join(root, 'out'), { recursive: true });
await writeFile(join(root, 'out', 'bench.json'), JSON.stringify({ ...about, figures }, null, 2));
