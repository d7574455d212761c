/**
 * `npm test`: runs every check of the project, and continues after a failure. The last line has the
 * totals: each static check counts as one, each test as one.
 *
 * Two steps run at the same time, because tests in a browser often wait. The longest step begins
 * first, so that both lanes are busy to the end.
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findBrowser } from './host/browser.ts';
import { installCodeServer } from './host/codeServerInstall.ts';
import { failures as explanations, root, temporaryFolder } from './host/paths.ts';
import { run, stopOnSignals } from './host/processes.ts';
import { SLOWEST, type TestCounts } from './support/reporter.ts';
import { packageVsix } from './host/vsix.ts';

/** Guards against a hang: no step takes a fifth of it on a quiet machine with two cores. */
const STEP_LIMIT_MS = 60 * 60_000;

type Counts = Pick<TestCounts, 'passed' | 'failed' | 'skipped'>;

type Reported = Counts & Pick<TestCounts, 'complete'>;

interface Outcome extends Counts {
  readonly name: string;
  readonly seconds: number;
}

const bin = (tool: string, ...path: string[]) => join(root, 'node_modules', tool, ...path);
const tsc = bin('typescript', 'bin', 'tsc');
const reporter = join(root, 'test', 'support', 'reporter.ts');

/** The exit code of a check that could not run here; it counts neither as passed nor as failed. */
const NOT_RUN = 75;

/** Programs that pass or fail as a whole. */
const checks: Readonly<Record<string, readonly string[]>> = {
  types: [tsc, '-p', '.'],
  'types of webviews': [tsc, '-p', 'src/webview'],
  lint: [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'],
  dependencies: ['test/host/audit.ts'],
  format: [bin('prettier', 'bin', 'prettier.cjs'), '--check', '.', '--log-level', 'warn'],
};

/** Programs that run tests without an editor, some in a browser, and report them through test/support/reporter.ts. */
const suites = ['unit', 'window', 'page', 'faults', 'contract'].map((name) => {
  const config = ['--config', `test/${name}/.mocharc.json`];
  return [name, [bin('mocha', 'bin', 'mocha.js'), ...config, '--reporter', reporter]] as const;
});

stopOnSignals();
/** The titles of the failed tests, which are printed again at the end. */
const failures: string[] = [];
const slowest: TestCounts['slowest'][number][] = [];
await rm(explanations, { recursive: true, force: true });
const missing = prepare();
summarize(await inTwoLanes(steps()));

/** Makes what several steps need: the package, the editor and a browser. */
async function prepare(): Promise<Outcome | undefined> {
  const started = performance.now();
  try {
    const needs = [packageVsix(), installCodeServer(), findBrowser()] as const;
    [process.env.MINTSCOPE_VSIX] = await Promise.all(needs);
    return undefined;
  } catch (error) {
    console.log(`✖ setup\n${error instanceof Error ? error.message : String(error)}`);
    return { name: 'setup', seconds: since(started), passed: 0, failed: 1, skipped: 0 };
  }
}

/** All steps in the order in which they begin. */
function steps(): (() => Promise<Outcome>)[] {
  const endToEnd = (folder: string) => async () =>
    (await missing) ?? suite(`e2e ${folder}`, ['test/host/e2e.ts', '--folder', folder]);
  return [
    endToEnd('daily'),
    ...Object.entries(checks).map(
      ([name, args]) =>
        () =>
          check(name, args),
    ),
    async () => (await missing) ?? check('the bench works', ['test/bench/run.ts', '--quick']),
    endToEnd('arrival'),
    ...suites.map(
      ([name, args]) =>
        async () =>
          (name === 'page' ? await missing : undefined) ?? suite(name, args),
    ),
    async () => (await missing) ?? suite('integration', ['test/host/integration.ts']),
  ];
}

/** Runs two steps at a time. A failed setup counts once, although several steps return it. */
async function inTwoLanes(all: readonly (() => Promise<Outcome>)[]): Promise<Outcome[]> {
  const waiting = [...all];
  const done = new Set<Outcome>();
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) done.add(await step());
  };
  await Promise.all([lane(), lane()]);
  return [...done];
}

/** Runs a static check; its output is shown when it fails. */
async function check(name: string, args: readonly string[]): Promise<Outcome> {
  const started = performance.now();
  const { code, output } = await run(process.execPath, args, {
    cwd: root,
    timeoutMs: STEP_LIMIT_MS,
  });
  const passed = code === 0;
  const notRun = code === NOT_RUN;
  const outcome = {
    name,
    seconds: since(started),
    passed: passed ? 1 : 0,
    failed: passed || notRun ? 0 : 1,
    skipped: 0,
  };
  print(outcome, passed ? '' : output, notRun ? '–' : undefined);
  return outcome;
}

/** Runs a suite of tests, and reads its results. */
async function suite(name: string, args: readonly string[]): Promise<Outcome> {
  const started = performance.now();
  const results = join(temporaryFolder('results'), 'counts.json');
  const result = await run(process.execPath, args, {
    cwd: root,
    env: { ...process.env, MINTSCOPE_TEST_RESULTS: results },
    timeoutMs: STEP_LIMIT_MS,
  });
  const counts = await reported(results);
  const problem = suiteProblem(counts, result.code);
  const outcome = {
    name,
    seconds: since(started),
    ...counts,
    failed: counts.failed + (problem === undefined ? 0 : 1),
  };
  print(outcome, outcome.failed === 0 ? '' : result.output);
  if (problem !== undefined) console.log(`✖ ${name}: ${problem}`);
  return outcome;
}

/** Prints how a step ended, after its output if it failed. */
function print(
  { name, passed, failed, seconds }: Outcome,
  output: string,
  sign = failed === 0 ? '✔' : '✖',
): void {
  if (output.trim() !== '') console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}\n${output}`);
  console.log(`${sign} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`);
}

/** The problem of a suite apart from its failed tests. */
function suiteProblem(counts: Reported, code: number | null): string | undefined {
  if (!counts.complete) return 'ended before all its tests had run';
  if (counts.passed + counts.failed === 0) return 'ran no test';
  if (counts.failed === 0 && code !== 0) return `ended with the code ${code ?? 'none'}`;
  return undefined;
}

/** The results that the reporter has written; zeros if it has written none. */
async function reported(file: string): Promise<Reported> {
  try {
    const counts = JSON.parse(await readFile(file, 'utf8')) as TestCounts;
    failures.push(...counts.failures);
    slowest.push(...counts.slowest);
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
  slowest.sort((one, other) => other.ms - one.ms);
  const longest = slowest
    .slice(0, SLOWEST)
    .map(({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);
  console.log(`\nslowest tests:\n${longest.join('\n')}`);
  if (failures.length > 0) console.log(`\nfailed:\n  ${failures.join('\n  ')}`);
  if (existsSync(explanations)) {
    console.log(`\nwhat explains them: ${relative(root, explanations)}/`);
  }
  const { passed, failed, skipped } = total(all);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function since(started: number): number {
  return (performance.now() - started) / 1000;
}
