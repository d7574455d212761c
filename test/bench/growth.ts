import { askOnce } from './child.ts';
import { countOf, type Effort } from './effort.ts';
import type { GrowthAnswer, GrowthQuestion } from './growthProcess.ts';
import { type Figure, figure } from './measure.ts';
import { jsonBytes } from './rows.ts';
import { startService } from './service.ts';

/** The length of a list, and how many such lists are read in one measurement. */
const SIZES: readonly (readonly [rows: number, lists: number])[] = [
  [1_000, 20],
  [10_000, 4],
  [100_000, 1],
];
const FLAT = 1.3;
const HEAP = 2;

/** The time and the heap for a row, in short lists and long ones. */
export async function benchGrowth(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const lists = SIZES.map(([full, count]) => {
    const rows = effort.rows(full);
    return { address: service.address(rows, 0), rows, count };
  });
  const rounds = { rounds: effort.times(7), warmUps: effort.times(2) };
  const question: GrowthQuestion = { lists, rounds };
  const measured = await askOnce<GrowthAnswer>('growthProcess.ts', question, ['--expose-gc']);
  const first = measured[0]!;
  return measured.flatMap(({ rows, usPerRow, heapPerRow }, at) => {
    const many = countOf(rows);
    const asShort = { name: `at ${countOf(first.rows)}`, samples: first.usPerRow };
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
