import { askOnce } from './child.ts';
import type { GrowthAnswer, GrowthQuestion } from './growthProcess.ts';
import { type Figure, figure } from './measure.ts';
import { jsonBytes } from './rows.ts';
import { startService } from './service.ts';

/** Rows of a list, and how many lists of that length are read in one measurement. */
const SIZES: readonly (readonly [rows: number, lists: number])[] = [
  [1_000, 20],
  [10_000, 4],
  [100_000, 1],
];
const FLAT = 1.3;
const HEAP = 2;

/** What a row costs in time and heap, in short lists and long ones. */
export async function benchGrowth(): Promise<Figure[]> {
  const service = await startService();
  const lists = SIZES.map(([rows, count]) => ({ address: service.address(rows, 0), rows, count }));
  const question: GrowthQuestion = { lists, rounds: 7, warmUps: 2 };
  const measured = await askOnce<GrowthAnswer>('growthProcess.ts', question, ['--expose-gc']);
  service.stop();
  const first = measured[0]!;
  return measured.flatMap(({ rows, usPerRow, heapPerRow }, at) => {
    const many = rows.toLocaleString('en-US');
    const asShort = { name: 'at 1,000', samples: first.usPerRow };
    const json = { name: 'its JSON', samples: heapPerRow.map(() => jsonBytes(rows) / rows) };
    return [
      figure(
        `Load All of ${many} rows, time per row`,
        'µs',
        usPerRow,
        at === 0 ? {} : { rival: asShort, target: { ratioAtMost: FLAT } },
      ),
      figure(`Load All of ${many} rows, heap per row`, 'B', heapPerRow, {
        rival: json,
        target: { ratioAtMost: HEAP },
      }),
    ];
  });
}
