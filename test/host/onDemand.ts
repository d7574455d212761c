import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npm } from './npm.ts';
import { cache, made } from './paths.ts';

/**
 * Returns a package that only a rare command needs. It is installed into the cache at the first use,
 * so that `npm ci` is quicker for everybody else.
 */
export async function onDemand(name: string, version: string): Promise<unknown> {
  const folder = made(join(cache, `${name.replace('/', '-')}-${version}`));
  if (!existsSync(join(folder, 'node_modules', name, 'package.json'))) {
    await npm(
      `Installing ${name}`,
      ['install', `${name}@${version}`, '--prefix', folder, '--no-audit', '--no-fund'],
      { cwd: folder },
    );
  }
  return createRequire(join(folder, 'index.js'))(name);
}
