/**
 * `npm run test:desktop`: the same tests as `test:integration`, in the desktop VS Code, which is
 * downloaded once. Exit code 1 if tests failed, 2 if the editor could not be downloaded or started.
 * `MINTSCOPE_VSCODE` names another version, `-- --grep words` runs some of the tests.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onDemand } from './onDemand.ts';
import { cache, root, temporaryFolder } from './paths.ts';
import { mustRun, stopOnSignals } from './processes.ts';
import { bundleIntegrationTests } from './testBundle.ts';

/** What is used of `@vscode/test-electron`. */
interface TestElectron {
  downloadAndUnzipVSCode(options: object): Promise<string>;
  runTests(options: object): Promise<number>;
  readonly TestRunFailedError: new () => Error & {
    readonly code?: number;
    readonly signal?: string;
  };
}

stopOnSignals();
const { values } = parseArgs({ options: { grep: { type: 'string' } } });

if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  giveUp('There is no display here. Run it as: xvfb-run -a npm run test:desktop');
}

await mustRun('Building the extension', process.execPath, [join(root, 'esbuild.js')], {
  cwd: root,
});
const editor = (await onDemand('@vscode/test-electron', '2.5.2')) as TestElectron;
const extensionTestsPath = await bundleIntegrationTests();
const vscodeExecutablePath = await download();

try {
  process.exitCode = await editor.runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: root,
    extensionTestsPath,
    extensionTestsEnv: {
      MINTSCOPE_TEST_GREP: values.grep,
      MINTSCOPE_TEST_COLOR: process.stdout.isTTY ? '1' : '0',
    },
    launchArgs: [
      temporaryFolder('workspace'),
      `--user-data-dir=${temporaryFolder('desktop')}`,
      '--disable-extensions',
      '--disable-workspace-trust',
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
} catch (error) {
  if (!(error instanceof editor.TestRunFailedError)) throw error;
  if (error.code === undefined) giveUp(`VS Code was ended by ${error.signal ?? 'a signal'}.`);
  process.exitCode = 1;
}

async function download(): Promise<string> {
  try {
    return await editor.downloadAndUnzipVSCode({
      version: process.env.MINTSCOPE_VSCODE ?? 'stable',
      cachePath: cache,
      timeout: 30_000,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return giveUp(
      `VS Code could not be downloaded from update.code.visualstudio.com (${reason}). ` +
        'Retry with `npm run test:desktop` where it can be reached; `npm run test:integration` ' +
        'runs the same tests without it.',
    );
  }
}

function giveUp(why: string): never {
  console.error(why);
  process.exit(2);
}
