import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../../host/browser.ts';
import { root } from '../../host/paths.ts';
import { mustRun } from '../../host/processes.ts';

let browser: Browser;

/** A new page of the browser of these tests. The browser's own locale may be one that it refuses. */
export function newPage(width = 900): Promise<Page> {
  return browser.newPage({ viewport: { width, height: 900 }, locale: 'en-US' });
}

/** For mocha's `--require`. */
export const mochaHooks = {
  async beforeAll(): Promise<void> {
    // `npm test` has built the pages already.
    if (process.env.MINTSCOPE_VSIX === undefined) {
      await mustRun('Building', process.execPath, [join(root, 'esbuild.js'), '--production'], {
        cwd: root,
      });
    }
    browser = await launchBrowser(await findBrowser());
  },
  async afterAll(): Promise<void> {
    await browser.close();
  },
};
