import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEditor } from '../e2e/support/editor.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { root } from '../host/paths.ts';
import { type Frame, movingPicture } from './compress.ts';

/** Small enough to be read at the width of a README, large enough for the views and a panel. */
const SIZE = { width: 920, height: 560 };

/** So that a mint moves within the seconds that somebody looks. */
const SPEED = '20';

/** How often the counts of the mint change in the picture. */
const CHANGES = 7;

const GLANCE_MS = 700;
const LOOK_MS = 1600;

/**
 * Makes media/readme/tour.webp: the view is opened, more projects are loaded, the stats of one are
 * opened, and its mint moves. Each frame is taken when the editor shows what it is to show.
 */
export async function makeTour(): Promise<void> {
  const editor = await startEditor(
    {
      'workbench.colorTheme': 'Default Light Modern',
      'workbench.layoutControl.enabled': false,
      'workbench.hover.delay': 60_000,
      'mintscope.showProgress': 'visible',
    },
    1,
    { env: { MINTSCOPE_SAMPLE_SPEED: SPEED } },
  );
  const frames: Frame[] = [];
  try {
    const workbench = await editor.openWindow();
    const { page } = workbench;
    await page.setViewportSize(SIZE);
    const take = async (ms: number) => {
      frames.push({ png: await page.screenshot(), ms });
    };
    await workbench.openView();
    await workbench.welcomeButton('Projects', 'Explore Sample Data').waitFor();
    await take(LOOK_MS);
    await workbench.welcomeButton('Projects', 'Explore Sample Data').click();
    await workbench.row('Projects', 'Harbor Lights').waitFor();
    await workbench.paneSays('Projects', '50 of 3,204');
    await workbench.leaveRows();
    await take(LOOK_MS);
    await workbench.reveal('Projects', 'Load more');
    await take(GLANCE_MS);
    await workbench.row('Projects', 'Load more').click();
    await workbench.paneSays('Projects', '100 of 3,204');
    await take(LOOK_MS);
    await workbench.clickRow('Projects', 'Harbor Lights');
    const stats = await workbench.webviewFrame('table');
    await workbench.leaveRows();
    await take(LOOK_MS);
    const table = stats.locator('table').first();
    for (let change = 0; change < CHANGES; change++) {
      const before = await table.innerText();
      await eventually('change of the counts', async () => {
        await workbench.editorAction('Refresh Stats').click();
        return (await table.innerText()) !== before;
      });
      await workbench.leaveRows();
      await take(change === CHANGES - 1 ? 2 * LOOK_MS : GLANCE_MS);
    }
  } finally {
    await editor.stop();
  }
  const picture = await movingPicture(frames);
  await writeFile(join(root, 'media', 'readme', 'tour.webp'), picture);
  console.log(`tour: ${frames.length} frames, ${(picture.length / 1000).toFixed(0)} KB`);
}
