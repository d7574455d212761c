import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ListState } from '../../core/lists/listState.ts';
import { isUnfinished, isUnread, type RemainingPages } from '../../core/lists/remainingPages.ts';
import { asOfWords, outdatedSince } from '../../core/messages/listMessages.ts';
import { listProblem } from '../../core/messages/failureMessages.ts';
import type { FailureWords } from '../../core/messages/failureWords.ts';
import { coveredWords, hitWords } from '../../core/messages/searchMessages.ts';
import type { SearchHits } from '../../core/search/rowSearch.ts';
import { formatTime } from '../../editor/locale.ts';

const BUTTONS = {
  stop: ['stop-circle', () => l10n.t('Stop searching further pages')],
  retry: ['refresh', () => l10n.t('Retry')],
  signIn: ['key', () => l10n.t('Sign In…')],
  load: ['fold-down', () => l10n.t('Load all searched rows into the view')],
  searchRest: ['play-circle', () => l10n.t('Search the rest')],
  refresh: ['refresh', () => l10n.t('Refresh')],
  copy: ['copy', () => l10n.t('Copy Mint Address')],
} as const;
type FinderButton = keyof typeof BUTTONS;

const buttonsMade = new Map<FinderButton, vscode.QuickInputButton>();

export interface FinderFrame {
  readonly title: string;
  readonly busy: boolean;
  readonly buttons: readonly vscode.QuickInputButton[];
  /** Why not all rows could be read, once reading has ended. */
  readonly problem: FailureWords | undefined;
}

interface FinderWork {
  readonly title: string;
  /** The state of the finder's own reading; a Load All may also be running. */
  readonly reading: RemainingPages['work'];
  /** Whether the search has begun to read pages. */
  readonly begun: boolean;
  /** The id of the project that is being looked up. */
  readonly asking?: string | undefined;
  /** Whether searches have read rows that their views have not loaded. */
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
  const waitsForTyping = !begun && !busy && !problem && unfinished.length > 0;
  const words =
    asking !== undefined
      ? [title, l10n.t('Asking the service for project {0}…', asking)]
      : [
          title,
          asOfWords(outdatedSince(states), (at) => formatTime(at, 'short')),
          coveredWords(states, hits.searched, waitsForTyping),
          hits.matches > 0 && hitWords(hits, typed),
          problem?.reason,
        ];
  const rest: FinderButton[] =
    unfinished.length > 0 ? ['searchRest'] : unread.length > 0 ? ['refresh'] : [];
  const idle: FinderButton[] = problem ? [problem.action === 'signIn' ? 'signIn' : 'retry'] : rest;
  const whenIdle: FinderButton[] = [...idle, ...(ahead ? (['load'] as const) : [])];
  const shown: FinderButton[] = reading === 'reading' ? ['stop'] : busy ? [] : whenIdle;
  return {
    title: words.filter(Boolean).join(' · '),
    busy: busy || asking !== undefined,
    buttons: shown.map(finderButton),
    problem,
  };
}

/** A button, always the same object, so that the finder can tell which one was pressed. */
export function finderButton(name: FinderButton): vscode.QuickInputButton {
  const [icon, words] = BUTTONS[name];
  const button = buttonsMade.get(name) ?? {
    iconPath: new vscode.ThemeIcon(icon),
    tooltip: words(),
  };
  buttonsMade.set(name, button);
  return button;
}
