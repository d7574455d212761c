import { askOnce } from './child.ts';
import { countOf, type Effort } from './effort.ts';
import type { ExportAnswer, ExportQuestion } from './exportProcess.ts';
import { type Figure, figure } from './measure.ts';
import { jsonBytes } from './rows.ts';
import { startService } from './service.ts';

const ROWS = 100_000;

/** The time to write loaded rows, compared with minimal code, and the heap for rows of all pages. */
export async function benchExport(effort: Effort): Promise<Figure[]> {
  const rows = effort.rows(ROWS);
  using service = await startService();
  const question: ExportQuestion = {
    rows,
    rounds: { rounds: effort.times(5), warmUps: 1 },
    list: { address: service.address(rows, 0), rows },
  };
  const { times, bytesPerRow } = await askOnce<ExportAnswer>('exportProcess.ts', question, [
    '--expose-gc',
  ]);
  return [
    ...times.map(({ format, own, bare }) =>
      figure(`Export of ${countOf(rows)} loaded rows to ${format}`, 'ms', own, {
        rival: { name: 'bare loop', samples: bare },
        target: { ratioAtMost: 1.3 },
      }),
    ),
    figure(`Export of ${countOf(rows)} rows not loaded, peak heap per row`, 'B', [bytesPerRow], {
      rival: { name: 'its JSON', samples: [jsonBytes(rows) / rows] },
    }),
  ];
}
