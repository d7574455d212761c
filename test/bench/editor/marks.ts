import type { Page } from 'playwright-core';

/*
 * When something was clicked and when something was painted, told by the page itself: Playwright's
 * own waiting is too coarse. All times are of one clock, `timeOrigin + now()`, in milliseconds.
 * The scripts are texts, because the bench is compiled without the browser's types.
 */

const NOW = 'performance.timeOrigin + performance.now()';

/** Each frame drawn, looks whether it is there, and says so after that frame was painted. */
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

/** From now on every webview reports when this text is painted in it. */
export async function watchWebviews(page: Page, text: string): Promise<void> {
  // A webview is a frame in a frame; the inner one is the active one once it is to be seen.
  const isThere = `document.querySelector('#active-frame')?.contentDocument?.body?.textContent
    .includes(${JSON.stringify(text)})`;
  const loop = whenPainted(isThere, `console.log(${JSON.stringify(PREFIX)} + at);`);
  await page.addInitScript(`if (window !== top) ${loop}`);
}

/** Milliseconds from a click of the mouse, which `click` makes, to a webview's painted text. */
export async function clickToWebview(page: Page, click: () => Promise<void>): Promise<number> {
  const painted = page.waitForEvent('console', (message) => message.text().startsWith(PREFIX));
  await armClick(page);
  await click();
  const at = Number((await painted).text().slice(PREFIX.length));
  return at - (await clickedAt(page));
}

/** Milliseconds from a click of the mouse, which `click` makes, to a row with this label. */
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
