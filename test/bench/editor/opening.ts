import { type Editor } from '../../e2e/support/editor.ts';
import type { Workbench } from '../../e2e/support/workbench.ts';
import { type Figure, figure } from '../measure.ts';
import { labelOf, openContainer, settle, showContainer, type Who } from './containers.ts';
import { clickToWebview, watchWebviews } from './marks.ts';

const WINDOWS = 6;
const PANELS = 4;
/** What the service takes to answer, and the painter does not wait for. */
const DELAY_MS = 50;

/** The view and the panel of a project, each from the click to what is painted. */
export async function benchOpening(editor: Editor): Promise<Figure[]> {
  const rows = { Mintscope: [] as number[], Painter: [] as number[] };
  const panels = { Mintscope: [] as number[], Painter: [] as number[] };
  for (let at = 0; at < WINDOWS; at++) {
    const window = await editor.openWindow();
    await watchWebviews(window.page, '3,150');
    await settle(window);
    // The first view of an extension in a window pays for what all of them share.
    await showContainer(window, 'Empty');
    await settle(window);
    const order =
      at % 2 === 0 ? (['Mintscope', 'Painter'] as const) : (['Painter', 'Mintscope'] as const);
    for (const who of order) rows[who].push(await openContainer(window, who));
    if (at < 2) {
      for (let panel = -1; panel < PANELS; panel++) {
        for (const who of order) {
          const ms = await openPanel(window, who, labelOf(who, panel + 1));
          // The first panel of a window brings up what all webviews share.
          if (panel >= 0) panels[who].push(ms);
        }
      }
    }
    await window.close();
  }
  const withDelay = panels.Painter.map((ms) => ms + DELAY_MS);
  return [
    figure('View opened → first 100 rows painted, service at 50 ms', 'ms', rows.Mintscope, {
      rival: { name: 'one bare request', samples: rows.Painter },
      target: { ratioAtMost: 1.2 },
    }),
    figure('Click on a project → numbers painted, service at 50 ms', 'ms', panels.Mintscope, {
      rival: { name: 'constant numbers + 50 ms', samples: withDelay },
      target: { ratioAtMost: 1.2 },
    }),
  ];
}

async function openPanel(window: Workbench, who: Who, name: string): Promise<number> {
  await showContainer(window, who);
  await window.page.waitForTimeout(300);
  const ms = await clickToWebview(window.page, () => window.row('Projects', name).click());
  await window.runCommand('View: Close All Editors');
  await window.page.waitForTimeout(300);
  return ms;
}
