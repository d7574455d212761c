import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText, joinWords } from '../../core/base/displayText.ts';
import { formatList } from '../../core/base/format.ts';
import { waitingWords } from '../../core/messages/coverageMessages.ts';
import { watchedName } from '../../core/messages/watchMessages.ts';
import { type Failure, failureCode } from '../../core/model/serviceError.ts';
import { keyOf, mintStateOf, type Watched, worstFirst } from '../../core/watch/watchList.ts';
import { asMarkdown, asText } from '../../editor/asText.ts';
import { formatTime } from '../../editor/locale.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { countsWords, mintingWords, outlookWords, type WatchedTime } from './watchWords.ts';

/** The most names of what was minted. */
const MOST_NAMES = 2;
const LONGEST_NAME = 30;

/**
 * Shows in the status bar how far the watched projects are, and what was minted. A click opens what
 * was minted, and lists the projects if nothing was.
 */
export class WatchStatusItem implements vscode.Disposable {
  #item: vscode.StatusBarItem | undefined;

  /**
   * @param minted the names of what was minted and not seen yet.
   * @param now in milliseconds since 1970.
   * @param failures why projects could not be read at the last try, by `t/12`.
   * @param waitUntil until when the service asks to send no request, in milliseconds since 1970.
   */
  show(
    watched: readonly Watched[],
    minted: readonly string[],
    now: number,
    failures: ReadonlyMap<string, Failure> | undefined,
    waitUntil: number | undefined,
    time: WatchedTime,
  ): void {
    if (watched.length + minted.length === 0) {
      this.#item?.hide();
      return;
    }
    const item = (this.#item ??= create());
    const names = minted.map((name) => displayText(name, LONGEST_NAME));
    const over = minted.length > 0 ? l10n.t('Minted: {0}', formatList(names, MOST_NAMES)) : '';
    const words = watched.length > 0 ? mintingWords(watched, now, time) : '';
    const icon = minted.length > 0 && !needsAttention(watched) ? 'pass' : iconOf(watched, time);
    const shown = words === '' ? '' : l10n.t('Watched: {0}', words);
    item.text = `$(${icon}) ${asText(joinWords(over, shown))}`;
    const label = `${item.name ?? ''}: ${joinWords(over, words).replaceAll(' · ', ', ')}`;
    item.accessibilityInformation = { label };
    item.tooltip = tooltip(watched, now, failures, waitUntil, time);
    item.backgroundColor = needsAttention(watched)
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    item.show();
  }

  dispose(): void {
    this.#item?.dispose();
  }
}

/** A warning if a project needs attention. Else the icon spins while counts arrive and one moves. */
function iconOf(watched: readonly Watched[], { age }: WatchedTime): string {
  if (needsAttention(watched)) return 'warning';
  if (age !== undefined) return 'debug-pause';
  return watched.some((one) => mintStateOf(one) === 'minting') ? 'sync~spin' : 'clock';
}

/** Whether a project has stalled or failed. */
function needsAttention(watched: readonly Watched[]): boolean {
  return watched.some((one) => ['failed', 'stalled'].includes(mintStateOf(one)));
}

function create(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(
    'mintscope.watching',
    vscode.StatusBarAlignment.Left,
  );
  item.name = l10n.t('Mintscope Watched Projects');
  item.command = 'mintscope.showWatched';
  return item;
}

function tooltip(
  watched: readonly Watched[],
  now: number,
  failures: ReadonlyMap<string, Failure> | undefined,
  waitUntil: number | undefined,
  { paces }: WatchedTime,
): vscode.MarkdownString {
  const lines = worstFirst(watched).map((one) => {
    const failure = failures?.get(one.ref);
    const counts = countsWords(one);
    const words = [
      one.last ? l10n.t('{0} at {1}', counts, formatTime(one.last.at)) : counts,
      outlookWords(one, paces?.get(keyOf(one)), stallLimitMs(), now),
      failure ? l10n.t('could not be read ({0})', failureCode(failure)) : '',
    ]
      .filter((part) => part !== '')
      .join(', ');
    return `**${asMarkdown(watchedName(one))}**: ${asMarkdown(words)}`;
  });
  if (waitUntil !== undefined) {
    lines.push(asMarkdown(waitingWords(formatTime(waitUntil))));
  }
  return new vscode.MarkdownString(lines.join('\n\n'));
}
