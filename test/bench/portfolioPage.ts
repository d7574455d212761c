import type { PortfolioRow } from '../../src/features/portfolio/messages.ts';

const STATUSES = ['processing', 'processing', 'processing', 'confirmed', 'pending', 'failed'];

/** Rows of every kind. Only their times differ in each run. */
export function portfolioRows(count: number): PortfolioRow[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, at) => {
    const total = 100 + ((at * 7919) % 9000);
    const confirmed = Math.floor((total * ((at * 31) % 101)) / 100);
    const processing = Math.floor((total - confirmed) / 3);
    const status = STATUSES[at % STATUSES.length]!;
    return {
      key: `project/${at % 2 === 0 ? 't' : 'n'}/${at + 1}`,
      name: `Harbor Lights ${(at * 7919) % count}`,
      symbol: `H${at % 977}`,
      status,
      ref: `${at % 2 === 0 ? 't' : 'n'}/${at + 1}`,
      counts: { total, confirmed, processing, pending: total - confirmed - processing },
      asOf: now - at * 1000,
      movedAt: now - at * 1100,
      concerns: status === 'failed' ? [{ kind: 'failed', words: 'Failed 12' }] : [],
      ...(at % 400 === 7 && {
        failure: 'The service had an internal error (500).',
        concerns: [{ kind: 'unreadable', words: 'Could not be read' }],
      }),
    };
  });
}
