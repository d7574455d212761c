/**
 * `npm run package`: makes `mintscope-<version>.vsix` in the root. Arguments after `--` are passed to
 * `vsce package`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './paths.ts';
import { stopOnSignals } from './processes.ts';
import { packageVsix } from './vsix.ts';

stopOnSignals();
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
await packageVsix(join(root, `mintscope-${version}.vsix`), process.argv.slice(2), 'inherit');
