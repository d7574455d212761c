/**
 * `npm run test:floor`: the integration and end-to-end tests, the same files, on VS Code 1.105, the
 * oldest that package.json admits. What follows `--` goes to both.
 */
import { join } from 'node:path';
import { root } from './paths.ts';
import { run, stopOnSignals } from './processes.ts';

/** The release of code-server that carries VS Code 1.105. */
const FLOOR = '4.105.1';

stopOnSignals();
let failed = false;
for (const suite of ['integration', 'e2e']) {
  const file = join(root, 'test', 'host', `${suite}.ts`);
  const { code } = await run(process.execPath, [file, ...process.argv.slice(2)], {
    cwd: root,
    output: 'inherit',
    env: { ...process.env, MINTSCOPE_VSCODE: FLOOR },
  });
  failed ||= code !== 0;
}
process.exit(failed ? 1 : 0);
