/**
 * `npm run test:integration`: the tests of test/integration inside the extension host of a real
 * VS Code, driven by a headless browser. `-- --grep words` runs some of them.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { findBrowser, launchBrowser } from './browser.ts';
import { startPlainServer } from './codeServer.ts';
import { installCodeServer } from './codeServerInstall.ts';
import { made, out, root, screenshots, temporaryFolder } from './paths.ts';
import { mustRun, stopOnSignals } from './processes.ts';
import { bundleIntegrationTests } from './testBundle.ts';

/** Guards against a hang of the run in the editor. */
const limitMs = 600_000;

/** The mark of lines that test/integration/index.ts prints for the user. */
const forThePerson = '\u2063';

stopOnSignals();
const { values } = parseArgs({ options: { grep: { type: 'string' } } });

// Packaging has built dist/ already. This build has source maps.
if (process.env.MINTSCOPE_VSIX === undefined) {
  await mustRun('Building the extension', process.execPath, [join(root, 'esbuild.js')], {
    cwd: root,
  });
}
const tests = await bundleIntegrationTests();
const installation = await installCodeServer();
const browserPath = await findBrowser();

const logFile = join(made(out), 'integration.log');
const log = createWriteStream(logFile);
const server = await startPlainServer(installation, {
  MINTSCOPE_TEST_GREP: values.grep,
  MINTSCOPE_TEST_COLOR: process.stdout.isTTY ? '1' : '0',
  NODE_OPTIONS: '--enable-source-maps',
});
const browser = await launchBrowser(browserPath);
const exited = Promise.withResolvers<number>();
let exitCode = 1;
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await listenTo(page);
  await page.goto(await testAddress());
  setTimeout(() => {
    exited.reject(new Error(`The tests in the editor did not end within ${limitMs / 1000} s.`));
  }, limitMs).unref();
  exitCode = await exited.promise;
  if (exitCode !== 0) await picture(page);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  for (const page of browser.contexts().flatMap((context) => context.pages())) await picture(page);
  console.error(`The server's last lines:\n${server.tail()}`);
} finally {
  await browser.close();
  await server.stop();
}
log.end();
process.exit(exitCode);

/** The address that opens a workspace and runs the tests in its extension host. */
async function testAddress(): Promise<string> {
  const workspace = temporaryFolder('workspace');
  await writeFile(join(workspace, 'README.md'), '# A folder to have open\n');
  const { host } = new URL(server.address);
  // The authority has to be the address of the page, or the editor connects to another server.
  const payload = [
    ['extensionDevelopmentPath', `vscode-remote://${host}${asUriPath(root)}`],
    ['extensionTestsPath', `vscode-remote://${host}${asUriPath(tests)}`],
  ];
  const query = new URLSearchParams({
    folder: asUriPath(workspace),
    payload: JSON.stringify(payload),
  });
  return `${server.address}/?${query.toString()}`;
}

function asUriPath(path: string): string {
  return process.platform === 'win32' ? `/${path.replaceAll('\\', '/')}` : path;
}

/** Gives the page the two functions the editor calls when it runs tests. */
async function listenTo(page: Page): Promise<void> {
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    const line = format(...args);
    log.write(`${type}: ${line}\n`);
    if (line.startsWith(forThePerson)) console.log(line.slice(forThePerson.length));
  });
  await page.exposeFunction('codeAutomationExit', exited.resolve);
}

async function picture(page: Page): Promise<void> {
  const file = join(screenshots, 'integration-failure.png');
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: file }).catch(() => undefined);
  console.error(`The editor as it was: ${file}`);
  console.error(`All that it said: ${logFile}`);
}
