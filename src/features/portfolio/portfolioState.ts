import { SAMPLE } from '../../connection/activeConnection.ts';
import { problemOf } from '../../connection/catalog.ts';
import { givenName } from '../../connection/connectionName.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import { type PortfolioWork, workWords } from '../../core/messages/portfolioMessages.ts';
import type { Project } from '../../core/model/model.ts';
import type { Sweep } from '../../core/portfolio/sweep.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import { serviceProblem } from '../../panels/panelProblems.ts';
import type { PortfolioPhase, PortfolioState } from '../../protocol/portfolio.ts';
import type { WholeList } from './wholeList.ts';

interface PortfolioProgress {
  readonly account: string;
  readonly phase: PortfolioPhase;
  readonly listed: number;
  /** Whether an outage has stopped the reading. */
  readonly failed: boolean;
  readonly list: WholeList;
  readonly sweep: Sweep;
  /** Until when the service has asked to send no requests, in milliseconds since 1970. */
  readonly waitUntil: number | undefined;
  /** Whether the list is refetched, and all stats after it. */
  readonly isRefreshing: boolean;
}

interface StateParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
}

/** What the page shows above the rows, without the week. */
export function stateOf(progress: PortfolioProgress, parts: StateParts): PortfolioState {
  const { account, phase, listed, list, sweep, waitUntil } = progress;
  const { rows, total } = parts.projects.state;
  const isReading = phase === 'stats' || phase === 'list';
  const work = workOf(progress);
  const ownOutage = progress.failed ? parts.session.outage : undefined;
  const listShare = total ? Math.min(1, rows.length / total) : undefined;
  return {
    ...{ service: account, sample: account === SAMPLE, phase, listed, total },
    connection: givenName(parts.session.current),
    waitUntil: isReading ? waitUntil : undefined,
    work: work && workWords(work, formatNumber),
    progress: list.phase === 'read' ? sweepShare(sweep) : listShare,
    problem: serviceProblem(parts.session, ownOutage) ?? problem(progress, parts),
  };
}

function workOf({ phase, isRefreshing, sweep }: PortfolioProgress): PortfolioWork | undefined {
  if (phase === 'paused' || phase === 'stopped') return phase;
  if (phase === 'list') return isRefreshing ? 'refreshing' : undefined;
  return phase === 'stats' ? sweep.count : undefined;
}

function sweepShare({ count: { changing, complete } }: Sweep): number {
  const of = changing.of + complete.of;
  return of === 0 ? 1 : (changing.done + complete.done) / of;
}

/** Why the list or the stats are not read any more, apart from an outage or a refused token. */
function problem(
  { phase, list, sweep }: PortfolioProgress,
  { session, projects }: StateParts,
): PortfolioState['problem'] {
  if (list.phase === 'failed') {
    const failed = problemOf(session, projects.state);
    return failed && { message: failed.whole, action: failed.action, code: failed.code };
  }
  if (phase !== 'stopped' || !sweep.problem) return undefined;
  const time = (ms: number) => formatTime(session.clock.now() + ms);
  const { reason, hint, action, code } = describeFailure(sweep.problem, session.host, time);
  return { message: `${reason} ${hint}`, action, code };
}
