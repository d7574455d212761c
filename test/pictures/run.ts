/**
 * `npm run pictures`: makes the pictures of README.md and of the first steps, in media/readme, from
 * the sample data in a real VS Code. Look at them before they are committed.
 */
import { join } from 'node:path';
import { findBrowser } from '../host/browser.ts';
import { installVsix } from '../host/codeServer.ts';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { root } from '../host/paths.ts';
import { stopOnSignals } from '../host/processes.ts';
import { packageVsix } from '../host/vsix.ts';
import { startEditor } from '../e2e/support/editor.ts';
import type { Workbench } from '../e2e/support/workbench.ts';

/** Wide enough for a panel of 860 pixels beside the views. */
const WINDOW_WIDTH = 1210;
const PANEL_WIDTH = 860;

/** Of the window. In the lower one, no row is in sight that needs a font for Chinese. */
const HEIGHT_OF = { views: 560, panel: 640 };

/** Width of the views, as README.md shows them. */
const VIEWS_WIDTH = 300;

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
const editor = await startEditor(
  {
    'workbench.colorTheme': 'Default Light Modern',
    'workbench.layoutControl.enabled': false,
    'mintscope.showProgress': 'visible',
  },
  2,
);
try {
  const workbench = await editor.openWindow();
  const setHeight = (height: number) =>
    workbench.page.setViewportSize({ width: WINDOW_WIDTH, height });
  await setHeight(HEIGHT_OF.panel);
  await workbench.openView();
  await workbench.setSideBarWidth(VIEWS_WIDTH);
  await workbench.welcomeButton('Projects', 'Explore Sample Data').click();
  await workbench.row('Collections', 'Woven Prisms Vault').waitFor();
  await workbench.clickRow('Projects', 'Harbor Lights');
  const stats = await workbench.webviewFrame('table');
  await stats.getByText('mints a minute').or(stats.locator('canvas')).first().waitFor();
  await workbench.leaveRows();
  await save(workbench, 'stats', await areaOfPanel(workbench));
  await setHeight(HEIGHT_OF.views);
  await workbench.pane('Projects').hover();
  await save(workbench, 'views', await areaOfViews(workbench));
} finally {
  await editor.stop();
}

async function areaOfViews({ page }: Workbench): Promise<Area> {
  const area = await page.locator('.part.sidebar').boundingBox();
  if (!area) throw new Error('The side bar is hidden.');
  return area;
}

async function areaOfPanel({ page }: Workbench): Promise<Area> {
  const area = await page.locator('.part.editor').boundingBox();
  if (!area) throw new Error('There is no editor.');
  return { ...area, width: Math.min(area.width, PANEL_WIDTH) };
}

async function save({ page }: Workbench, name: string, clip: Area): Promise<void> {
  const path = join(root, 'media', 'readme', `${name}.png`);
  await page.screenshot({ path, clip });
  console.log(path);
}
