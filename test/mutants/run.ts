/**
 * `npm run mutants -- --seed S --count N`: changes one token of `src/` at a time, N times over, and
 * runs the suites without an editor against each change. Prints which changes no test noticed, and
 * the share of those that a test did. The same seed takes the same sample of the same sources.
 * `--files 'src/core/client/*.ts'` samples a part, `--files src/core/client/requestPolicy.ts:20` takes every
 * change of a line.
 * The webviews' pages, the sample service and declarations are left out.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../chaos/random.ts';
import { filesMatching, root } from '../host/paths.ts';
import { stopOnSignals } from '../host/processes.ts';
import { type Mutant, mutationsOf } from './mutations.ts';
import { firstFailure, forEach, testFiles } from './suite.ts';

stopOnSignals();
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    count: { type: 'string', default: '100' },
    files: { type: 'string', default: 'src/**/*.ts' },
    // A mutant often keeps a test waiting.
    jobs: { type: 'string', default: String(2 * availableParallelism()) },
  },
});
const [seed = 0, count = 0, jobs = 0] = [values.seed, values.count, values.jobs].map(Number);
if (![seed, count, jobs].every(Number.isSafeInteger) || count < 1 || jobs < 1) {
  throw new Error('--seed, --count and --jobs are whole numbers.');
}

const [, pattern, line] = /^(.*?)(?::(\d+))?$/.exec(values.files)!;
const all = await allMutants(pattern!);
const chosen =
  line === undefined
    ? sample(all, count, new Random(seed))
    : all.filter((mutant) => mutant.line === Number(line));
console.log(`${chosen.length} of ${all.length} mutants, --seed ${seed}`);

let left = chosen;
for (const name of ['unit', 'window']) {
  const files = await testFiles(name, left, jobs);
  const survivors = new Set<Mutant>();
  await forEach(left, jobs, async (mutant) => {
    const failed = await firstFailure(files, mutant);
    if (failed === undefined) survivors.add(mutant);
    else console.log(`${placeOf(mutant)} ✔ ${name}: ${failed}`);
  });
  left = chosen.filter((mutant) => survivors.has(mutant));
}
for (const mutant of left) console.log(`survived  ${await described(mutant)}`);
const died = chosen.length - left.length;
const share = ((100 * died) / chosen.length).toFixed(1);
console.log(`\n${died} of ${chosen.length} mutants died (${share} %)`);

async function allMutants(pattern: string): Promise<Mutant[]> {
  const files = await filesMatching(pattern, root);
  const mutants: Mutant[] = [];
  for (const source of files) {
    const path = relative(root, source).replaceAll('\\', '/');
    if (/^src\/(sample|page|features\/\w+\/page)\/|\.d\.ts$/.test(path)) continue;
    const text = await readFile(source, 'utf8');
    for (const mutation of mutationsOf(text)) {
      const line = text.slice(0, mutation.start).split('\n').length;
      mutants.push({ ...mutation, source, line });
    }
  }
  return mutants;
}

/** As many as wanted, each at most once. */
function sample(mutants: readonly Mutant[], wanted: number, random: Random): Mutant[] {
  const left = [...mutants];
  const taken: Mutant[] = [];
  while (taken.length < wanted && left.length > 0) {
    taken.push(...left.splice(random.below(left.length), 1));
  }
  return taken;
}

async function described(mutant: Mutant): Promise<string> {
  const { source, start, line, token, replacement } = mutant;
  const text = await readFile(source, 'utf8');
  const column = start - text.lastIndexOf('\n', start - 1);
  const code = text.split('\n')[line - 1]?.trim() ?? '';
  return `${placeOf(mutant)}:${column}  ${token} → ${replacement || 'nothing'}  in  ${code}`;
}

function placeOf({ source, line }: Mutant): string {
  return `${relative(root, source)}:${line}`;
}
