import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openWindow } from '../support/fakeVscode/window.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure } from './measure.ts';
import { PAGE_SIZE } from './rows.ts';
import { startService } from './service.ts';

const ROWS = 100_000;

/** The interval of measurements of the event loop, which is subtracted from the delays. */
const RESOLUTION_MS = 1;

/** The delays of the extension host while a hundred thousand rows are loaded into a visible view. */
export async function bench(effort: Effort): Promise<Figure[]> {
  const rows = effort.rows(ROWS);
  using service = await startService();
  const p99Ms: number[] = [];
  const paintsPerSecond: number[] = [];
  for (let repeat = 0; repeat < effort.times(3); repeat++) {
    const signIn = { address: service.address(rows, 10), token: 'token-of-the-bench' };
    const window = await openWindow({ signIn, pageSize: PAGE_SIZE });
    window.projects.show();
    window.collections.show();
    await window.run('projects.refresh');
    const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    const paintsBefore = window.projects.paints;
    const started = performance.now();
    delays.enable();
    await window.run('projects.loadAll');
    delays.disable();
    const seconds = (performance.now() - started) / 1000;
    paintsPerSecond.push((window.projects.paints - paintsBefore) / seconds);
    p99Ms.push(Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS));
    await window.close();
  }
  const what = `Load All of ${countOf(rows)} rows in a view`;
  return [
    figure(`${what}, event-loop delay, p99`, 'ms', p99Ms, { target: { atMost: 20 } }),
    figure(`${what}, repaints`, '/s', paintsPerSecond, { target: { atMost: 4 } }),
  ];
}
