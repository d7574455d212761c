import { SAMPLE } from '../../connection/activeConnection.ts';
import { problemOf } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import {
  coverageWords,
  type PortfolioWork,
  workWords,
} from '../../core/messages/portfolioMessages.ts';
import type { Project } from '../../core/model/model.ts';
import type { Sweep } from '../../core/portfolio/sweep.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import type { PortfolioPhase, PortfolioState } from '../../protocol/portfolio.ts';
import type { PortfolioRows } from './portfolioRows.ts';
import { sweepProblem } from './sweepProblem.ts';
import type { WholeList } from './wholeList.ts';

/** How a portfolio stands. */
export interface PortfolioReading {
  readonly account: string;
  readonly phase: PortfolioPhase;
  readonly rows: PortfolioRows;
  readonly list: WholeList;
  readonly sweep: Sweep;
  /** What a refresh reads, if there is one: the list, and after it the stats. */
  readonly refresh: 'list' | 'stats' | undefined;
}

/** What a portfolio is read with. */
interface StateParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
  readonly clock: Clock;
}

/** What the page shows above the rows. */
export function stateOf(reading: PortfolioReading, parts: StateParts): PortfolioState {
  const { account, phase, rows, list, sweep } = reading;
  const { clock, projects } = parts;
  const { total } = projects.state;
  const listed = rows.projects.size;
  const { covered } = rows;
  const failed = [...sweep.failures.keys()].filter((key) => rows.projects.has(key)).length;
  const isReading = phase === 'stats' || phase === 'list';
  const waitUntil = isReading ? sweep.waitUntil : undefined;
  const covers = { ...covered, listed, total, failed, waitUntil };
  const work = workOf(reading);
  const share = total ? Math.min(1, projects.state.rows.length / total) : undefined;
  return {
    ...{ service: account, sample: account === SAMPLE, phase, listed },
    withStats: covered.withStats,
    coverage: coverageWords(covers, clock.now(), formatNumber, formatTime),
    work: work && workWords(work, formatNumber),
    progress: list.phase === 'read' ? sweep.progress : share,
    problem: problem(reading, parts),
  };
}

function workOf({ phase, refresh, sweep }: PortfolioReading): PortfolioWork | undefined {
  if (phase === 'paused' || phase === 'stopped') return phase;
  if (phase === 'list' && refresh === 'list') return 'refreshing';
  return phase === 'stats' && refresh === 'stats' ? sweep.count : undefined;
}

function problem(
  { phase, list, sweep }: PortfolioReading,
  { session, projects, clock }: StateParts,
): PortfolioState['problem'] {
  if (list.phase === 'failed') {
    const failed = problemOf(session, projects.state);
    return failed && { message: failed.whole, action: failed.action, code: failed.code };
  }
  if (phase !== 'stopped' || !sweep.problem) return undefined;
  return sweepProblem(sweep.problem, session, clock.now());
}
