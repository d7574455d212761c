/**
 * `npm run bench`: prints the figures of Mintscope, with those of a rival measured in the same run
 * where there is one, as the table for README.md. `-- --grep words` runs the groups whose name
 * contains the words. Machines differ and are shared, so ratios matter more than absolute times, and
 * no figure passes or fails. `-- --quick` only proves that the groups which measure the sources work.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { stopOnSignals } from '../host/processes.ts';
import '../support/fakeVscode/register.ts';
import { type Effort, type Figure, FULL, QUICK, tableOf } from './measure.ts';

/** Files with a `bench`: those that measure the sources, in the stand-in for the editor, and others. */
const sources = ['loadAll', 'keystroke', 'eta', 'portfolioRead', 'portfolio'];
const packaged = ['sizes', 'editor'];

stopOnSignals();
const {
  values: { grep, quick },
} = parseArgs({
  options: {
    grep: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
  },
});
const groups = quick ? sources : [...packaged, ...sources];
const figures: Figure[] = [];
for (const name of groups.filter((group) => group.includes(grep))) {
  const started = performance.now();
  try {
    const { bench } = (await import(`./${name}.ts`)) as {
      readonly bench: (effort: Effort) => Figure[] | Promise<Figure[]>;
    };
    figures.push(...(await bench(quick ? QUICK : FULL)));
    console.error(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  } catch (error) {
    // The other groups still run.
    console.error(`${name}: no figures, because it failed.`, error);
    process.exitCode = 1;
  }
}

const how = quick
  ? 'Measured once over a few of the rows: it works, and no figure means anything'
  : 'Medians ± half the distance between the quartiles';
console.log(`\n${cpus().length} cores, Node ${process.version}. ${how}.\n\n${tableOf(figures)}`);
process.exit();
