/**
 * `npm run bench`: prints the figures of Mintscope with those of a rival measured in the same run, as
 * the table for README.md. `-- --grep words` runs the groups whose name contains the words. Machines
 * differ and are shared, so ratios matter more than absolute times, and no figure passes or fails.
 * `-- --quick` only proves that the groups which measure the sources still work.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { stopOnSignals } from '../host/processes.ts';
import { Child } from './child.ts';
import * as editor from './editor.ts';
import type { GroupQuestion } from './groupProcess.ts';
import { type Figure, tableOf } from './measure.ts';
import { bench as benchSizes } from './sizes.ts';

/** Flags of Node for a group that measures the sources, some in the stand-in for the editor. */
const FLAGS = [
  '--expose-gc',
  ...['--import', join(import.meta.dirname, '..', 'support', 'fakeVscode', 'register.ts')],
];

/** By name: a file whose `bench` runs in a process of its own, or what measures the package. */
const groups: Readonly<Record<string, string | (() => Promise<Figure[]>)>> = {
  sizes: benchSizes,
  'load all': 'loadAll',
  'long list': 'longList',
  keystroke: 'keystroke',
  demands: 'demands',
  eta: 'eta',
  'portfolio read': 'portfolioRead',
  portfolio: 'portfolio',
  'editor activation': editor.benchActivation,
  'editor stored rows': editor.benchOpeningKept,
  'editor opening': editor.benchOpening,
  'editor panels': editor.benchPanels,
  'editor load more': editor.benchLoadMore,
};

stopOnSignals();
const {
  values: { grep, quick },
} = parseArgs({
  options: {
    grep: { type: 'string', multiple: true, default: [''] },
    quick: { type: 'boolean', default: false },
  },
});
const chosen = Object.entries(groups).filter(
  ([name, group]) =>
    grep.some((words) => name.includes(words)) && !(quick && typeof group !== 'string'),
);
if (chosen.length === 0) {
  console.error(`No group is called so. There are: ${Object.keys(groups).join(', ')}.`);
  process.exit(1);
}
const figures: Figure[] = [];
for (const [name, group] of chosen) {
  const started = performance.now();
  try {
    figures.push(...(await (typeof group === 'string' ? measured(group) : group())));
    console.error(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  } catch (error) {
    // The other groups still run.
    console.error(`${name}: no figures, because it failed.`, error);
    process.exitCode = 1;
  }
}

const parts = [`${cpus().length} cores`, `Node ${process.version}`];
if (chosen.some(([name]) => name.startsWith('editor'))) {
  // The version of VS Code is that of code-server with another first number.
  const { version } = await installCodeServer();
  parts.push(`VS Code ${version.replace(/^\d+/, '1')}`);
}
const how = quick
  ? 'Measured once over a few of the rows: it works, and no figure means anything'
  : 'Medians ± half the distance between the quartiles';
console.log(`\n${parts.join(', ')}. ${how}.\n\n${tableOf(figures)}`);

async function measured(file: string): Promise<Figure[]> {
  using child = new Child('groupProcess.ts', FLAGS);
  const question: GroupQuestion = { file, quick };
  return await child.ask(question);
}
