import { CONCERNS } from '../../src/core/stats/attention.ts';
import { concernCount, withAcknowledged } from '../../src/core/messages/attentionMessages.ts';
import type { ProjectRow } from '../../src/core/messages/projectColumns.ts';
import type { ToPage } from '../../src/core/panel/panel.ts';
import type { PortfolioState, SentRows } from '../../src/features/portfolio/messages.ts';
import { isFromPortfolio } from '../../src/features/portfolio/messages.ts';
import { coverageOf, tableOf } from '../../src/features/portfolio/page/table.ts';
import type { FakePanel } from './fakeVscode/panel.ts';
import { eventually } from './eventually.ts';
import type { FakeWindow } from './fakeVscode/window.ts';
import { type MinimalService, TOKEN } from './minimalService.ts';
import { sentProjects } from './projects.ts';
import { windows } from './windows.ts';

/** What the editor sends to the page of the portfolio. */
export type ToPortfolio = ToPage<PortfolioState> | SentRows;

export const listedProjects = (count: number) =>
  sentProjects(count, (id) => ({
    ...{ name: `Project ${id}`, symbol: `P${id}` },
    ...{ status: 'processing', mintAddress: `Mint${id}` },
  }));

export const HALF = { total: 100, confirmed: 50, processing: 20, pending: 30 };

/** Stats of half minted projects, by `t/12`. */
export function statsOfAll(projects: readonly { readonly id: number }[]): Record<string, unknown> {
  return Object.fromEntries(projects.map(({ id }) => [`t/${id}`, { ...HALF }]));
}

/** The projects of all requests for stats so far, as `t/12`. */
export function statsAsked({ requests }: Pick<MinimalService, 'requests'>): string[] {
  return requests.flatMap(({ path }) => /([tn]\/\d+)\/stats$/.exec(path)?.[1] ?? []);
}

export { isStats } from './minimalService.ts';

/** The page of the portfolio, as far as messages show it. */
export class PortfolioPage {
  readonly panel: FakePanel;

  constructor(panel: FakePanel) {
    this.panel = panel;
  }

  get #messages(): readonly ToPortfolio[] {
    return this.panel.received as unknown as readonly ToPortfolio[];
  }

  get state(): PortfolioState | undefined {
    return this.#messages.findLast((message) => message.type === 'state')?.state;
  }

  get phase(): string | undefined {
    return this.state?.phase;
  }

  /** The rows of the page by key, in its order. */
  get rows(): ReadonlyMap<string, ProjectRow> {
    const rows = new Map<string, ProjectRow>();
    for (const message of this.#messages) {
      if (message.type !== 'rows') continue;
      if (message.first) rows.clear();
      for (const row of message.rows) rows.set(row.key, row);
    }
    return rows;
  }

  /** What the counts of the page cover, in words. */
  get coverage(): string | undefined {
    return this.state && coverageOf(this.#table, this.state, Date.now());
  }

  get withStats(): number {
    return this.#table.covered.withStats;
  }

  get #table() {
    return tableOf([...this.rows.values()], {}, Date.now());
  }

  row(ref: string): ProjectRow | undefined {
    return this.rows.get(`project/${ref}`);
  }

  reasons(ref: string): string | undefined {
    return this.row(ref)
      ?.concerns.map(({ words }) => words)
      .join(' · ');
  }

  /** The chips that filter by what needs attention. */
  get chips(): readonly string[] {
    return this.#table.chips.flatMap(({ id, rows }) => {
      const kind = CONCERNS.find((one) => one === id);
      return kind ? withAcknowledged(concernCount(kind, rows.length), rows) : [];
    });
  }

  get batches(): readonly number[] {
    return this.#messages.flatMap((one) => (one.type === 'rows' ? one.rows.length : []));
  }

  get said(): readonly string[] {
    return this.#messages.flatMap((one) => (one.type === 'done' ? one.what : []));
  }

  /** Sends a message of the page. @throws if the editor would not accept it. */
  says(message: unknown): void {
    if (!isFromPortfolio(message)) throw new Error(`No message: ${JSON.stringify(message)}`);
    this.panel.says(message);
  }
}

/** The page of the newest portfolio that is open. */
function portfolioOf({ desk }: FakeWindow): PortfolioPage {
  const panel = desk.panels.findLast(
    ({ viewType, disposed }) => viewType === 'mintscope.portfolio' && !disposed,
  );
  if (!panel) throw new Error('No portfolio is open.');
  return new PortfolioPage(panel);
}

/**
 * Opens windows that are signed in to a service with so many projects. All end after the case. Call
 * it within `describe`.
 */
export function portfolioWindows() {
  const the = windows();
  return {
    ...the,
    start: async (count: number) => {
      const projects = listedProjects(count);
      const stats = statsOfAll(projects);
      const service = await the.service(projects, stats);
      const signIn = { address: service.address, token: TOKEN };
      const window = await the.window({ signIn, pageSize: 100 });
      return { projects, stats, service, window };
    },
  };
}

/** Opens the portfolio and waits for this phase. */
export async function openPortfolio(window: FakeWindow, phase = 'done'): Promise<PortfolioPage> {
  await window.run('openPortfolio');
  const page = portfolioOf(window);
  await eventually(() => page.phase, phase);
  return page;
}
