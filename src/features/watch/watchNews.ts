import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { joinWords } from '../../core/base/displayText.ts';
import { formatNumber } from '../../core/base/format.ts';
import { concernWords } from '../../core/messages/attentionMessages.ts';
import {
  allConfirmedWords,
  confirmedWords,
  notMintedWords,
} from '../../core/messages/countMessages.ts';
import {
  noLongerWatchedWords,
  stopWatchingLabel,
  watchedName,
} from '../../core/messages/watchMessages.ts';
import { unseenProject } from '../../core/model/projectRef.ts';
import { failedOf } from '../../core/stats/problems.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { wholeOf } from '../../core/stats/share.ts';
import { keyOf, type News, reachedShare, type Watched } from '../../core/watch/watchList.ts';
import { showInformation, showWarning } from '../../editor/notify.ts';
import { runCommand } from '../../editor/commandRegistry.ts';

type Action = 'open' | 'acknowledge' | 'stop';

interface Answered {
  see(keys: ReadonlySet<string>): unknown;
  stop(connection: ActiveConnection, keys: ReadonlySet<string>): number;
}

interface Message {
  readonly news: News;
  readonly show: typeof showInformation;
  readonly actions: readonly Action[];
}

/** In the order in which they are shown. */
const MESSAGES: readonly Message[] = [
  { news: 'gone', show: showWarning, actions: [] },
  { news: 'done', show: showInformation, actions: ['open'] },
  { news: 'share', show: showInformation, actions: ['open'] },
  { news: 'moves', show: showInformation, actions: ['open'] },
  { news: 'ended', show: showWarning, actions: ['open', 'acknowledge'] },
  { news: 'failed', show: showWarning, actions: ['open', 'stop'] },
  { news: 'stalled', show: showWarning, actions: ['open', 'stop'] },
];

/** One message for each kind of news. Resolves when the user has answered all. */
export async function showNews(
  watching: Answered,
  connection: ActiveConnection,
  news: readonly Watched[],
): Promise<void> {
  await Promise.all(
    MESSAGES.map(async (message) => {
      const all = news.filter((one) => one.news === message.news);
      if (all.length === 0) return;
      const labels: Readonly<Record<Action, string>> = {
        open: l10n.t('Open'),
        acknowledge: l10n.t('Acknowledge'),
        stop: stopWatchingLabel(),
      };
      const text = `${newsWords(message.news, all)}.`;
      const chosen = await message.show(text, ...message.actions.map((one) => labels[one]));
      // The user may answer the message much later.
      if (connection.ended.aborted) return;
      if (chosen === labels.open) await openAny(watching, all);
      if (chosen === labels.acknowledge) await acknowledge(all);
      if (chosen === labels.stop && watching.stop(connection, new Set(all.map(keyOf))) === 0) {
        void showInformation(`${noLongerWatchedWords(all.length, all.map(watchedName))}.`);
      }
    }),
  );
}

async function acknowledge(all: readonly Watched[]): Promise<void> {
  const rows = all.map(({ ref, name }) => unseenProject(ref, { name: name || undefined }));
  await runCommand('mintscope.acknowledge', rows[0], rows, true);
}

/** Opens the stats of the only project, or lists the watched ones and what is over. */
async function openAny(watching: Answered, all: readonly Watched[]): Promise<void> {
  const [only, ...others] = all;
  if (!only || others.length > 0) return runCommand('mintscope.showWatched');
  await runCommand('mintscope.openStats', only.ref);
  watching.see(new Set([keyOf(only)]));
}

/** The most projects that one message describes; of the others it gives the number. */
const MOST_DESCRIBED = 3;

/** One message for all projects with the same news: `Harbor Lights: 90% reached, 4,500 of 5,000 confirmed`. */
export function newsWords(news: News, all: readonly Watched[]): string {
  const described = all.slice(0, MOST_DESCRIBED).map((one) => wordsOf(news, one));
  const words = described.join('; ');
  const more = all.length - described.length;
  return more > 0 ? l10n.t('{0} and {1} more', words, formatNumber(more)) : words;
}

function wordsOf(news: News, one: Watched): string {
  const name = watchedName(one);
  const last: Partial<LastReading> = one.last ?? {};
  const counts = one.last ? confirmedWords(last) : '';
  const count = failedOf(last);
  const failed = count > 0 ? [{ kind: 'failed', count } as const] : [];
  const concern = (words: string) => `${name}: ${[words, counts].filter(Boolean).join(', ')}`;
  switch (news) {
    case 'gone':
      return l10n.t('The service has no stats of {0}, so watching has ended', name);
    case 'done':
      return l10n.t('{0} is minted: {1}', name, allConfirmedWords(last));
    case 'ended': {
      const whole = wholeOf(last) ?? NaN;
      const missing = notMintedWords(whole - (last.confirmed ?? NaN), whole);
      // As its row and its panel say it.
      const words = failed.length > 0 ? joinWords(concernWords(failed), counts) : missing;
      return l10n.t('{0} ended: {1}', name, words ?? counts);
    }
    case 'failed':
      return concern(concernWords(failed.length > 0 ? failed : [{ kind: 'failed' }]));
    case 'stalled': {
      const { at = 0, movedAt = 0 } = last;
      return concern(concernWords([...failed, { kind: 'stalled', forMs: at - movedAt }]));
    }
    case 'share': {
      const share = formatNumber(reachedShare(one.wanted, one.last) ?? 0, 'percent');
      return l10n.t('{0}: {1} reached, {2}', name, share, counts);
    }
    case 'moves':
      return l10n.t('{0} goes on: {1}', name, counts);
  }
}
