/**
 * `npm run test:versions`: the integration and end-to-end tests on the oldest VS Code that
 * package.json allows and on the newest one of the npm registry. Takes up to 40 minutes.
 * `npm run test:floor` does the first of the two. `-- 4.105.1` names one, and
 * `-- --grep words` goes to both suites.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { releases } from './codeServerInstall.ts';
import { root } from './paths.ts';
import { run, stopOnSignals } from './processes.ts';
import { packageVsix } from './vsix.ts';

stopOnSignals();
const { values, positionals } = parseArgs({
  options: { grep: { type: 'string', default: '' } },
  allowPositionals: true,
});
// The oldest first, because no other command tests it.
const versions = positionals.length > 0 ? positionals : Object.keys(releases).reverse();
// All versions test the same package.
const vsix = await packageVsix();

const failed: string[] = [];
for (const version of versions) {
  const name = `VS Code ${releases[version]?.vscode ?? version}`;
  for (const suite of ['integration', 'e2e']) {
    console.log(`\n── ${suite} in ${name} ──`);
    const started = performance.now();
    const { code } = await run(
      process.execPath,
      [join(root, 'test', 'host', `${suite}.ts`), '--grep', values.grep],
      {
        cwd: root,
        output: 'inherit',
        env: { ...process.env, MINTSCOPE_VSCODE: version, MINTSCOPE_VSIX: vsix },
      },
    );
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${code === 0 ? '✔' : '✖'} ${suite} in ${name} (${seconds} s)`);
    if (code !== 0) failed.push(`${suite} in ${name}`);
  }
}
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
