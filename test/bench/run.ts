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
import { benchCancel } from './cancel.ts';
import { benchDecode } from './decode.ts';
import {
  benchEditorActivation,
  benchEditorLoadMore,
  benchEditorOpening,
  benchEditorOpeningKept,
  benchEditorPanels,
} from './editor.ts';
import { benchEta } from './eta.ts';
import { benchExport } from './export.ts';
import { benchGrowth } from './growth.ts';
import { benchHover } from './hover.ts';
import { benchKeystroke } from './keystroke.ts';
import { benchLoadAll } from './loadAll.ts';
import { benchLongList } from './longList.ts';
import { type Effort, FULL, QUICK } from './effort.ts';
import type { Figure } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchPortfolio } from './portfolio.ts';
import { benchPortfolioRead } from './portfolioRead.ts';
import { asMarkdown, asText } from './report.ts';
import { benchSizes } from './sizes.ts';

interface Group {
  readonly name: string;
  readonly run: (effort: Effort) => Promise<Figure[]>;
  /** Whether it measures the package, mostly in a real editor, and not the sources. */
  readonly packaged?: boolean;
}

const groups: readonly Group[] = [
  { name: 'sizes', run: benchSizes, packaged: true },
  { name: 'decode', run: benchDecode },
  { name: 'load all', run: benchLoadAll },
  { name: 'growth', run: benchGrowth },
  { name: 'long list', run: benchLongList },
  { name: 'keystroke', run: benchKeystroke },
  { name: 'hover', run: benchHover },
  { name: 'export', run: benchExport },
  { name: 'cancel', run: benchCancel },
  { name: 'eta', run: benchEta },
  { name: 'memory', run: benchMemory },
  { name: 'portfolio read', run: benchPortfolioRead },
  { name: 'portfolio', run: benchPortfolio },
  { name: 'editor activation', run: benchEditorActivation, packaged: true },
  { name: 'editor kept rows', run: benchEditorOpeningKept, packaged: true },
  { name: 'editor opening', run: benchEditorOpening, packaged: true },
  { name: 'editor panels', run: benchEditorPanels, packaged: true },
  { name: 'editor load more', run: benchEditorLoadMore, packaged: true },
];

stopOnSignals();
const { values } = parseArgs({
  options: {
    grep: { type: 'string', multiple: true, default: [''] },
    markdown: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

const chosen = groups.filter(
  ({ name, packaged = false }) =>
    values.grep.some((words) => name.includes(words)) && !(values.quick && packaged),
);
if (chosen.length === 0) {
  console.error(`No group is called so. There are: ${groups.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const figures: Figure[] = [];
for (const { name, run } of chosen) {
  const started = performance.now();
  try {
    figures.push(...(await run(values.quick ? QUICK : FULL)));
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
  ...(chosen.some(({ name }) => name.startsWith('editor')) && { vscode: await editorVersion() }),
};
const parts = [`${machine.cores} cores`, `Node ${machine.node}`];
if (machine.vscode !== undefined) parts.push(`VS Code ${machine.vscode}`);
const how = values.quick
  ? 'Measured once over a few of the rows: it works, and no figure means anything'
  : 'Medians ± half the distance between the quartiles';
console.log(`\n${parts.join(', ')}. ${how}.\n`);
console.log(values.markdown ? asMarkdown(figures) : asText(figures));
if (!values.quick) {
  await writeFile(
    join(made(out), 'bench.json'),
    JSON.stringify({ ...machine, at: new Date().toISOString(), figures }, null, 2),
  );
}

/** The version of VS Code: that of code-server with another first number. */
async function editorVersion(): Promise<string> {
  const { version } = await installCodeServer();
  return version.replace(/^\d+/, '1');
}
