import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesMatching, root, temporaryFolder } from '../host/paths.ts';
import { run } from '../host/processes.ts';
import type { TestCounts } from '../support/reporter.ts';
import type { Mutant } from './mutations.ts';

const MOCHA = [
  join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'),
  ...['--no-config', '--exit', '--bail'],
  ...['--require', 'test/support/fakeVscode/register.ts'],
  ...['--reporter', 'test/support/reporter.ts'],
];
/** The limits of each test and hook, and of the process. Counting slows a test that compiles. */
const UNCHANGED = { testMs: 600_000, allMs: 1_200_000 };
/** A mutant often keeps a test waiting, so its limit is short: this, or ten times what it took. */
const SHORTEST_LIMIT_MS = 5_000;
/** Many times what loading tests takes on a busy machine. */
const LOADS_WITHIN_MS = 60_000;
/** How many test files a process runs at first; each further one runs four times as many. */
const FIRST_FILES = 4;

/** A file of tests that pass without a mutant. */
interface TestFile {
  readonly path: string;
  /** What all of it took, and its slowest test. */
  readonly ms: number;
  readonly slowestMs: number;
  readonly reached: ReadonlySet<Mutant>;
}

/** What V8 writes of a process: how often each part of its scripts has run. Parts are nested. */
interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: readonly Counted[] }[];
}

interface Counted {
  readonly ranges: readonly Readonly<Record<'startOffset' | 'endOffset' | 'count', number>>[];
}

/**
 * The test files of a suite, the quickest first. Runs each of them once without a mutant, and rejects
 * if one fails: it would notice any mutant.
 * @param suite its folder in `test/`.
 */
export async function testFiles(
  suite: string,
  mutants: readonly Mutant[],
  jobs: number,
): Promise<readonly TestFile[]> {
  const files: TestFile[] = [];
  const paths = await filesMatching('**/*.test.ts', join(root, 'test', suite));
  await forEach(paths, jobs, async (path) => {
    files.push(await tried(path, mutants));
  });
  return files.sort((one, other) => one.ms - other.ms);
}

/** The first test or hook that fails with a mutant; undefined if none does. */
export async function firstFailure(
  files: readonly TestFile[],
  mutant: Mutant,
): Promise<string | undefined> {
  const reaching = files.filter(({ reached }) => reached.has(mutant));
  const mutate = new URL('mutate.ts', import.meta.url).href;
  const env = {
    // Processes that a test starts have the mutant too.
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${mutate}`,
    MINTSCOPE_MUTANT: JSON.stringify(mutant),
  };
  for (let from = 0, count = FIRST_FILES; from < reaching.length; from += count, count *= 4) {
    const some = reaching.slice(from, from + count);
    const limits = {
      testMs: Math.max(SHORTEST_LIMIT_MS, ...some.map(({ slowestMs }) => 10 * slowestMs)),
      allMs: some.reduce((sum, { ms }) => sum + 10 * ms, LOADS_WITHIN_MS),
    };
    const paths = some.map(({ path }) => path);
    const { failed } = await runTests(paths, limits, env);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

export async function forEach<T>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const job = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, job));
}

async function tried(path: string, mutants: readonly Mutant[]): Promise<TestFile> {
  const folder = temporaryFolder('coverage');
  // A test starts a process of another user.
  await chmod(folder, 0o777);
  const started = performance.now();
  const env = { NODE_V8_COVERAGE: folder };
  const { failed, slowestMs, output } = await runTests([path], UNCHANGED, env);
  const ms = performance.now() - started;
  if (failed !== undefined) throw new Error(`It fails without a mutant:\n${output}`);
  return { path, ms, slowestMs, reached: await reachedIn(folder, mutants) };
}

/** The mutants of which V8 has counted that the expression ran, in any process. */
async function reachedIn(folder: string, mutants: readonly Mutant[]): Promise<Set<Mutant>> {
  const reached = new Set<Mutant>();
  for (const file of await readdir(folder)) {
    const coverage = JSON.parse(await readFile(join(folder, file), 'utf8')) as Coverage;
    const scripts = new Map(coverage.result.map(({ url, functions }) => [url, functions]));
    for (const mutant of mutants) {
      const functions = scripts.get(pathToFileURL(mutant.source).href);
      if (functions && hasRun(functions, mutant.from)) reached.add(mutant);
    }
  }
  await rm(folder, { recursive: true });
  return reached;
}

/** Whether the innermost part around an offset has run. */
function hasRun(functions: readonly Counted[], at: number): boolean {
  const [innermost] = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
    .sort((one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset));
  return innermost !== undefined && innermost.count > 0;
}

interface Results {
  /** The first test or hook that failed, if any did. */
  readonly failed: string | undefined;
  readonly slowestMs: number;
  readonly output: string;
}

/** Runs test files in a process of their own, until a test or hook fails. */
async function runTests(
  paths: readonly string[],
  { testMs, allMs }: typeof UNCHANGED,
  variables: Readonly<Record<string, string>>,
): Promise<Results> {
  const results = join(temporaryFolder('results'), 'counts.json');
  const args = [...MOCHA, `--timeout=${testMs}`, ...paths];
  const { code, output } = await run(process.execPath, args, {
    cwd: root,
    env: { ...process.env, MINTSCOPE_TEST_RESULTS: results, ...variables },
    timeoutMs: allMs,
  });
  const counts = await readFile(results, 'utf8').then(
    (text) => JSON.parse(text) as TestCounts,
    () => undefined,
  );
  const slowestMs = counts?.slowest[0]?.ms ?? 0;
  if (code === 0) return { failed: undefined, slowestMs, output };
  const notLoaded = /Exception during run: .*/.exec(output)?.[0];
  const failed = counts?.failures[0] ?? notLoaded ?? 'the tests do not end';
  return { failed, slowestMs, output };
}
