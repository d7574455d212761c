import { askOnce } from './child.ts';
import type { Effort } from './effort.ts';
import { IN_FAKE_EDITOR } from './fakeEditor.ts';
import { type Figure, figure } from './measure.ts';
import type { PortfolioReadAnswer, PortfolioReadQuestion } from './portfolioReadProcess.ts';
import { startService } from './service.ts';

/** The time and memory to read the stats of a large portfolio, and to show them in a later window. */
export async function benchPortfolioRead(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const rows = effort.rows(20_000);
  const question: PortfolioReadQuestion = { address: service.address(rows, 0), rows };
  const measured = await askOnce<PortfolioReadAnswer>(
    'portfolioReadProcess.ts',
    question,
    IN_FAKE_EDITOR,
  );
  const title = `Portfolio of ${rows.toLocaleString('en-US')} projects`;
  return [
    figure(`${title} read, service at 0 ms`, 'ms', [measured.readMs]),
    figure(`${title}, requests`, '/s', [measured.requestsPerSecond]),
    figure(`${title}, growth of the heap`, 'KB', [measured.heapMb * 1000], {
      target: { atMost: 80_000 },
    }),
    figure(`${title}, growth of the process`, 'KB', [measured.residentMb * 1000]),
    figure(`${title}, longest block while reading`, 'ms', [measured.blockedMs]),
    figure(`${title} in a later window, all counts`, 'ms', [measured.backMs]),
    figure(`${title} in a later window, longest block`, 'ms', [measured.blockedBackMs]),
  ];
}
