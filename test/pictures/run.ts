/**
 * `npm run pictures`: makes the pictures of README.md, in media/readme, from the sample data in a real
 * VS Code, for screens of a high resolution. Look at them before they are committed.
 * `npm run pictures -- tour` makes only the moving one; `npm run pictures -- all` makes none of these,
 * but one of each surface in all widths and themes (surfaces.ts).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '../host/browser.ts';
import { installVsix } from '../host/codeServer.ts';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { root } from '../host/paths.ts';
import { stopOnSignals } from '../host/processes.ts';
import { packageVsix } from '../host/vsix.ts';
import { startEditor } from '../e2e/support/editor.ts';
import type { Workbench } from '../e2e/support/workbench.ts';
import { fewColors } from './compress.ts';
import { takeSurfaces } from './surfaces.ts';
import { makeTour } from './tour.ts';

/** Wide enough for a panel of 860 pixels beside the views. */
const WINDOW_WIDTH = 1210;
const PANEL_WIDTH = 860;

/** Heights of the window. In the lower one, no row in sight needs a font for Chinese. */
const HEIGHT_OF = { views: 560, panel: 640 };

/** The width of the views in README.md. */
const VIEWS_WIDTH = 300;

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The speed of the sample service, at which a mint moves while the pictures are taken. */
const SPEED = '2';

stopOnSignals();
const installation = await installCodeServer();
process.env.MINTSCOPE_BROWSER = await findBrowser();
process.env.MINTSCOPE_EXTENSIONS = await installVsix(installation, await packageVsix());
const only = process.argv[2];
if (only === 'all') {
  await takeSurfaces();
  process.exit(0);
}
await makeTour();
if (only === 'tour') process.exit(0);
const editor = await startEditor({
  settings: {
    'workbench.colorTheme': 'Default Light Modern',
    'workbench.layoutControl.enabled': false,
    // No tooltip covers anything.
    'workbench.hover.delay': 60_000,
    'mintscope.showProgress': 'visible',
  },
  scale: 2,
  env: { MINTSCOPE_SAMPLE_SPEED: SPEED },
});
try {
  const workbench = await editor.openWindow();
  const setHeight = (height: number) =>
    workbench.page.setViewportSize({ width: WINDOW_WIDTH, height });
  await setHeight(HEIGHT_OF.panel);
  await workbench.openView();
  await workbench.setSideBarWidth(VIEWS_WIDTH);
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
  await save(workbench, 'stats', await areaOfPanel(workbench));
  await workbench.runCommand('Mintscope: Open Portfolio');
  const portfolio = await workbench.editors.webviewFrame('main.portfolio');
  await portfolio.getByText(/^stats of ([\d,]+) of \1 projects/).waitFor();
  await portfolio.getByRole('columnheader', { name: 'Needs attention' }).click();
  await save(workbench, 'portfolio', await areaOfPanel(workbench));
  await setHeight(HEIGHT_OF.views);
  await workbench.views.pane('Projects').hover();
  await save(workbench, 'views', await areaOf(workbench, '.part.sidebar'));
} finally {
  await editor.stop();
}

async function areaOf({ page }: Workbench, part: string): Promise<Area> {
  const area = await page.locator(part).first().boundingBox();
  if (!area) throw new Error(`There is no ${part} to take a picture of.`);
  return area;
}

async function areaOfPanel(workbench: Workbench): Promise<Area> {
  const area = await areaOf(workbench, '.part.editor');
  return { ...area, width: Math.min(area.width, PANEL_WIDTH) };
}

async function save({ page }: Workbench, name: string, clip: Area): Promise<void> {
  const png = await page.screenshot({ clip });
  await writeFile(join(root, 'media', 'readme', `${name}.png`), await fewColors(png));
  console.log(name);
}
