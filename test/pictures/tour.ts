import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEditor } from '../e2e/support/editor.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { made, root, temporaryFolder } from '../host/paths.ts';
import { type Frame, movingPicture } from './compress.ts';

/** As wide as a README can show readably, and so low that no row needs a font for Chinese. */
const SIZE = { width: 1100, height: 560 };

/** The speed of the sample service, at which a mint moves within seconds. */
const SPEED = '20';

/** The number of frames of the mint, and by how many percent it moves between them. */
const CHANGES = 6;
const STEP = 4;

const GLANCE_MS = 700;
const LOOK_MS = 1600;

/**
 * Makes media/readme/tour.webp: the view is opened, more projects are loaded, the stats of one are
 * opened, and its mint moves. Each frame is taken once the editor shows the expected state.
 */
export async function makeTour(): Promise<void> {
  const editor = await startEditor({
    settings: {
      'workbench.colorTheme': 'Default Light Modern',
      'workbench.layoutControl.enabled': false,
      'workbench.hover.delay': 60_000,
      'mintscope.showProgress': 'visible',
    },
    env: { MINTSCOPE_SAMPLE_SPEED: SPEED },
  });
  const frames: Frame[] = [];
  try {
    const folder = made(join(temporaryFolder('tour'), 'spring-drop'));
    const workbench = await editor.openWindow(folder);
    const { page } = workbench;
    await page.setViewportSize(SIZE);
    const take = async (ms: number) => {
      await workbench.trees.leaveRows();
      // The editor is idle once all is drawn.
      await page.evaluate('new Promise((done) => requestIdleCallback(done))');
      frames.push({ png: await page.screenshot(), ms });
    };
    await workbench.openView();
    await workbench.views.welcomeButton('Projects', 'Explore Sample Data').waitFor();
    await take(LOOK_MS);
    await workbench.views.welcomeButton('Projects', 'Explore Sample Data').click();
    await workbench.trees.row('Projects', 'Harbor Lights').waitFor();
    await workbench.views.says('Projects', '50 of 3,204');
    await take(LOOK_MS);
    await workbench.trees.reveal('Projects', 'Load more');
    await take(GLANCE_MS);
    await workbench.trees.clickRow('Projects', 'Load more');
    await workbench.views.says('Projects', '100 of 3,204');
    await eventually('row that was loaded', async () => {
      const rows = await workbench.trees.rows('Projects');
      return rows.every(({ label }) => label !== 'Load more');
    });
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
  } finally {
    await editor.stop();
  }
  const picture = await movingPicture(frames);
  await writeFile(join(root, 'media', 'readme', 'tour.webp'), picture);
  console.log(`tour: ${frames.length} frames, ${(picture.length / 1000).toFixed(0)} KB`);
}
