import type { Locator } from 'playwright-core';
import { type Editor, type Settings, startEditor } from '../e2e/support/editor.ts';
import { signIn } from '../e2e/support/signIn.ts';
import type { Workbench } from '../e2e/support/workbench.ts';
import { findBrowser } from '../host/browser.ts';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { temporaryFolder } from '../host/paths.ts';
import { installAll } from './editor/extensions.ts';
import { clickToRow, clickToWebview, watchWebviews } from './editor/marks.ts';
import { type Figure, figure } from './measure.ts';
import { benchRow, PAGE_SIZE, painterLabel } from './rows.ts';
import { startService } from './service.ts';

/** There is always more to load. */
const ROWS = 100_000;
const DELAY_MS = 50;
const WINDOWS = 6;
/** Clicks on rows in a window. */
const CLICKS = 4;

const WHO = ['Mintscope', 'Painter'] as const;
type Who = (typeof WHO)[number];
type Times = Readonly<Record<Who, number[]>>;

const noTimes = (): Times => ({ Mintscope: [], Painter: [] });

/** What a click takes in a real editor, beside an extension with minimal code. */
export async function bench(): Promise<Figure[]> {
  process.env.MINTSCOPE_BROWSER = await findBrowser();
  process.env.MINTSCOPE_EXTENSIONS ??= await installAll(await installCodeServer());
  return [
    ...(await inEditor({}, measureStored)),
    // A second window also begins with the first page.
    ...(await inEditor({ 'mintscope.keepRows': false }, measureRequested)),
  ];
}

async function inEditor(
  settings: Settings,
  measure: (editor: Editor) => Promise<Figure[]>,
): Promise<Figure[]> {
  using service = await startService();
  const address = service.address(ROWS, DELAY_MS);
  const editor = await startEditor({
    settings: { 'painter.baseUrl': address, 'mintscope.pageSize': PAGE_SIZE, ...settings },
  });
  try {
    const window = await editor.openWindow();
    await settle(window);
    await signIn(window, { address, token: 'token-of-the-bench', scope: 'Every workspace' });
    await window.close();
    return await measure(editor);
  } finally {
    await editor.stop();
  }
}

/** With rows stored by an earlier window. */
async function measureStored(editor: Editor): Promise<Figure[]> {
  const activated = noTimes();
  const panels = noTimes();
  const opened = await openViews(editor, async (window, order) => {
    await activationTimes(window, activated);
    await measurePanels(window, order, panels);
  });
  const withDelay = panels.Painter.map((ms) => ms + DELAY_MS);
  return [
    figure('Load and activate in VS Code', 'ms', activated.Mintscope, {
      rival: { name: 'bare provider', samples: activated.Painter },
      target: { aboveRivalAtMost: 12 },
    }),
    figure('View opened → 100 stored rows painted', 'ms', opened.Mintscope, {
      rival: { name: 'one bare request at 50 ms', samples: opened.Painter },
      target: { ratioAtMost: 0.7 },
    }),
    figure('Click on a project → numbers painted, service at 50 ms', 'ms', panels.Mintscope, {
      rival: { name: 'constant numbers + 50 ms', samples: withDelay },
      target: { ratioAtMost: 1.2 },
    }),
  ];
}

/** With rows from the service. */
async function measureRequested(editor: Editor): Promise<Figure[]> {
  const more = noTimes();
  const opened = await openViews(editor, (window, order) => measureMore(window, order, more));
  return [
    figure('View opened → first 100 rows painted, service at 50 ms', 'ms', opened.Mintscope, {
      rival: { name: 'one bare request', samples: opened.Painter },
      target: { ratioAtMost: 1.35 },
    }),
    figure('Load more → rows painted, service at 50 ms', 'ms', more.Mintscope, {
      rival: { name: 'bare provider', samples: more.Painter },
      target: { ratioAtMost: 1.2 },
    }),
  ];
}

/**
 * Measures the time from a click on the icon of each extension to its first row, in several windows
 * of one folder, after a window in which Mintscope may store its rows.
 * @param andThen measures more in a window with open views.
 */
