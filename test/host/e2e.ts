/**
 * `npm run test:e2e`: packages the extension, installs it into a real VS Code, and runs the tests
 * of test/e2e, which use it through a browser as a user would.
 *
 * - `-- --grep words` runs some of them, `-- --folder daily` those of a folder of test/e2e,
 *   `-- --shuffle [seed]` the files in another order.
 * - `-- --alone` runs every `describe` in an editor of its own, to prove that none needs another.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../chaos/random.ts';
import { findBrowser } from './browser.ts';
import { installVsix } from './codeServer.ts';
import { installCodeServer } from './codeServerInstall.ts';
import { failures, filesMatching, root } from './paths.ts';
import { run, stopOnSignals } from './processes.ts';
import { vsixToTest } from './vsix.ts';

/** Guards against a hang: tests take a fifth of it on a quiet machine with two cores. */
const LIMIT_MS = 60 * 60_000;

stopOnSignals();
const { values, positionals } = parseArgs({
  options: {
    grep: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
    shuffle: { type: 'boolean' },
    alone: { type: 'boolean' },
  },
  allowPositionals: true,
});
const { folder } = values;

let files = await filesMatching('**/*.test.ts', join(root, 'test', 'e2e', folder));
if (files.length === 0) throw new Error(`There are no tests in test/e2e/${folder}.`);
if (values.shuffle) {
  const seed = Number(positionals[0] ?? Math.floor(Math.random() * 1e9));
  const random = new Random(seed);
  const order = new Map(files.map((file) => [file, random.next()]));
  files = files.toSorted((one, other) => order.get(one)! - order.get(other)!);
  console.log(`Files shuffled by --shuffle ${seed}`);
}
// `npm test` has already removed earlier evidence, and may run two folders at the same time.
if (process.env.MINTSCOPE_TEST_RESULTS === undefined) {
  await rm(failures, { recursive: true, force: true });
}
const installation = await installCodeServer();
const browser = await findBrowser();
// Installed once; all editors of the tests use this folder of extensions.
const vsix = await vsixToTest();
const extensionsDir = await installVsix(installation, vsix);

const code = values.alone ? await runEachAlone() : await runMocha(['--grep', values.grep]);
if (existsSync(failures)) {
  console.log(`Pictures, traces, logs and requests of what failed: ${relative(root, failures)}/`);
}
process.exit(code);

/** @returns mocha's exit code, the number of failed tests; 1 if the time limit ended it. */
async function runMocha(args: readonly string[]): Promise<number> {
  const { code: exitCode } = await run(
    process.execPath,
    [
      join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'),
      ...files,
      ...['--reporter', join(root, 'test', 'support', 'reporter.ts')],
      ...['--require', join(root, 'test', 'e2e', 'support', 'hooks.ts')],
      // Longer than all waits of a test together may take on a slow machine.
      ...['--timeout', '600000', '--slow', '15000', '--forbid-only', '--forbid-pending'],
      ...args,
    ],
    {
      cwd: root,
      output: 'inherit',
      env: {
        ...process.env,
        MINTSCOPE_BROWSER: browser,
        MINTSCOPE_EXTENSIONS: extensionsDir,
        MINTSCOPE_VSIX: vsix,
      },
      timeoutMs: LIMIT_MS,
    },
  );
  if (exitCode === null) console.log(`✖ Ended after ${LIMIT_MS / 60_000} minutes.`);
  return exitCode ?? 1;
}

async function runEachAlone(): Promise<number> {
  let failed = 0;
  for (const title of await describes()) {
    if ((await runMocha(['--fgrep', title])) !== 0) failed++;
  }
  return failed;
}

/** The full titles of all `describe` with tests of their own. */
async function describes(): Promise<Set<string>> {
  const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const { output } = await run(process.execPath, [
    mocha,
    ...files,
    ...['--dry-run', '--reporter', 'json'],
  ]);
  const { tests } = JSON.parse(output.slice(output.indexOf('{'))) as {
    tests: readonly { readonly title: string; readonly fullTitle: string }[];
  };
  return new Set(tests.map(({ title, fullTitle }) => fullTitle.slice(0, -title.length).trim()));
}
