import { askOnce } from './child.ts';
import type { ExportAnswer, ExportQuestion } from './exportProcess.ts';
import { type Figure, figure } from './measure.ts';
import { jsonBytes } from './rows.ts';
import { startService } from './service.ts';

const ROWS = 100_000;

/** Writing loaded rows beside the least code that writes them, and the heap for rows that are not. */
export async function benchExport(): Promise<Figure[]> {
  const service = await startService();
  const question: ExportQuestion = {
    rows: ROWS,
    list: { address: service.address(ROWS, 0), rows: ROWS },
  };
  const { times, bytesPerRow } = await askOnce<ExportAnswer>('exportProcess.ts', question, [
    '--expose-gc',
  ]);
  service.stop();
  return [
    ...times.map(({ format, own, bare }) =>
      figure(`Export of 100,000 loaded rows to ${format}`, 'ms', own, {
        rival: { name: 'bare loop', samples: bare },
        target: { ratioAtMost: 1.3 },
      }),
    ),
    figure('Export of 100,000 rows not loaded, peak heap per row', 'B', [bytesPerRow], {
      rival: { name: 'its JSON', samples: [jsonBytes(ROWS) / ROWS] },
    }),
  ];
}
