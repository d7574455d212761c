/**
 * `npm test`: every check of the project, going on after a failure. The last
 * line adds them all up: each static check counts as one, each test as one.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, temporaryFolder } from './host/paths.ts';
import { run, stopOnSignals } from './host/processes.ts';
import type { TestCounts } from './support/reporter.ts';

/** How long one step may take before it counts as failed. */
const stepLimitMs = 420_000;

type Counts = Pick<TestCounts, 'passed' | 'failed' | 'skipped'>;

type Reported = Counts & Pick<TestCounts, 'complete'>;

interface Outcome extends Counts {
  readonly name: string;
  readonly seconds: number;
}

const bin = (tool: string, ...path: string[]) => join(root, 'node_modules', tool, ...path);
const tsc = bin('typescript', 'bin', 'tsc');
const reporter = join(root, 'test', 'support', 'reporter.ts');

/** The exit code of a check that could not be made here; it counts neither as passed nor failed. */
const NOT_RUN = 75;

/** Programs that pass or fail as a whole. */
const checks: Readonly<Record<string, readonly string[]>> = {
  types: [tsc, '-p', '.'],
  'types of webviews': [tsc, '-p', 'src/webview'],
  lint: [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'],
  dependencies: ['test/host/audit.ts'],
  'the bench works': ['test/bench/run.ts', '--quick'],
  format: [bin('prettier', 'bin', 'prettier.cjs'), '--check', '.', '--log-level', 'warn'],
};

/** Programs that run tests and report them through test/support/reporter.ts. */
const suites: Readonly<Record<string, readonly string[]>> = {
  unit: [
    bin('mocha', 'bin', 'mocha.js'),
    ...['--config', 'test/unit/.mocharc.json', '--reporter', reporter],
  ],
  faults: [
    bin('mocha', 'bin', 'mocha.js'),
    ...['--config', 'test/faults/.mocharc.json', '--reporter', reporter],
  ],
  contract: [
    bin('mocha', 'bin', 'mocha.js'),
    ...['--config', 'test/contract/.mocharc.json', '--reporter', reporter],
  ],
  integration: ['test/host/integration.ts'],
  'end to end': ['test/host/e2e.ts'],
};

stopOnSignals();
/** Titles of the tests that failed, to be named once more at the end. */
const failures: string[] = [];
// Beside the first suites: each is a single thread, and none can disturb another.
const checked = Promise.all(Object.entries(checks).map(([name, args]) => check(name, args)));
const tested: Outcome[] = [];
for (const [name, args] of Object.entries(suites)) {
  // A real editor gets the machine to itself.
  if (name === 'integration') await checked;
  tested.push(await suite(name, args));
}
summarize([...(await checked), ...tested]);

/** Runs a static check; its output is shown when it fails. */
async function check(name: string, args: readonly string[]): Promise<Outcome> {
  const started = performance.now();
  const { code, output } = await run(process.execPath, args, { cwd: root, timeoutMs: stepLimitMs });
  const passed = code === 0;
  const notRun = code === NOT_RUN;
  console.log(`${passed ? '✔' : notRun ? '–' : '✖'} ${name}`);
  if (!passed) console.log(output.trimEnd());
  return {
    name,
    seconds: since(started),
    passed: passed ? 1 : 0,
    failed: passed || notRun ? 0 : 1,
    skipped: 0,
  };
}

/** Runs a suite of tests, showing its output as it comes, and reads what it reported. */
async function suite(name: string, args: readonly string[]): Promise<Outcome> {
  console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`);
  const started = performance.now();
  const results = join(temporaryFolder('results'), 'counts.json');
  const { code } = await run(process.execPath, args, {
    cwd: root,
    output: 'inherit',
    env: { ...process.env, MINTSCOPE_TEST_RESULTS: results },
    timeoutMs: stepLimitMs,
  });
  const counts = await reported(results);
  const problem = suiteProblem(counts, code);
  if (problem !== undefined) console.log(`✖ ${name}: ${problem}`);
  return {
    name,
    seconds: since(started),
    ...counts,
    failed: counts.failed + (problem === undefined ? 0 : 1),
  };
}

/** What is wrong with a suite apart from its failed tests. */
function suiteProblem(counts: Reported, code: number | null): string | undefined {
  if (!counts.complete) return 'ended before all its tests had run';
  if (counts.passed + counts.failed === 0) return 'ran no test';
  if (counts.failed === 0 && code !== 0) return `ended with the code ${code ?? 'none'}`;
  return undefined;
}

/** What the reporter left in the file; nothing if it never got so far. */
async function reported(file: string): Promise<Reported> {
  try {
    const counts = JSON.parse(await readFile(file, 'utf8')) as TestCounts;
    for (const title of counts.failures) failures.push(title);
    const { passed, failed, skipped, complete } = counts;
    return { passed, failed, skipped, complete };
  } catch {
    return { passed: 0, failed: 0, skipped: 0, complete: false };
  }
}

function total(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((so, counts) => so + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

function summarize(all: readonly Outcome[]): void {
  console.log('\nstep                 passed  failed  skipped  seconds');
  for (const { name, passed, failed, skipped, seconds } of all) {
    const numbers = [
      String(passed).padStart(8),
      String(failed).padStart(8),
      String(skipped).padStart(9),
      seconds.toFixed(1).padStart(9),
    ];
    console.log(`${name.padEnd(19)}${numbers.join('')}`);
  }
  if (failures.length > 0) console.log(`\nfailed:\n  ${failures.join('\n  ')}`);
  const { passed, failed, skipped } = total(all);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function since(started: number): number {
  return (performance.now() - started) / 1000;
}
