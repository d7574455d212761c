/**
 * `npm test`: runs every check of the project, and continues after a failure. The last line has the
 * totals: each static check counts as one, each test as one.
 *
 * Two steps run at the same time, because tests in a browser often wait. The longest step begins
 * first, so that both lanes are busy to the end.
 */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findBrowser } from './host/browser.ts';
import { installCodeServer } from './host/codeServerInstall.ts';
import { failures as explanations, root, temporaryFolder } from './host/paths.ts';
import { run, stopOnSignals } from './host/processes.ts';
import { SLOWEST, type TestCounts } from './support/reporter.ts';
import { packageVsix } from './host/vsix.ts';

/** Guards against a hang: no step takes a fifth of it on a quiet machine with two cores. */
const STEP_LIMIT_MS = 60 * 60_000;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The problem of a suite apart from its failed tests; it counts as one more. */
  readonly problem?: string | undefined;
}

interface Outcome extends Counts {
  readonly name: string;
  readonly seconds: number;
}

type Step = () => Promise<Outcome>;

const bin = (tool: string, ...path: string[]) => join(root, 'node_modules', tool, ...path);
const tsc = bin('typescript', 'bin', 'tsc');
const reporter = join(root, 'test', 'support', 'reporter.ts');

/** The exit code of a check that could not run here; it counts neither as passed nor as failed. */
const NOT_RUN = 75;

/** Programs that pass or fail as a whole. */
const checks: Readonly<Record<string, readonly string[]>> = {
  types: [tsc, '-p', '.'],
  'types of pages': [tsc, '-p', 'src/page'],
  lint: [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'],
  dependencies: ['test/host/audit.ts'],
  format: [bin('prettier', 'bin', 'prettier.cjs'), '--check', '.', '--log-level', 'warn'],
};

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
    return { name: 'setup', seconds: since(started), passed: 0, failed: 1 };
  }
}

function steps(): Step[] {
  const prepared =
    (step: Step): Step =>
    async () =>
      (await missing) ?? step();
  const endToEnd = (folder: string) =>
    prepared(suite(`e2e ${folder}`, ['test/host/e2e.ts', '--folder', folder]));
  // Runs tests without an editor, and reports them through test/support/reporter.ts.
  const mocha = (name: string) => {
    const config = ['--config', `test/${name}/.mocharc.json`];
    return suite(name, [bin('mocha', 'bin', 'mocha.js'), ...config, '--reporter', reporter]);
  };
  return [
    endToEnd('daily'),
    ...Object.entries(checks).map(([name, args]) => check(name, args)),
    prepared(check('the bench works', ['test/bench/run.ts', '--quick'])),
    endToEnd('arrival'),
    ...[mocha('unit'), mocha('window'), prepared(mocha('page'))],
    prepared(suite('integration', ['test/host/integration.ts'])),
  ];
}

/** Runs two steps at a time. A failed setup counts once, although several steps return it. */
async function inTwoLanes(all: readonly Step[]): Promise<Outcome[]> {
  const waiting = [...all];
  const done = new Set<Outcome>();
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) done.add(await step());
  };
  await Promise.all([lane(), lane()]);
  return [...done];
}

/** Runs a program, and prints how it ended, after its output unless it passed. */
async function ended(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  countsAt: (code: number | null) => Counts,
): Promise<Outcome> {
  const started = performance.now();
  const options = { cwd: root, env, timeoutMs: STEP_LIMIT_MS };
  const { code, output } = await run(process.execPath, args, options);
  const counts = countsAt(code);
  const { passed, failed, problem } = counts;
  const seconds = since(started);
  const hasPassed = failed === 0 && passed > 0;
  if (!hasPassed && output.trim() !== '') {
    console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}\n${output}`);
  }
  const sign = hasPassed ? '✔' : failed === 0 ? '–' : '✖';
  console.log(`${sign} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`);
  if (problem !== undefined) console.log(`✖ ${name}: ${problem}`);
  return { name, seconds, ...counts };
}

function check(name: string, args: readonly string[]): Step {
  return () =>
    ended(name, args, process.env, (code) => ({
      passed: code === 0 ? 1 : 0,
      failed: code === 0 || code === NOT_RUN ? 0 : 1,
    }));
}

/** Runs a suite of tests, and reads its results. */
function suite(name: string, args: readonly string[]): Step {
  return () => {
    const results = join(temporaryFolder('results'), 'counts.json');
    const env = { ...process.env, MINTSCOPE_TEST_RESULTS: results };
    return ended(name, args, env, (code) => {
      const { passed, failed, complete } = reported(results);
      let problem: string | undefined;
      if (!complete) problem = 'ended before all its tests had run';
      else if (passed + failed === 0) problem = 'ran no test';
      else if (failed === 0 && code !== 0) problem = `ended with the code ${code ?? 'none'}`;
      return { passed, failed: failed + (problem === undefined ? 0 : 1), problem };
    });
  };
}

function reported(file: string): Pick<TestCounts, 'passed' | 'failed' | 'complete'> {
  try {
    const counts = JSON.parse(readFileSync(file, 'utf8')) as TestCounts;
    failures.push(...counts.failures);
    slowest.push(...counts.slowest);
    return counts;
  } catch {
    return { passed: 0, failed: 0, complete: false };
  }
}

function summarize(all: readonly Outcome[]): void {
  console.log('\nstep                 passed  failed  seconds');
  for (const { name, passed, failed, seconds } of all) {
    const numbers = [
      String(passed).padStart(8),
      String(failed).padStart(8),
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
  const total = (key: 'passed' | 'failed') => all.reduce((sum, counts) => sum + counts[key], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exitCode = total('failed') === 0 ? 0 : 1;
}

function since(started: number): number {
  return (performance.now() - started) / 1000;
}
