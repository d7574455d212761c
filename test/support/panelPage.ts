import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { pageHtml } from '../../src/rows/pageHtml.ts';
import { root } from '../host/paths.ts';
import { Uri } from './fakeVscode/values.ts';

const ADDRESS = 'http://127.0.0.1:1';

/**
 * Opens the built page of a panel in a browser without the editor, with the HTML and the policy that
 * it has there. Its messages are in `posted` of its window, and what it saves is in `saved`. Needs
 * test/support/fakeVscode/register.ts.
 * @param saved what an earlier page saved.
 */
export async function openPanelPage(
  page: Page,
  name: 'stats' | 'compare' | 'collections' | 'portfolio',
  { saved }: { readonly saved?: unknown } = {},
): Promise<void> {
  const webview = {
    cspSource: ADDRESS,
    asWebviewUri: ({ path }: Uri) => `${ADDRESS}/${basename(path)}`,
  };
  const html = pageHtml(webview as never, Uri.file(root) as never, name, 'https:');
  await page.addInitScript(`window.posted = []; window.saved = ${JSON.stringify(saved)};
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => { window.posted.push(message); },
      getState: () => window.saved,
      setState: (state) => { window.saved = state; },
    });`);
  await page.route(`${ADDRESS}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') await route.fulfill({ contentType: 'text/html', body: html });
    else {
      const contentType = pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
      const body = await readFile(join(root, 'dist', 'webview', pathname));
      await route.fulfill({ contentType, body });
    }
  });
  await page.goto(`${ADDRESS}/`);
}

export async function post(page: Page, message: unknown): Promise<void> {
  await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
}
