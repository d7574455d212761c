/**
 * `npm run pictures`: makes the pictures of README.md, in media/readme, and those of the first steps
 * in the editor, in media/firstSteps, from the sample data in a real VS Code. The first are for
 * screens of a high resolution and do not ship. Look at them before they are committed.
 * `npm run pictures -- tour` makes only the moving one, `npm run pictures -- steps` only those of the
 * first steps, in a dark and a light theme; `npm run pictures -- all` makes none of these, but one of
 * each surface in all widths and themes (surfaces.ts).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '../host/browser.ts';
import { installVsix } from '../host/codeServer.ts';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { root } from '../host/paths.ts';
import { stopOnSignals } from '../host/processes.ts';
import { packageVsix } from '../host/vsix.ts';
import { type Editor, startEditor } from '../e2e/support/editor.ts';
import { eventually } from '../e2e/support/eventually.ts';
import type { Workbench } from '../e2e/support/workbench.ts';
import { fewColors, forFirstSteps } from './compress.ts';
import { takeSurfaces } from './surfaces.ts';
import { makeTour } from './tour.ts';

/** Wide enough for a panel of 860 pixels beside the views. */
const WINDOW_WIDTH = 1210;
const PANEL_WIDTH = 860;

/** Of the window. In the lower one, no row is in sight that needs a font for Chinese. */
const HEIGHT_OF = { views: 560, panel: 640, watch: 420 };

/** Narrow enough for its text to be read in the first steps, which show half a window. */
const STEP_WIDTH = 560;

/** Width of the views, as README.md shows them. */
const VIEWS_WIDTH = 300;

/** How high each picture in the first steps is, in pixels of the page. */
const FIRST_STEPS = {
  connect: 310,
  browse: 240,
  stats: 400,
  portfolio: 440,
  find: 170,
  watch: 180,
};

const THEMES = { dark: 'Default Dark Modern', light: 'Default Light Modern' };

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** So that a mint moves while it is looked at. */
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
if (only !== 'steps') await makeTour();
if (only === 'tour') process.exit(0);
for (const [name, theme] of Object.entries(THEMES)) await makeFirstSteps(name, theme);
if (only === 'steps') process.exit(0);
const editor = await start(THEMES.light);
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
  // Its counts are read often enough for a forecast, which the chart shows as a cone.
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

function start(theme: string): Promise<Editor> {
  return startEditor({
    settings: {
      'workbench.colorTheme': theme,
      'workbench.layoutControl.enabled': false,
      // No tooltip covers what is shown.
      'workbench.hover.delay': 60_000,
      'mintscope.showProgress': 'visible',
    },
    scale: 2,
    env: { MINTSCOPE_SAMPLE_SPEED: SPEED },
  });
}

/** Each shows what its step is about; see package.json. */
async function makeFirstSteps(theme: string, colors: string): Promise<void> {
  const stepsEditor = await start(colors);
  try {
    const workbench = await stepsEditor.openWindow();
    const { page, trees, views, editors, quickInput } = workbench;
    const resize = (height: number, width = WINDOW_WIDTH) =>
      page.setViewportSize({ width, height });
    const keep = async (step: keyof typeof FIRST_STEPS, clip: Area) => {
      const png = await page.screenshot({ clip });
      const picture = await forFirstSteps(png, 2 * FIRST_STEPS[step]);
      await writeFile(join(root, 'media', 'firstSteps', `${step}-${theme}.webp`), picture);
      console.log(step, theme, picture.length);
    };
    await resize(HEIGHT_OF.panel, VIEWS_WIDTH + STEP_WIDTH + 60);
    await workbench.openView();
    await workbench.setSideBarWidth(VIEWS_WIDTH);
    await eventually('narrow window', async () => {
      const { x, width } = await areaOf(workbench, '.part.editor');
      return x + width <= VIEWS_WIDTH + STEP_WIDTH + 60;
    });
    await views.welcomeButton('Projects', 'Explore Sample Data').waitFor();
    await trees.leaveRows();
    await keep('connect', await areaOf(workbench, '.part.sidebar'));
    await views.welcomeButton('Projects', 'Explore Sample Data').click();
    await trees.row('Collections', 'Woven Prisms Vault').waitFor();
    await trees.row('Needs Attention', 'Quartz Keys').waitFor();
    await trees.row('Projects', 'Hidden Kites').getByText(/^100%/).waitFor();
    // The view becomes lower when Needs Attention appears above it.
    const pane = await eventually('Load more in sight', async () => {
      await trees.reveal('Projects', 'Load more');
      await trees.leaveRows();
      const area = await areaOf(workbench, '.pane:has(.pane-header[aria-label^="Projects"])');
      const row = await trees.row('Projects', 'Load more').boundingBox();
      return row && row.y + row.height <= area.y + area.height ? area : undefined;
    });
    await trees.row('Projects', 'Crimson Ribbons').getByText(/^0%/).waitFor();
    await keep('browse', { ...pane, y: pane.y + pane.height - FIRST_STEPS.browse });
    await trees.clickRow('Projects', 'Harbor Lights');
    const stats = await editors.webviewFrame('table.stages');
    await stats.locator('canvas').first().waitFor();
    await trees.leaveRows();
    await keep('stats', await areaOf(workbench, '.part.editor'));
    await workbench.runCommand('Mintscope: Open Portfolio');
    const portfolio = await editors.webviewFrame('main.portfolio');
    await portfolio.getByText(/^stats of ([\d,]+) of \1 projects/).waitFor();
    await portfolio.getByRole('columnheader', { name: 'Needs attention' }).click();
    await keep('portfolio', await areaOf(workbench, '.part.editor'));
    await workbench.runToQuickInput('Mintscope: Find Project or Collection…', 'Find');
    await quickInput.type('harbor');
    await quickInput.firstItem('Harbor Lights').waitFor();
    await keep('find', await areaOf(workbench, '.quick-input-widget:visible'));
    await quickInput.cancel();
    await trees.chooseInRowMenu('Projects', 'Harbor Lights', 'Watch Minting');
    await workbench.statusItem(/minting · \d/).waitFor();
    await workbench.closeEditors();
    await resize(HEIGHT_OF.watch);
    await trees.reveal('Projects', 'Harbor Lights');
    await trees.leaveRows();
    const height = FIRST_STEPS.watch;
    await keep('watch', { x: 0, y: HEIGHT_OF.watch - height, width: 480, height });
  } finally {
    await stepsEditor.stop();
  }
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
