import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The faults that axe finds in a frame's document and rates serious or critical, one line for each
 * element. The page's policy forbids a script tag, so the script is run by the debugger.
 */
export async function seriousFaults(frame: Frame): Promise<string[]> {
  await frame.evaluate(await source);
  // The policy forbids axe to fetch stylesheets, so preloading would only wait.
  const { violations, passes } = await frame.evaluate<AxeResults>(
    'axe.run(document, { preload: false })',
  );
  if (passes.length === 0) throw new Error('axe looked at nothing.');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
