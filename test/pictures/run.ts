/**
 * `npm run pictures`: makes the pictures of README.md, in media/readme, from the sample data in a real
 * VS Code, for screens of a high resolution. Look at them before they are committed. Pictures of all
 * panels in all kinds of themes are made by the tests of test/e2e, in out/screenshots.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '../host/browser.ts';
import { installVsix } from '../host/codeServer.ts';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { root } from '../host/paths.ts';
import { stopOnSignals } from '../host/processes.ts';
import { packageVsix } from '../host/vsix.ts';
import { type Editor, type EditorOptions, startEditor } from '../e2e/support/editor.ts';
import type { Workbench } from '../e2e/support/workbench.ts';
import { loadSharp } from './sharp.ts';
import { tourOf } from './tour.ts';

/** Wide enough for a panel of 860 pixels beside the views. */
const WINDOW_WIDTH = 1210;
const PANEL_WIDTH = 860;

/** Heights of the window. In the lower one, no row in sight needs a font for Chinese. */
const HEIGHT_OF = { views: 560, panel: 640 };

stopOnSignals();
const installation = await installCodeServer();
process.env.MINTSCOPE_BROWSER = await findBrowser();
process.env.MINTSCOPE_EXTENSIONS = await installVsix(installation, await packageVsix());
await inEditor({ speed: '20' }, async (editor) => save('tour.webp', await tourOf(editor)));
await inEditor({ speed: '2', scale: 2 }, async (editor) => {
  const workbench = await editor.openWindow();
  const setHeight = (height: number) =>
    workbench.page.setViewportSize({ width: WINDOW_WIDTH, height });
  await setHeight(HEIGHT_OF.panel);
  await workbench.openView();
  await workbench.views.welcomeButton('Projects', 'Explore Sample Data').click();
  await workbench.trees.row('Collections', 'Woven Prisms Vault').waitFor();
  await workbench.trees.clickRow('Projects', 'Harbor Lights');
  const stats = await workbench.editors.webviewFrame('table.stages');
  // Watching reads the counts often enough for a forecast, which the chart shows as a cone.
  await stats.getByRole('button', { name: 'Watch Minting' }).click();
  await stats.locator('h1').click();
  await stats
    .locator('.headline')
    .getByText(/ min(?!ute)/)
    .first()
    .waitFor();
  await workbench.trees.leaveRows();
  await save('stats.png', await pictureOf(workbench, '.part.editor'));
  await workbench.runCommand('Mintscope: Open Portfolio');
  const portfolio = await workbench.editors.webviewFrame('main.portfolio');
  await portfolio.getByText(/^All [\d,]+ projects read/).waitFor();
  await portfolio.getByRole('columnheader', { name: 'Needs attention' }).click();
  await save('portfolio.png', await pictureOf(workbench, '.part.editor'));
  await setHeight(HEIGHT_OF.views);
  await workbench.views.pane('Projects').hover();
  await save('views.png', await pictureOf(workbench, '.part.sidebar'));
});

/** @param speed of the sample service, at which a mint moves while the pictures are taken. */
async function inEditor(
  { speed, ...options }: EditorOptions & { readonly speed: string },
  use: (editor: Editor) => Promise<void>,
): Promise<void> {
  const editor = await startEditor({
    settings: {
      'workbench.colorTheme': 'Default Light Modern',
      'workbench.layoutControl.enabled': false,
      // No tooltip covers anything.
      'workbench.hover.delay': 60_000,
      'mintscope.showProgress': 'visible',
    },
    env: { MINTSCOPE_SAMPLE_SPEED: speed },
    ...options,
  });
  try {
    await use(editor);
  } finally {
    await editor.stop();
  }
}

/** A part of the window in 256 colors at most, which is a third of the size and looks the same. */
async function pictureOf({ page }: Workbench, part: string): Promise<Buffer> {
  const area = await page.locator(part).first().boundingBox();
  if (!area) throw new Error(`There is no ${part} to take a picture of.`);
  const clip = { ...area, width: Math.min(area.width, PANEL_WIDTH) };
  const png = await page.screenshot({ clip });
  const sharp = await loadSharp();
  return sharp(png).png({ palette: true, quality: 95, effort: 10 }).toBuffer();
}

async function save(file: string, picture: Buffer): Promise<void> {
  await writeFile(join(root, 'media', 'readme', file), picture);
  console.log(`${file}: ${(picture.length / 1000).toFixed(0)} KB`);
}
