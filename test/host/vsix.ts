import { join } from 'node:path';
import { made, out, root } from './paths.ts';
import { mustRun } from './processes.ts';

/** Where the tests and `npm start` put the packaged extension. */
export const vsixFile = join(out, 'mintscope.vsix');

/** The package that `npm test` made for all its suites, or a new one. */
export async function vsixToTest(): Promise<string> {
  return process.env.MINTSCOPE_VSIX ?? (await packageVsix());
}

/** Builds the extension for production and packages it, as `npm run package` does. */
export async function packageVsix(): Promise<string> {
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
  ];
  made(out);
  await mustRun(
    'Packaging the extension',
    process.execPath,
    [vsce, 'package', ...options, '--out', vsixFile],
    { cwd: root, timeoutMs: 600_000 },
  );
  return vsixFile;
}
