/**
 * `npm run mutants -- --seed S --count N`: changes one token of `src/` at a time, N times over, and
 * runs the suites without an editor against each change. Prints which changes no test noticed, and the
 * share of those that a test did. The same seed takes the same sample of the same sources.
 * `--files 'src/core/client/*.ts'` samples a part, `--files src/core/client/retry.ts:20` takes every change of a
 * line.
 * The webviews' pages, the sample service and declarations are left out.
 */
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../chaos/random.ts';
import { filesMatching, root, temporaryFolder } from '../host/paths.ts';
import { run, stopOnSignals } from '../host/processes.ts';
import { Coverage } from './coverage.ts';
import { Importers } from './importers.ts';
import { mutated, mutationsOf, type Mutation } from './mutations.ts';

interface Mutant extends Mutation {
  /** Path from the root of the repository. */
  readonly file: string;
  /** The full path. */
  readonly source: string;
  /** From 1. */
  readonly line: number;
}

/** Files of tests that run in one process. */
const AT_A_TIME = 12;
/** Several times what these take on a busy machine: a mutant that loops has died. */
const HANGS_AFTER_MS = 240_000;
/** The same for one test. The suites allow more, but a mutant often keeps a test waiting. */
const TEST_HANGS_AFTER_MS = 20_000;

const suites = ['unit', 'window', 'faults'] as const;
type Suite = (typeof suites)[number];

stopOnSignals();
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    count: { type: 'string', default: '100' },
    files: { type: 'string', default: 'src/**/*.ts' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});
const [seed, count, jobs] = [values.seed, values.count, values.jobs].map(Number) as [
  number,
  number,
  number,
];
if (![seed, count, jobs].every(Number.isSafeInteger) || count < 1 || jobs < 1) {
  throw new Error('--seed, --count and --jobs are whole numbers.');
}

const importers = await ofEach(async (suite) =>
  Importers.of(await filesMatching('**/*.test.ts', join(root, 'test', suite))),
);
const [, pattern, line] = /^(.*?)(?::(\d+))?$/.exec(values.files)!;
const all = await allMutants(pattern!);
const chosen =
  line === undefined
    ? sample(all, count, new Random(seed))
    : all.filter((mutant) => mutant.line === Number(line));
console.log(`${chosen.length} of ${all.length} mutants, --seed ${seed}`);
const coverage = await ofEach(async (suite) => {
  const args = await mocha(suite, root);
  return new Coverage(chosen, (test, env) =>
    run(process.execPath, [...args, test], { cwd: root, env: { ...process.env, ...env } }),
  );
});

const survivors: Mutant[] = [];
let done = 0;
const queue = chosen.values();
await Promise.all(Array.from({ length: jobs }, () => work()));
for (const mutant of survivors) console.log(`survived  ${await described(mutant)}`);
const died = chosen.length - survivors.length;
console.log(`\n${died} of ${chosen.length} mutants died (${share(died, chosen.length)} %)`);

/** Tries mutants from the queue, one after another, in a copy of the repository. */
async function work(): Promise<void> {
  const folder = await copyOfRepository();
  for (const mutant of queue) {
    const place = join(folder, mutant.file);
    const original = await readFile(place, 'utf8');
    await writeFile(place, mutated(original, mutant));
    const killer = await killerOf(mutant, folder);
    await writeFile(place, original);
    done++;
    if (killer === undefined) survivors.push(mutant);
    const how = killer === undefined ? '✖ survived' : `✔ ${killer}`;
    console.log(
      `${String(done).padStart(4)} ${place.slice(folder.length + 1)}:${mutant.line} ${how}`,
    );
  }
}

async function ofEach<One>(make: (suite: Suite) => Promise<One>): Promise<Record<Suite, One>> {
  const made = suites.map(async (suite) => [suite, await make(suite)] as const);
  return Object.fromEntries(await Promise.all(made)) as Record<Suite, One>;
}

/** The first suite that notices the mutant. Only tests that run the changed code can. */
async function killerOf(mutant: Mutant, folder: string): Promise<Suite | undefined> {
  for (const suite of suites) {
    const fails = async (tests: readonly string[]) => {
      if (tests.length === 0) return false;
      const copied = tests.map((test) => join(folder, relative(root, test)));
      const args = [...(await mocha(suite, folder)), '--bail', ...copied];
      const options = { cwd: folder, timeoutMs: HANGS_AFTER_MS };
      return (await run(process.execPath, args, options)).code !== 0;
    };
    let some: string[] = [];
    const tests = importers[suite].testsOf(mutant.source);
    for await (const test of coverage[suite].testsOf(mutant, tests)) {
      some.push(test);
      if (some.length < AT_A_TIME) continue;
      if (await fails(some)) return suite;
      some = [];
    }
    if (await fails(some)) return suite;
  }
  return undefined;
}

/** Arguments that run mocha in this folder as the suite does. */
async function mocha(suite: Suite, folder: string): Promise<string[]> {
  const file = join(root, 'test', suite, '.mocharc.json');
  const config = JSON.parse(await readFile(file, 'utf8')) as { require: string[] };
  return [
    join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'),
    ...['--no-config', '--exit', '--reporter', 'dot', '--timeout', String(TEST_HANGS_AFTER_MS)],
    ...config.require.flatMap((path) => ['--require', join(folder, path)]),
  ];
}

/** Sources and tests to change, and by links what is only read. */
async function copyOfRepository(): Promise<string> {
  const folder = temporaryFolder('mutants');
  for (const part of ['src', 'test']) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  const linked = await filesMatching('{.github,node_modules,media,docs,l10n,*.*}', root);
  for (const path of linked) await symlink(path, join(folder, relative(root, path)));
  await mkdir(join(folder, 'out'));
  return folder;
}

async function allMutants(pattern: string): Promise<Mutant[]> {
  const files = await filesMatching(pattern, root);
  const kept = files
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => !/^src\/(sample|webview)\/|\.d\.ts$/.test(file));
  const mutants = kept.map(async (file) => {
    const text = await readFile(join(root, file), 'utf8');
    return mutationsOf(text).map((mutation) => {
      const line = text.slice(0, mutation.start).split('\n').length;
      return { ...mutation, file, line, source: join(root, file) };
    });
  });
  return (await Promise.all(mutants)).flat();
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

async function described({ file, line, token, replacement, start }: Mutant): Promise<string> {
  const text = await readFile(join(root, file), 'utf8');
  const column = start - text.lastIndexOf('\n', start - 1);
  const code = text.split('\n')[line - 1]?.trim() ?? '';
  return `${file}:${line}:${column}  ${token} → ${replacement || 'nothing'}  in  ${code}`;
}

function share(part: number, whole: number): string {
  return ((100 * part) / whole).toFixed(0);
}
