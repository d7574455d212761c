import { askOnce } from './child.ts';
import { countOf, type Effort } from './effort.ts';
import type { LongListAnswer } from './longListProcess.ts';
import { type Figure, figure } from './measure.ts';
import { startService } from './service.ts';
import { IN_FAKE_EDITOR } from './fakeEditor.ts';

const ROWS = 100_000;

/** The delays of the extension host while a hundred thousand rows are loaded into a visible view. */
export async function benchLongList(effort: Effort): Promise<Figure[]> {
  const rows = effort.rows(ROWS);
  using service = await startService();
  const repeats: LongListAnswer[] = [];
  for (let repeat = 0; repeat < effort.times(3); repeat++) {
    const question = { address: service.address(rows, 10) };
    repeats.push(await askOnce<LongListAnswer>('longListProcess.ts', question, IN_FAKE_EDITOR));
  }
  const what = `Load All of ${countOf(rows)} rows in a view`;
  const of = (name: keyof LongListAnswer) => repeats.map((one) => one[name]);
  return [
    figure(`${what}, event-loop delay, p99`, 'ms', of('p99Ms'), { target: { atMost: 20 } }),
    figure(`${what}, longest delay`, 'ms', of('longestMs')),
    figure(`${what}, repaints`, '/s', of('paintsPerSecond'), { target: { atMost: 4 } }),
  ];
}
