/**
 * `npm run bench`: prints the figures of Mintscope with those of a rival measured in the same run,
 * and writes them to out/bench.json. `-- --grep words` runs the groups whose name contains the words,
 * `-- --markdown` prints the table for README.md. Machines differ and are shared, so ratios matter
 * more than absolute times, and no figure passes or fails. `-- --quick` only proves that the groups
 * which measure the sources still work.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { made, out } from '../host/paths.ts';
import { stopOnSignals } from '../host/processes.ts';
import { askOnce } from './child.ts';
import * as editor from './editor.ts';
import type { GroupQuestion } from './groupProcess.ts';
import type { Figure } from './measure.ts';
import { asMarkdown, asText } from './report.ts';
import { bench as benchSizes } from './sizes.ts';

/** Flags of Node for a group that measures the sources, some in the stand-in for the editor. */
const FLAGS = [
  '--expose-gc',
  ...['--import', join(import.meta.dirname, '..', 'support', 'fakeVscode', 'register.ts')],
];

/** By name: a file whose `bench` runs in a process of its own, or what measures the package. */
const groups: Readonly<Record<string, string | (() => Promise<Figure[]>)>> = {
  sizes: benchSizes,
  decode: 'decode',
  'load all': 'loadAll',
  growth: 'growth',
  'long list': 'longList',
  keystroke: 'keystroke',
  export: 'export',
  cancel: 'cancel',
  eta: 'eta',
  memory: 'memory',
  'portfolio read': 'portfolioRead',
  portfolio: 'portfolio',
  'editor activation': editor.benchActivation,
  'editor kept rows': editor.benchOpeningKept,
  'editor opening': editor.benchOpening,
  'editor panels': editor.benchPanels,
  'editor load more': editor.benchLoadMore,
};

stopOnSignals();
const { values } = parseArgs({
  options: {
    grep: { type: 'string', multiple: true, default: [''] },
    markdown: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

const { quick } = values;
const chosen = Object.entries(groups).filter(
  ([name, group]) =>
    values.grep.some((words) => name.includes(words)) && !(quick && typeof group !== 'string'),
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

const machine = {
  cores: cpus().length,
  node: process.version,
  ...(chosen.some(([name]) => name.startsWith('editor')) && { vscode: await editorVersion() }),
};
const parts = [`${machine.cores} cores`, `Node ${machine.node}`];
if (machine.vscode !== undefined) parts.push(`VS Code ${machine.vscode}`);
const how = values.quick
  ? 'Measured once over a few of the rows: it works, and no figure means anything'
  : 'Medians ± half the distance between the quartiles';
console.log(`\n${parts.join(', ')}. ${how}.\n`);
console.log(values.markdown ? asMarkdown(figures) : asText(figures));
if (!quick) {
  await writeFile(
    join(made(out), 'bench.json'),
    JSON.stringify({ ...machine, at: new Date().toISOString(), figures }, null, 2),
  );
}

function measured(file: string): Promise<Figure[]> {
  const question: GroupQuestion = { file, quick };
  return askOnce('groupProcess.ts', question, FLAGS);
}

/** The version of VS Code: that of code-server with another first number. */
async function editorVersion(): Promise<string> {
  const { version } = await installCodeServer();
  return version.replace(/^\d+/, '1');
}
