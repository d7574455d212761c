/**
 * `npm run pictures`: makes the pictures of README.md, in media/readme, and those of the first steps
 * in the editor, in media/firstSteps, from the sample data in a real VS Code. The first are for
 * screens of a high resolution and do not ship. Look at them before they are committed.
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
import { fewColors, forFirstSteps } from './compress.ts';
import { takeSurfaces } from './surfaces.ts';
import { makeTour } from './tour.ts';

/** Wide enough for a panel of 860 pixels beside the views. */
const WINDOW_WIDTH = 1210;
const PANEL_WIDTH = 860;

/** Of the window. In the lower one, no row is in sight that needs a font for Chinese. */
const HEIGHT_OF = { views: 560, panel: 640 };

/** Width of the views, as README.md shows them. */
const VIEWS_WIDTH = 300;

/** As much of the status bar as Mintscope's items take. */
const STATUS_WIDTH = 640;

const FOR_README = new Set(['views', 'stats', 'portfolio']);

/** What is shown of each picture in the first steps. The icons of rows need more colors. */
const FIRST_STEPS = {
  views: { height: 283, colors: 32 },
  stats: { height: 310, colors: 16 },
  portfolio: { height: 285, colors: 16 },
  find: { height: 156, colors: 16 },
  watch: { height: 28, colors: 16 },
};

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

stopOnSignals();
const installation = await installCodeServer();
process.env.MINTSCOPE_BROWSER = await findBrowser();
process.env.MINTSCOPE_EXTENSIONS = await installVsix(installation, await packageVsix());
if (process.argv[2] === 'all') {
  await takeSurfaces();
  process.exit(0);
}
await makeTour();
if (process.argv[2] === 'tour') process.exit(0);
const editor = await startEditor({
  settings: {
    'workbench.colorTheme': 'Default Light Modern',
    'workbench.layoutControl.enabled': false,
    // No tooltip covers what is shown.
    'workbench.hover.delay': 60_000,
    'mintscope.showProgress': 'visible',
  },
  scale: 2,
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
  await stats.getByText('mints a minute').or(stats.locator('canvas')).first().waitFor();
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
  await workbench.runToQuickInput('Mintscope: Find Project or Collection…', 'Find');
  await workbench.quickInput.type('harbor');
  await workbench.quickInput.firstItem('Harbor Lights').waitFor();
  await save(workbench, 'find', await areaOf(workbench, '.quick-input-widget:visible'));
  await workbench.quickInput.cancel();
  await workbench.trees.chooseInRowMenu('Projects', 'Harbor Lights', 'Watch Minting');
  await workbench.statusItem(/minting · \d/).waitFor();
  await workbench.trees.leaveRows();
  const bottom = await areaOf(workbench, '.part.statusbar');
  await save(workbench, 'watch', { ...bottom, x: 0, width: STATUS_WIDTH });
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

async function save(
  { page }: Workbench,
  name: keyof typeof FIRST_STEPS,
  clip: Area,
): Promise<void> {
  const media = join(root, 'media');
  if (FOR_README.has(name)) {
    const png = await page.screenshot({ clip });
    await writeFile(join(media, 'readme', `${name}.png`), await fewColors(png));
  }
  const png = await page.screenshot({ clip, scale: 'css' });
  const picture = await forFirstSteps(png, FIRST_STEPS[name]);
  await writeFile(join(media, 'firstSteps', `${name}.webp`), picture);
  console.log(name);
}
