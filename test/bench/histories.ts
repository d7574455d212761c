import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../host/paths.ts';
import { KeptData } from '../../src/kept/keptData.ts';
import { Readings } from '../../src/kept/readings.ts';
import { systemClock } from '../../src/editor/systemClock.ts';
import { parseProjectRef } from '../../src/core/model/projectRef.ts';
import { FakeSecrets } from '../support/fakeVscode/storage.ts';
import { openWindow } from '../support/fakeVscode/window.ts';
import { openLink } from '../support/openLink.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure } from './measure.ts';
import { startService } from './service.ts';

const WATCHED = 12;
/** Almost a day of readings every five seconds. */
const READINGS = 16_000;

/**
 * The longest block of the extension host while the stats of a project are open beside 12 watched
 * projects with long histories, and while What Happened reports of them.
 */
export async function bench(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const globalStorage = temporaryFolder('storage');
  const secrets = new FakeSecrets();
  const signIn = { address: service.address(WATCHED, 0), token: 'token-of-the-bench' };
  const window = await openWindow({ secrets, pageSize: 100, globalStorage, signIn });
  window.projects.show();
  while (window.projects.painted.length < WATCHED) await sleep(10);
  const rows = window.projects.painted.map(({ row }) => row);
  window.desk.choose = ({ choices }) => choices[0];
  await window.run('watchProject', rows[0], rows.slice(0, WATCHED));
  await sleep(2000);
  const readings = effort.rows(READINGS);
  await fill(globalStorage, readings);
  await sleep(1500);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const longest = async (work: () => Promise<unknown>) => {
    await sleep(100);
    delay.reset();
    delay.enable();
    await work();
    delay.disable();
    return delay.max / 1e6;
  };
  const project = '/projects/t/1';
  const panel = await longest(async () => {
    await openLink(window, project);
    await sleep(500 * effort.times(40));
  });
  const report = await longest(async () => {
    await window.run('whatHappened', 'week');
  });
  await window.close();
  const title = `${WATCHED} watched projects with ${countOf(readings)} readings each`;
  const target = { atMost: 10 };
  return [
    figure(`${title}, a stats panel open, longest block`, 'ms', [panel], { target }),
    figure(`${title}, What Happened in 7 days, longest block`, 'ms', [report], { target }),
  ];
}

/** Stores earlier readings of all projects that were read, as another window would. */
async function fill(storage: string, count: number): Promise<void> {
  const data = new KeptData({
    storage,
    clock: systemClock,
    isOnDisk: () => true,
    mayStore: () => true,
  });
  const { sign_in } = data.file.get("select sign_in from account where part = 'readings'") ?? {};
  const readings = new Readings(data.of(String(sign_in)), () => undefined);
  const end = Date.now() - 60_000;
  for (const project of (await readings.newest(() => sleep(0))).keys()) {
    const ref = parseProjectRef(project)!;
    for (let at = 0; at < count; at++) {
      const counts = { total: 5_000_000, confirmed: Math.floor((3000 * at) / count) };
      const left = { processing: 850, pending: 4_999_150 - counts.confirmed };
      readings.add(ref, { at: end - 5_000 * (count - at), ...counts, ...left });
    }
  }
  data.dispose();
}
