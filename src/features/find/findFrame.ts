import * as vscode from 'vscode';
import type { ListState } from '../../core/lists/listState.ts';
import { isUnfinished, type RemainingPages } from '../../core/lists/remainingPages.ts';
import { listProblem } from '../../core/messages/failureMessages.ts';
import type { FailureWords } from '../../core/messages/failureWords.ts';
import { hitWords, searchedWords } from '../../core/messages/searchMessages.ts';
import type { SearchHits } from '../../core/search/rowSearch.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';

export const STOP = button('stop-circle', 'Stop searching further pages');
const GO_ON = button('play-circle', 'Search the rest');
export const RETRY = button('refresh', 'Try again');
export const SIGN_IN = button('key', 'Sign In…');

/** The title, buttons and busy state of the finder. */
export interface FindFrame {
  readonly title: string;
  readonly busy: boolean;
  readonly button: vscode.QuickInputButton | undefined;
  /** Why not all rows could be read, once reading has ended. */
  readonly problem: FailureWords | undefined;
}

/** @param own the state of the finder's own reading; a Load All may also be running. */
export function findFrame(
  states: readonly ListState<unknown>[],
  own: RemainingPages['work'],
  hits: SearchHits,
  typed: string,
  host: string,
): FindFrame {
  const busy = own === 'reading' || states.some(({ work }) => work !== undefined);
  const unfinished = states.filter(isUnfinished);
  // After a stop, an earlier failure is not the reason why rows are missing.
  const ended = !busy && own !== 'stopped';
  const failed = ended ? unfinished.find(({ failure }) => failure) : undefined;
  const problem = failed && listProblem(failed, host, formatTime);
  const words = [
    'Find',
    searchedWords(states, hits.searched, formatNumber),
    hits.matches > 0 && hitWords(hits, typed, formatNumber),
    problem?.reason,
  ];
  const goOn = unfinished.length > 0 ? GO_ON : undefined;
  const idle = problem ? (problem.action === 'signIn' ? SIGN_IN : RETRY) : goOn;
  return {
    title: words.filter(Boolean).join(' · '),
    busy,
    button: own === 'reading' ? STOP : busy ? undefined : idle,
    problem,
  };
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}
