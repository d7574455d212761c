import type { Locator } from 'playwright-core';
import type { Editor } from '../../e2e/support/editor.ts';
import type { Workbench } from '../../e2e/support/workbench.ts';
import { countOf } from '../effort.ts';
import { type Figure, figure } from '../measure.ts';
import { PAGE_SIZE } from '../rows.ts';
import type { BenchService } from '../service.ts';
import { ROWS } from './agreed.ts';
import { labelOf, settle, showContainer, type Who } from './containers.ts';
import { clickToRow } from './marks.ts';

const SIZES = [100, 1_000];
const WINDOWS = 2;
const REPEATS = 4;

/** The time from a click on Load more to the first new row, for lists of several lengths. */
export async function measureLoadMore(editor: Editor, service: BenchService): Promise<Figure[]> {
  const samples = SIZES.map(() => ({ Mintscope: [] as number[], Painter: [] as number[] }));
  for (let at = 0; at < WINDOWS; at++) {
    const window = await editor.openWindow();
    await settle(window);
    for (const [size, rows] of SIZES.entries()) {
      for (const who of ['Mintscope', 'Painter'] as const) {
        await showContainer(window, who);
        if (rows > PAGE_SIZE) await fill(window, who, rows, service);
        for (let repeat = 0; repeat < REPEATS; repeat++) {
          const ms = await loadMore(window, who, rows + repeat * PAGE_SIZE);
          samples[size]![who].push(ms);
        }
      }
    }
    await window.close();
  }
  return SIZES.map((rows, size) =>
    figure(
      `Load more → rows painted, ${countOf(rows)} rows loaded, service at 50 ms`,
      'ms',
      samples[size]!.Mintscope,
      {
        rival: { name: 'bare provider', samples: samples[size]!.Painter },
        target: { ratioAtMost: 1.2 },
      },
    ),
  );
}

async function loadMore(window: Workbench, who: Who, loaded: number): Promise<number> {
  const { page } = window;
  await lastRow(window, 'Load more');
  // Waits for the end of scrolling and of the last repaint, which may scroll too.
  await page.waitForTimeout(700);
  const row = await lastRow(window, 'Load more');
  return clickToRow(page, labelOf(who, loaded), () => row.click());
}

async function fill(
  window: Workbench,
  who: Who,
  rows: number,
  service: BenchService,
): Promise<void> {
  if (who === 'Mintscope') await service.holdAfterPage(rows / PAGE_SIZE);
  await window.runCommand(`${who}: Load All Projects`);
  if (who === 'Mintscope') {
    await window.views
      .pane('Projects')
      .getByText(`${countOf(rows)} of ${countOf(ROWS)}`)
      .first()
      .waitFor();
    await window.runCommand('Mintscope: Stop Loading');
    await service.holdAfterPage(ROWS / PAGE_SIZE);
  }
  await window.page.waitForTimeout(1500);
  await lastRow(window, 'Load more');
}

/** Presses End until this row is in sight, because a repaint may swallow the key. */
async function lastRow(window: Workbench, label: string): Promise<Locator> {
  const row = window.trees.row('Projects', label);
  for (let attempt = 0; attempt < 20 && !(await row.isVisible()); attempt++) {
    await window.views.pane('Projects').locator('.monaco-list').first().focus();
    await window.page.keyboard.press('End');
    await window.page.waitForTimeout(500);
  }
  await row.waitFor();
  return row;
}
