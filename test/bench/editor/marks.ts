import type { Page } from 'playwright-core';

/*
 * Measures in the page when something was clicked and painted, because Playwright's own waiting is
 * too coarse. All times are from one clock, `timeOrigin + now()`, in milliseconds. The scripts are
 * texts, because the bench is compiled without the browser's types.
 */

const NOW = 'performance.timeOrigin + performance.now()';

/** Checks in each frame whether `isThere` holds, and runs `then` after that frame was painted. */
const whenPainted = (isThere: string, then: string, otherwise = '') => `{
  const until = performance.now() + 20000;
  const look = () => {
    if (${isThere}) { setTimeout(() => { const at = ${NOW}; ${then} }); return; }
    if (performance.now() < until) requestAnimationFrame(look);
    else { ${otherwise} }
  };
  look();
}`;

const PREFIX = 'bench painted at ';

/** From now on, every webview reports when it has painted this text. */
export async function watchWebviews(page: Page, text: string): Promise<void> {
  // A webview is a frame in a frame; the inner one gets this id when it is visible.
  const isThere = `document.querySelector('#active-frame')?.contentDocument?.body?.textContent
    .includes(${JSON.stringify(text)})`;
  const loop = whenPainted(isThere, `console.log(${JSON.stringify(PREFIX)} + at);`);
  await page.addInitScript(`if (window !== top) ${loop}`);
}

/** The milliseconds from the mouse click in `click` to the painted text of a webview. */
export async function clickToWebview(page: Page, click: () => Promise<void>): Promise<number> {
  const painted = page.waitForEvent('console', (message) => message.text().startsWith(PREFIX));
  await armClick(page);
  await click();
  const at = Number((await painted).text().slice(PREFIX.length));
  return at - (await clickedAt(page));
}

/** The milliseconds from the mouse click in `click` to a painted row with this label. */
export async function clickToRow(
  page: Page,
  label: string,
  click: () => Promise<void>,
): Promise<number> {
  await armClick(page);
  await page.evaluate(
    `void (window.benchPainted = new Promise((resolve, reject) => ${whenPainted(
      `[...document.querySelectorAll('.pane .monaco-list-row .label-name')]
        .some((name) => name.textContent === ${JSON.stringify(label)})`,
      'resolve(at);',
      "reject(new Error('The row was not painted.'));",
    )}))`,
  );
  await click();
  const at = await page.evaluate<number>('window.benchPainted');
  return at - (await clickedAt(page));
}

async function armClick(page: Page): Promise<void> {
  await page.evaluate(
    `addEventListener('pointerdown', () => { window.benchClicked = ${NOW}; },
      { capture: true, once: true })`,
  );
}

async function clickedAt(page: Page): Promise<number> {
  return page.evaluate<number>('window.benchClicked');
}
