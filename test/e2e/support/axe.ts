import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong in a frame's document and calls serious or critical, one line for each
 * element. The page's policy forbids a script tag, so the script goes in as the debugger's.
 */
export async function seriousFaults(frame: Frame): Promise<string[]> {
  await frame.evaluate(await source);
  // Without preloading: the policy lets axe fetch no stylesheet, and it would only wait.
  const { violations, passes } = await frame.evaluate<AxeResults>(
    'axe.run(document, { preload: false })',
  );
  if (passes.length === 0) throw new Error('axe looked at nothing.');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
