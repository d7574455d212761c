/**
 * `npm run test:e2e`: packages the extension, installs it into a real VS Code, and runs the tests
 * of test/e2e, which use it through a browser as a person would. Whatever follows `--` goes to
 * mocha, for example `-- --grep words`.
 */
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { installVsix } from './codeServer.ts';
import { installCodeServer } from './codeServerInstall.ts';
import { root } from './paths.ts';
import { run, stopOnSignals } from './processes.ts';
import { packageVsix } from './vsix.ts';

stopOnSignals();

const installation = await installCodeServer();
const browser = await findBrowser();
// Installed once here; every editor a test starts takes the same folder of extensions.
const extensionsDir = await installVsix(installation, await packageVsix());

const { code } = await run(
  process.execPath,
  [
    join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'),
    'test/e2e/**/*.test.ts',
    ...['--reporter', join(root, 'test', 'support', 'reporter.ts')],
    ...['--require', join(root, 'test', 'e2e', 'support', 'hooks.ts')],
    ...['--timeout', '60000', '--slow', '15000', '--forbid-only'],
    // A shared machine can take a window's focus or seconds away; the reporter tells of each retry.
    ...['--retries', '1'],
    // Each file has an editor of its own, and an editor mostly waits.
    ...['--parallel', '--jobs', '2'],
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    output: 'inherit',
    env: { ...process.env, MINTSCOPE_BROWSER: browser, MINTSCOPE_EXTENSIONS: extensionsDir },
    timeoutMs: 400_000,
  },
);
process.exit(code ?? 1);
