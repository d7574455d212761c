/**
 * `npm run test:e2e`: packages the extension, installs it into a real VS Code, and runs the tests
 * of test/e2e, which use it through a browser as a user would.
 * `-- --grep words` runs some of them, `-- --folder daily` those of a folder of test/e2e.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from './browser.ts';
import { installVsix } from './codeServer.ts';
import { installCodeServer } from './codeServerInstall.ts';
import { failures, filesMatching, root } from './paths.ts';
import { run, stopOnSignals } from './processes.ts';
import { vsixToTest } from './vsix.ts';

/** Guards against a hang: tests take a fifth of it on a quiet machine with two cores. */
const LIMIT_MS = 60 * 60_000;

stopOnSignals();
const { values } = parseArgs({
  options: {
    grep: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
  },
});
const { folder } = values;

const files = await filesMatching('**/*.test.ts', join(root, 'test', 'e2e', folder));
if (files.length === 0) throw new Error(`There are no tests in test/e2e/${folder}.`);
// `npm test` has already removed earlier evidence, and may run two folders at the same time.
if (process.env.MINTSCOPE_TEST_RESULTS === undefined) {
  await rm(failures, { recursive: true, force: true });
}
const installation = await installCodeServer();
const browser = await findBrowser();
// Installed once; all editors of the tests use this folder of extensions.
const vsix = await vsixToTest();
const extensionsDir = await installVsix(installation, vsix);

const { code } = await run(
  process.execPath,
  [
    join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'),
    ...files,
    ...['--reporter', join(root, 'test', 'support', 'reporter.ts')],
    ...['--require', join(root, 'test', 'e2e', 'support', 'hooks.ts')],
    // Longer than all waits of a test together may take on a slow machine.
    ...['--timeout', '600000', '--slow', '15000', '--forbid-only', '--forbid-pending'],
    ...['--grep', values.grep],
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
if (code === null) console.log(`✖ Ended after ${LIMIT_MS / 60_000} minutes.`);
if (existsSync(failures)) {
  console.log(`Pictures, logs and requests of what failed: ${relative(root, failures)}/`);
}
process.exit(code ?? 1);
