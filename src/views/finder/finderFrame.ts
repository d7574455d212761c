import * as vscode from 'vscode';
import type { ListState } from '../../core/lists/listState.ts';
import { isUnfinished, isUnread, type RemainingPages } from '../../core/lists/remainingPages.ts';
import { asOfWords, outdatedSince } from '../../core/messages/asOfMessages.ts';
import { listProblem } from '../../core/messages/failureMessages.ts';
import type { FailureWords } from '../../core/messages/failureWords.ts';
import { coveredWords, hitWords } from '../../core/messages/searchMessages.ts';
import type { SearchHits } from '../../core/search/rowSearch.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';

export const STOP = button('stop-circle', 'Stop searching further pages');
export const RETRY = button('refresh', 'Retry');
export const SIGN_IN = button('key', 'Sign In…');
export const LOAD = button('fold-down', 'Load all searched rows into the view');
const GO_ON = button('play-circle', 'Search the rest');
const REFRESH = button('refresh', 'Refresh');

/** The title, buttons and busy state of the finder. */
export interface FinderFrame {
  readonly title: string;
  readonly busy: boolean;
  readonly buttons: readonly vscode.QuickInputButton[];
  /** Why not all rows could be read, once reading has ended. */
  readonly problem: FailureWords | undefined;
}

/** What the finder is doing. */
interface FinderWork {
  /** What the person is asked. */
  readonly title: string;
  /** The state of the finder's own reading; a Load All may also be running. */
  readonly reading: RemainingPages['work'];
  /** Whether it has begun to read pages. */
  readonly begun: boolean;
  /** The id of the project that the service is being asked for. */
  readonly asking?: string | undefined;
  /** Whether rows were read that are not in their view. */
  readonly ahead: boolean;
  readonly host: string;
}

export function finderFrame(
  states: readonly ListState<unknown>[],
  { title, reading, begun, asking, ahead, host }: FinderWork,
  hits: SearchHits,
  typed: string,
): FinderFrame {
  const busy = reading === 'reading' || states.some(({ work }) => work !== undefined);
  const unfinished = states.filter(isUnfinished);
  // After a stop, an earlier failure is not the reason why rows are missing.
  const ended = !busy && reading !== 'stopped';
  const unread = states.filter(isUnread);
  const failed = ended ? unread.find(({ failure }) => failure) : undefined;
  const problem = failed && listProblem(failed, host, formatTime);
  const waits = !begun && !busy && !problem && unfinished.length > 0;
  const words =
    asking !== undefined
      ? [title, `Asking the service for project ${asking}…`]
      : [
          title,
          asOfWords(outdatedSince(states), (at) => formatTime(at, 'short')),
          coveredWords(states, hits.searched, waits, formatNumber),
          hits.matches > 0 && hitWords(hits, typed, formatNumber),
          problem?.reason,
        ];
  const goOn = unfinished.length > 0 ? [GO_ON] : unread.length > 0 ? [REFRESH] : [];
  const idle = problem ? [problem.action === 'signIn' ? SIGN_IN : RETRY] : goOn;
  return {
    title: words.filter(Boolean).join(' · '),
    busy: busy || asking !== undefined,
    buttons: reading === 'reading' ? [STOP] : busy ? [] : [...idle, ...(ahead ? [LOAD] : [])],
    problem,
  };
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}
