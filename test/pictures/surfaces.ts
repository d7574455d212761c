import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEditor } from '../e2e/support/editor.ts';
import { eventually } from '../e2e/support/eventually.ts';
import type { Workbench } from '../e2e/support/workbench.ts';
import { made, root } from '../host/paths.ts';

/** Widths of a panel and of the side bar, in pixels. */
const WIDTHS = { panel: [360, 700, 1000, 1400], view: [210, 286, 400] };
const HEIGHT = 800;
const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  hcDark: 'Default High Contrast',
  hcLight: 'Default High Contrast Light',
};
/** The speed of the sample service, at which a mint moves, and does not end. */
const SPEED = '3';

/**
 * Makes a picture of each surface with sample data in each width and theme, in out/pictures. Look at
 * them after a visible change.
 */
export async function takeSurfaces(): Promise<void> {
  const folder = made(join(root, 'out', 'pictures'));
  const editor = await startEditor({
    settings: {
      'workbench.layoutControl.enabled': false,
      'workbench.hover.delay': 60_000,
      'mintscope.showProgress': 'visible',
    },
    env: { MINTSCOPE_SAMPLE_SPEED: SPEED },
  });
  try {
    const workbench = await editor.openWindow();
    const { page, trees } = workbench;
    const inEachTheme = async (name: string, widths: readonly number[], set: SetWidth) => {
      for (const [theme, colorTheme] of Object.entries(THEMES)) {
        await editor.changeSettings({ 'workbench.colorTheme': colorTheme });
        for (const width of widths) {
          await set(width);
          await trees.leaveRows();
          await writeFile(join(folder, `${name}-${width}-${theme}.png`), await page.screenshot());
        }
      }
      console.log(name);
    };
    const panel = async (name: string, selector: string) => {
      await workbench.editors.webviewFrame(selector);
      await workbench.runCommand('View: Close Primary Side Bar');
      await inEachTheme(name, WIDTHS.panel, (width) => widen(workbench, selector, width));
      await page.setViewportSize({ width: 1280, height: HEIGHT });
      await workbench.openView();
      await workbench.closeEditors();
    };
    await workbench.openView();
    await workbench.views.welcomeButton('Projects', 'Explore Sample Data').click();
    await trees.row('Collections', 'Woven Prisms Vault').waitFor();
    await workbench.runCommand('Mintscope: Watch All Processing');
    await workbench.messages.toast(/watched now/).waitFor();
    await workbench.clearToasts();
    await workbench.runCommand('Notifications: Toggle Do Not Disturb Mode');
    await inEachTheme('views', WIDTHS.view, (width) => workbench.setSideBarWidth(width));
    await workbench.runToQuickInput('Mintscope: Find Project or Collection…', 'Find');
    await workbench.quickInput.type('failed');
    await workbench.quickInput.items.nth(3).waitFor();
    await inEachTheme('find', [0], () => Promise.resolve());
    await workbench.quickInput.cancel();
    await trees.clickRow('Projects', 'Harbor Lights');
    const stats = await workbench.editors.webviewFrame('table.stages');
    await stats
      .getByText(/\d a minute/)
      .first()
      .waitFor();
    await panel('stats', 'table.stages');
    await trees.clickRow('Collections', 'Woven Prisms Vault');
    await panel('collection', 'section.identity');
    await workbench.runCommand('Mintscope: Open Portfolio');
    const portfolio = await workbench.editors.webviewFrame('main.portfolio');
    await portfolio.getByText(/^stats of ([\d,]+) of \1 projects/).waitFor();
    await panel('portfolio', 'main.portfolio');
    await trees.clickRow('Projects', 'Harbor Lights');
    await trees.clickRow('Projects', 'Granite Paper Wolves', { holding: 'ControlOrMeta' });
    await workbench.runCommand('Mintscope: Compare Progress');
    await panel('compare', '.compared');
    await workbench.runToQuickInput('Mintscope: What Happened…', 'since');
    await workbench.quickInput.choose('7 days');
    await panel('happened', '.markdown-body');
  } finally {
    await editor.stop();
  }
}

type SetWidth = (width: number) => Promise<void>;

/** Sets the width of the window so that the panel has this width. */
async function widen({ page, editors }: Workbench, panel: string, width: number): Promise<void> {
  await eventually(`panel ${width} pixels wide`, async () => {
    const frame = await editors.webviewFrame(panel);
    // The frame may be replaced meanwhile.
    const inner = await frame.evaluate('innerWidth').catch(() => undefined);
    if (inner === width) return true;
    const beside = (page.viewportSize()?.width ?? 0) - Number(inner ?? NaN);
    if (beside > 0) await page.setViewportSize({ width: width + beside, height: HEIGHT });
    return false;
  });
}