async function openViews(
  editor: Editor,
  andThen: (window: Workbench, order: readonly Who[]) => Promise<void>,
): Promise<Times> {
  const times = noTimes();
  const folder = temporaryFolder('workspace');
  for (let at = -1; at < WINDOWS; at++) {
    const window = await editor.openWindow(folder);
    // For webviews of this page that are opened later.
    await watchWebviews(window.page, '850');
    await settle(window);
    // The first view of any extension in a window also loads what all of them share.
    await showContainer(window, 'Empty');
    await settle(window);
    const order = at % 2 === 0 ? WHO : WHO.toReversed();
    for (const who of order) {
      const icon = iconOf(window, who);
      const ms = await clickToRow(window.page, labelOf(who, 0), () => icon.click());
      if (at >= 0) times[who].push(ms);
      // Time for requests to end and for rows to be stored.
      await settle(window);
    }
    if (at >= 0) await andThen(window, order);
    // The next window opens with the view that was last shown.
    await showContainer(window, 'Empty');
    await window.close();
  }
  return times;
}

/** Reads how long the editor loaded the code of each extension and called `activate`. */
async function activationTimes(window: Workbench, times: Times): Promise<void> {
  const { page } = window;
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: size.width, height: 2000 });
  await window.runCommand('Developer: Show Running Extensions');
  for (const who of WHO) {
    const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: who });
    const [, ms] = /Activation: (\d+)ms/.exec(await row.innerText()) ?? [];
    times[who].push(Number(ms));
  }
  // This editor is a modal one.
  await page.keyboard.press('Escape');
  await page.setViewportSize(size);
}

/** The time from a click on the row of a project to the counts in its panel. */
async function measurePanels(
  window: Workbench,
  order: readonly Who[],
  times: Times,
): Promise<void> {
  const { page, trees } = window;
  for (let click = -1; click < CLICKS; click++) {
    for (const who of order) {
      await showContainer(window, who);
      await page.waitForTimeout(300);
      const row = trees.row('Projects', labelOf(who, click + 1));
      const ms = await clickToWebview(page, () => row.click());
      // The first panel of a window also loads what all webviews share.
      if (click >= 0) times[who].push(ms);
      await window.closeEditors();
      await page.waitForTimeout(300);
    }
  }
}

/** The time from a click on Load more to the first new row. */
async function measureMore(window: Workbench, order: readonly Who[], times: Times): Promise<void> {
  for (const who of order) {
    await showContainer(window, who);
    for (let pages = 1; pages <= CLICKS; pages++) {
      await loadMoreRow(window);
      // Waits for the end of scrolling and of the last repaint, which may scroll too.
      await window.page.waitForTimeout(700);
      const row = await loadMoreRow(window);
      const label = labelOf(who, pages * PAGE_SIZE);
      times[who].push(await clickToRow(window.page, label, () => row.click()));
    }
  }
}

/** Presses End until the row is in sight, because a repaint may swallow the key. */
async function loadMoreRow(window: Workbench): Promise<Locator> {
  const row = window.trees.row('Projects', 'Load more');
  for (let attempt = 0; attempt < 20 && !(await row.isVisible()); attempt++) {
    await window.views.pane('Projects').locator('.monaco-list').first().focus();
    await window.page.keyboard.press('End');
    await window.page.waitForTimeout(500);
  }
  await row.waitFor();
  return row;
}

function labelOf(who: Who, row: number): string {
  const name = String(benchRow(row).name);
  return who === 'Mintscope' ? name : painterLabel(name);
}

/** Waits, because a window has other work for a while after it was drawn. */
async function settle({ page }: Workbench): Promise<void> {
  await page.waitForTimeout(2500);
}

/** Shows the views of an extension, wherever their lists are scrolled to. */
async function showContainer(window: Workbench, who: Who | 'Empty'): Promise<void> {
  const icon = iconOf(window, who);
  // A click on the icon of an open view would hide it.
  if ((await icon.getAttribute('aria-selected')) !== 'true') await icon.click();
  await window.views.pane('Projects').waitFor();
}

function iconOf(window: Workbench, who: Who | 'Empty'): Locator {
  return window.page.locator('.activitybar').getByRole('tab', { name: who });
}
