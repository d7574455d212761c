import type { Editor } from '../../e2e/support/editor.ts';
import type { Workbench } from '../../e2e/support/workbench.ts';
import { temporaryFolder } from '../../host/paths.ts';
import { type Figure, figure } from '../measure.ts';
import { labelOf, openContainer, settle, showContainer, type Who } from './containers.ts';
import { clickToWebview, watchWebviews } from './marks.ts';

const WINDOWS = 6;
const PANELS = 4;
/** The delay of the service, which is added to panels of rivals that send no request. */
const DELAY_MS = 50;

const WHO = ['Mintscope', 'Painter', 'Constant'] as const;

/** The time from a click on the icon to the rows of a view, with rows stored by an earlier window. */
export async function measureOpeningKept(editor: Editor): Promise<Figure[]> {
  const rows = await openViews(editor);
  const what = 'View opened → 100 stored rows painted';
  return [
    figure(`${what}, beside one request at 50 ms`, 'ms', rows.Mintscope, {
      rival: { name: 'one bare request', samples: rows.Painter },
      target: { ratioAtMost: 0.7 },
    }),
    figure(`${what}, beside constant rows`, 'ms', rows.Mintscope, {
      rival: { name: 'constant rows', samples: rows.Constant },
      target: { ratioAtMost: 1.1 },
    }),
  ];
}

/** As `measureOpeningKept`, for an editor with `mintscope.keepRows` off: rows come from the service. */
export async function measureOpening(editor: Editor): Promise<Figure[]> {
  const rows = await openViews(editor);
  return [
    figure('View opened → first 100 rows painted, service at 50 ms', 'ms', rows.Mintscope, {
      rival: { name: 'one bare request', samples: rows.Painter },
      target: { ratioAtMost: 1.35 },
    }),
  ];
}

/**
 * Opens the views of each extension in several windows of one folder, after a window in which
 * Mintscope may store its rows.
 */
async function openViews(editor: Editor): Promise<Record<Who, number[]>> {
  const samples: Record<Who, number[]> = { Mintscope: [], Painter: [], Constant: [] };
  const folder = temporaryFolder('workspace');
  for (let at = -1; at < WINDOWS; at++) {
    const window = await editor.openWindow(folder);
    await settle(window);
    // The first view of any extension in a window also loads what all of them share.
    await showContainer(window, 'Empty');
    await settle(window);
    for (let turn = 0; turn < WHO.length; turn++) {
      const who = WHO[(Math.max(at, 0) + turn) % WHO.length]!;
      const ms = await openContainer(window, who);
      if (at >= 0) samples[who].push(ms);
      // Time for requests to end and for rows to be stored.
      await settle(window);
    }
    // The next window opens with the view that was last shown.
    await showContainer(window, 'Empty');
    await window.close();
  }
  return samples;
}

/** The time from a click on the row of a project to the counts in its panel. */
export async function measurePanels(editor: Editor): Promise<Figure[]> {
  const panels = { Mintscope: [] as number[], Painter: [] as number[] };
  for (let at = 0; at < 2; at++) {
    const window = await editor.openWindow();
    await watchWebviews(window.page, '850');
    await settle(window);
    const order =
      at % 2 === 0 ? (['Mintscope', 'Painter'] as const) : (['Painter', 'Mintscope'] as const);
    for (const who of order) await openContainer(window, who);
    for (let panel = -1; panel < PANELS; panel++) {
      for (const who of order) {
        const ms = await openPanel(window, who, labelOf(who, panel + 1));
        // The first panel of a window also loads what all webviews share.
        if (panel >= 0) panels[who].push(ms);
      }
    }
    await window.close();
  }
  const withDelay = panels.Painter.map((ms) => ms + DELAY_MS);
  return [
    figure('Click on a project → numbers painted, service at 50 ms', 'ms', panels.Mintscope, {
      rival: { name: 'constant numbers + 50 ms', samples: withDelay },
      target: { ratioAtMost: 1.2 },
    }),
  ];
}

async function openPanel(window: Workbench, who: Who, name: string): Promise<number> {
  await showContainer(window, who);
  await window.page.waitForTimeout(300);
  const ms = await clickToWebview(window.page, () => window.trees.row('Projects', name).click());
  await window.runCommand('View: Close All Editors');
  await window.page.waitForTimeout(300);
  return ms;
}
