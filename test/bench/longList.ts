import { askOnce } from './child.ts';
import type { LongListAnswer } from './longListProcess.ts';
import { type Figure, figure } from './measure.ts';
import { startService } from './service.ts';
import { IN_FAKE_EDITOR } from './fakeEditor.ts';

const ROWS = 100_000;

/** How the extension host fares while a hundred thousand rows come in, the view in sight. */
export async function benchLongList(): Promise<Figure[]> {
  const service = await startService();
  const repeats: LongListAnswer[] = [];
  for (let repeat = 0; repeat < 3; repeat++) {
    const question = { address: service.address(ROWS, 10), rows: ROWS };
    repeats.push(await askOnce<LongListAnswer>('longListProcess.ts', question, IN_FAKE_EDITOR));
  }
  service.stop();
  const what = 'Load All of 100,000 rows in a view';
  const of = (name: keyof LongListAnswer) => repeats.map((one) => one[name]);
  return [
    figure(`${what}, event-loop delay, p99`, 'ms', of('p99Ms'), { target: { atMost: 20 } }),
    figure(`${what}, longest delay`, 'ms', of('longestMs')),
    figure(`${what}, repaints`, '/s', of('paintsPerSecond'), { target: { atMost: 4 } }),
  ];
}
