/**
 * `npm run bench`: prints the figures of Mintscope beside a floor or a rival measured in the same
 * run, and leaves them in out/bench.json. `-- --grep words` runs the groups whose name holds the
 * words, `-- --markdown` prints the table for the README. Machines differ and are shared: the
 * ratios tell, the absolute times only inform. Nothing here passes or fails.
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
import { benchEditorActivation, benchEditorLoadMore, benchEditorOpening } from './editor.ts';
import { benchExport } from './export.ts';
import { benchGrowth } from './growth.ts';
import { benchKeystroke } from './keystroke.ts';
import { benchLoadAll } from './loadAll.ts';
import { benchLongList } from './longList.ts';
import type { Figure } from './measure.ts';
import { benchMemory } from './memory.ts';
import { asMarkdown, asText } from './report.ts';
import { benchSizes } from './sizes.ts';

const groups: Readonly<Record<string, () => Promise<Figure[]>>> = {
  sizes: benchSizes,
  decode: benchDecode,
  'load all': benchLoadAll,
  growth: benchGrowth,
  'long list': benchLongList,
  keystroke: benchKeystroke,
  export: benchExport,
  cancel: benchCancel,
  memory: benchMemory,
  'editor activation': benchEditorActivation,
  'editor opening': benchEditorOpening,
  'editor load more': benchEditorLoadMore,
};

stopOnSignals();
const { values } = parseArgs({
  options: { grep: { type: 'string', default: '' }, markdown: { type: 'boolean', default: false } },
});

const chosen = Object.entries(groups).filter(([name]) => name.includes(values.grep));
const figures: Figure[] = [];
for (const [name, run] of chosen) {
  const started = performance.now();
  figures.push(...(await run()));
  console.error(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

const machine = {
  cores: cpus().length,
  node: process.version,
  ...(chosen.some(([name]) => name.startsWith('editor')) && { vscode: await editorVersion() }),
};
const parts = [`${machine.cores} cores`, `Node ${machine.node}`];
if (machine.vscode !== undefined) parts.push(`VS Code ${machine.vscode}`);
console.log(`\n${parts.join(', ')}. Medians ± half the distance between the quartiles.\n`);
console.log(values.markdown ? asMarkdown(figures) : asText(figures));
await writeFile(
  join(made(out), 'bench.json'),
  JSON.stringify({ ...machine, at: new Date().toISOString(), figures }, null, 2),
);

/** code-server counts its releases as VS Code does, but for the first number. */
async function editorVersion(): Promise<string> {
  const { version } = await installCodeServer();
  return version.replace(/^\d+/, '1');
}
