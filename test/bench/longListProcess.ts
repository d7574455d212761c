/** The process behind `benchLongList`: the whole extension in the stand-in for the editor. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openWindow } from '../support/fakeVscode/window.ts';
import { answer } from './child.ts';
import { PAGE_SIZE } from './client.ts';

export interface LongListAnswer {
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly paintsPerSecond: number;
}

/** The interval of measurements of the event loop, which is subtracted from the delays. */
const RESOLUTION_MS = 1;

answer(async ({ address }: { readonly address: string }): Promise<LongListAnswer> => {
  const signIn = { address, token: 'token-of-the-bench' };
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
  const painted = window.projects.paints - paintsBefore;
  await window.close();

  const inMs = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS);
  return {
    p99Ms: inMs(delays.percentile(99)),
    longestMs: inMs(delays.max),
    paintsPerSecond: painted / seconds,
  };
});
