import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame } from 'playwright-core';
import type { Editor } from './editor.ts';
import type { Workbench } from './workbench.ts';

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

const THEMES = [
  ['Default Dark Modern', 'vscode-dark', 'dark'],
  ['Default High Contrast', 'vscode-high-contrast', 'contrast'],
  ['Default High Contrast Light', 'vscode-high-contrast-light', 'contrast-light'],
  ['Default Light Modern', 'vscode-light', 'light'],
] as const;

/**
 * Asserts that a panel has no serious faults in any kind of theme, and takes a picture in each.
 * @param check is called in each theme.
 */
export async function isAccessibleInThemes(
  { editor, workbench }: { readonly editor: Pick<Editor, 'changeSettings'>; workbench: Workbench },
  panel: Frame,
  picture: string,
  check: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  for (const [theme, mark, suffix] of THEMES) {
    await editor.changeSettings({ 'workbench.colorTheme': theme });
    await panel.locator(`body.${mark}`).waitFor();
    await check();
    await workbench.screenshot(`${picture}-${suffix}`);
    assert.deepEqual(await seriousFaults(panel), [], theme);
  }
}
