import { join } from 'node:path';
import { loadSharp } from './sharp.ts';
import type { Editor } from '../e2e/support/editor.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { made, temporaryFolder } from '../host/paths.ts';

/** As wide as a README can show readably, and so low that no row needs a font for Chinese. */
const SIZE = { width: 1100, height: 560 };

/** The number of frames of the mint, and by how many percent it moves between them. */
const CHANGES = 6;
const STEP = 4;

const GLANCE_MS = 700;
const LOOK_MS = 1600;

/**
 * The moving picture of README.md: the view is opened, more projects are loaded, the stats of one are
 * opened, and its mint moves. Each frame is taken once the editor shows the expected state.
 * @returns an animated WebP: of the formats for a README, it is the smallest for text on a plain
 * background, and is not limited to 256 colors as GIF is.
 */
export async function tourOf(editor: Editor): Promise<Buffer> {
  const pngs: Buffer[] = [];
  const delay: number[] = [];
  const folder = made(join(temporaryFolder('tour'), 'spring-drop'));
  const workbench = await editor.openWindow(folder);
  const { page } = workbench;
  await page.setViewportSize(SIZE);
  const take = async (ms: number) => {
    await workbench.trees.leaveRows();
    // The editor is idle once all is drawn.
    await page.evaluate('new Promise((done) => requestIdleCallback(done))');
    pngs.push(await page.screenshot());
    delay.push(ms);
  };
  await workbench.openView();
  const explore = workbench.views.welcomeButton('Projects', 'Explore Sample Data');
  await explore.waitFor();
  await take(LOOK_MS);
  await explore.click();
  await workbench.trees.row('Projects', 'Harbor Lights').waitFor();
  await workbench.views.says('Projects', '50 of 3,204');
  await take(LOOK_MS);
  await workbench.trees.reveal('Projects', 'Load more');
  await take(GLANCE_MS);
  await workbench.trees.clickRow('Projects', 'Load more');
  await workbench.views.says('Projects', '100 of 3,204');
  await workbench.trees.row('Projects', 'Load more').waitFor({ state: 'detached' });
  await take(LOOK_MS);
  await workbench.trees.clickRow('Projects', 'Harbor Lights');
  const stats = await workbench.editors.webviewFrame('table.stages');
  const percent = async () => {
    const text = await stats.locator('body').innerText();
    return Number(/(\d+)%/.exec(text)?.[1]);
  };
  await take(LOOK_MS);
  for (let change = 1; change <= CHANGES; change++) {
    const before = await percent();
    await eventually('progress of the mint', async () => {
      await workbench.editors.action('Refresh Stats').click();
      const now = await percent();
      return now >= Math.min(before + STEP, 100);
    });
    await take(change === CHANGES ? 2 * LOOK_MS : GLANCE_MS);
  }
  const sharp = await loadSharp();
  return sharp(pngs, { join: { animated: true } })
    .webp({ delay, loop: 0, nearLossless: true, quality: 60, effort: 6, minSize: true })
    .toBuffer();
}
