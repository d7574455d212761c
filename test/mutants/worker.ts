/**
 * `node --import switch.ts worker.ts SUITE`: loads all tests of a suite without an editor, and runs
 * those that the parent process orders, with one mutant turned on.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Mocha from 'mocha';
import { filesMatching, root } from '../host/paths.ts';
import type { Failed, Order, Report } from './mutant.ts';
import { takeReached, turnOn } from './switch.ts';

const suite = join(root, 'test', process.argv[2]!);
const config = JSON.parse(await readFile(join(suite, '.mocharc.json'), 'utf8')) as {
  readonly require: readonly string[];
};
for (const path of config.require) await import(join(root, path));
const mocha = new Mocha({ ui: 'bdd', reporter: Mocha.reporters.Base });
mocha.cleanReferencesAfterRun(false);
for (const file of await filesMatching('**/*.test.ts', suite)) mocha.addFile(file);
await mocha.loadFilesAsync();

const send = (report: Report) => process.send!(report);

process.on('message', (order: Order) => void run(order));
process.once('disconnect', () => process.exit());
send({ kind: 'loaded', reached: takeReached() });

async function run({ tests, mutant, timeoutMs }: Order): Promise<void> {
  const titles = tests && new Set(tests);
  mocha.grep({ test: (title: string) => titles?.has(title) ?? true } as RegExp);
  mocha.bail(tests !== undefined);
  limit(mocha.suite, timeoutMs);
  takeReached();
  turnOn(mutant);
  const failed = await resultOf();
  turnOn(undefined);
  send({ kind: 'done', failed });
}

function resultOf(): Promise<Failed | null> {
  return new Promise((resolve) => {
    let failed: Failed | null = null;
    const runner = mocha.run(() => {
      resolve(failed);
    });
    runner.on('fail', (test, { message }: Error) => {
      failed ??= { test: test.fullTitle(), error: message };
    });
    sendTests(runner);
  });
}

/**
 * Sends each test once its hooks have run. What the hooks before all tests of a suite reach, each of
 * its tests reaches.
 */
function sendTests(runner: Mocha.Runner): void {
  const ofSuites = new Map<Mocha.Suite | undefined, readonly number[]>();
  let last: { readonly test: Mocha.Test; readonly reached: Set<number> } | undefined;
  const take = () => {
    for (const id of takeReached()) last?.reached.add(id);
  };
  const sendLast = () => {
    if (!last) return;
    const { test, reached } = last;
    for (let suite = test.parent; suite; suite = suite.parent) {
      for (const id of ofSuites.get(suite) ?? []) reached.add(id);
    }
    const ran = { test: test.fullTitle(), ms: test.duration ?? 0, reached: [...reached] };
    send({ kind: 'ran', one: ran });
  };
  runner.on('hook end', (hook) => {
    if (!hook.title.startsWith('"before all"')) take();
    else ofSuites.set(hook.parent, [...(ofSuites.get(hook.parent) ?? []), ...takeReached()]);
  });
  runner.on('test', (test) => {
    sendLast();
    last = { test, reached: new Set() };
  });
  runner.on('test end', take);
  runner.on('end', sendLast);
}

function limit(suite: Mocha.Suite, timeoutMs: number): void {
  const hooks = ['_beforeAll', '_beforeEach', '_afterEach', '_afterAll'] as const;
  type Hooks = Readonly<Record<(typeof hooks)[number], readonly Mocha.Hook[]>>;
  for (const name of hooks)
    for (const hook of (suite as unknown as Hooks)[name]) hook.timeout(timeoutMs);
  for (const test of suite.tests) test.timeout(timeoutMs);
  for (const child of suite.suites) limit(child, timeoutMs);
}
