import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText, joinWords } from '../../core/base/displayText.ts';
import { plural } from '../../core/base/format.ts';
import { waitingWords } from '../../core/messages/coverageMessages.ts';
import { watchedName } from '../../core/messages/watchMessages.ts';
import { failureCode } from '../../core/model/serviceError.ts';
import { keyOf, mintStateOf, type Watched, worstFirst } from '../../core/watch/watchList.ts';
import { asMarkdown, asText } from '../../editor/asText.ts';
import { formatTime } from '../../editor/locale.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { newsWords } from './watchNews.ts';
import type { StatsReader } from '../../stats/statsReader.ts';
import { mintingWords, needsAttention, watchedWords, type WatchedTime } from './watchWords.ts';

const LONGEST_NAME = 30;

/** A click opens what is over, and lists the watched projects if nothing is. */
export class WatchStatusItem implements vscode.Disposable {
  #item: vscode.StatusBarItem | undefined;

  /**
   * @param over what was minted or has ended otherwise, and was not seen yet.
   * @param now in milliseconds since 1970.
   * @param reader knows why projects could not be read, and since when they have failed.
   * @param waitUntil until when the service asks to send no request, in milliseconds since 1970.
   */
  show(
    watched: readonly Watched[],
    over: readonly Watched[],
    now: number,
    reader: StatsReader | undefined,
    waitUntil: number | undefined,
    time: WatchedTime,
  ): void {
    if (watched.length + over.length === 0) {
      this.#item?.hide();
      return;
    }
    const item = (this.#item ??= create());
    const incomplete = over.filter(({ news }) => news === 'ended');
    const minted = over.filter(({ news }) => news !== 'ended');
    const words = watched.length > 0 ? mintingWords(watched, now, time) : '';
    const isFailing = watched.some(needsAttention);
    const isAlarming = incomplete.length > 0 || isFailing;
    const notMinted = overWords(
      incomplete,
      (name) => l10n.t('Not all minted: {0}', name),
      l10n.t('{0} not all minted | {0} not all minted'),
    );
    const done = overWords(
      minted,
      (name) => l10n.t('Minted: {0}', name),
      l10n.t('{0} minted | {0} minted'),
    );
    // The worst first: the editor cuts the end of a long text.
    const joined = (ofWatched: string) =>
      joinWords(notMinted, ...(isFailing ? [ofWatched, done] : [done, ofWatched]));
    const isMinted = minted.length > 0 && !isAlarming;
    const icon = incomplete.length > 0 ? 'warning' : isMinted ? 'pass' : iconOf(watched, time);
    const shown = words === '' ? '' : l10n.t('Watched: {0}', words);
    item.text = `$(${icon}) ${asText(joined(shown))}`;
    const label = `${item.name ?? ''}: ${joined(words).replaceAll(' · ', ', ')}`;
    item.accessibilityInformation = { label };
    const ended = over.map((one) => asMarkdown(newsWords(one.news ?? 'done', [one])));
    item.tooltip = tooltip(ended, watched, now, reader, waitUntil, time);
    item.backgroundColor = isAlarming
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    item.show();
  }

  dispose(): void {
    this.#item?.dispose();
  }
}

/** The name of the only one, or how many there are; empty without any. */
function overWords(
  over: readonly Watched[],
  named: (name: string) => string,
  counted: string,
): string {
  const [one, ...others] = over;
  if (!one) return '';
  if (others.length > 0) return plural(over.length, counted);
  return named(displayText(watchedName(one), LONGEST_NAME));
}

/** A warning if a project needs attention. Else the icon spins while counts arrive and one moves. */
function iconOf(watched: readonly Watched[], { age }: WatchedTime): string {
  if (watched.some(needsAttention)) return 'warning';
  if (age !== undefined) return 'debug-pause';
  return watched.some((one) => mintStateOf(one) === 'minting') ? 'sync~spin' : 'clock';
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

/** @param ended a line for each project that is over, in Markdown. */
function tooltip(
  ended: readonly string[],
  watched: readonly Watched[],
  now: number,
  reader: StatsReader | undefined,
  waitUntil: number | undefined,
  { paces }: WatchedTime,
): vscode.MarkdownString {
  const ongoing = worstFirst(watched).map((one) => {
    const failure = reader?.failures.get(one.ref);
    const words = [
      watchedWords(one, paces?.get(keyOf(one)), stallLimitMs(), now, reader?.failedSince(one.ref)),
      failure ? l10n.t('could not be read ({0})', failureCode(failure)) : '',
    ]
      .filter((part) => part !== '')
      .join(', ');
    return `**${asMarkdown(watchedName(one))}**: ${asMarkdown(words)}`;
  });
  const lines = [...ended, ...ongoing];
  if (waitUntil !== undefined) {
    lines.push(asMarkdown(waitingWords(formatTime(waitUntil))));
  }
  return new vscode.MarkdownString(lines.join('\n\n'));
}
