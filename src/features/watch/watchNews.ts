import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { noLongerWatchedWords, watchedName } from '../../core/messages/watchMessages.ts';
import { formatRef } from '../../core/model/model.ts';
import { describeRef, unseenProject } from '../../core/model/projectRef.ts';
import { keyOf, type News, type Watched } from '../../core/watch/watchList.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { showInformation, showWarning } from '../../editor/notify.ts';
import { newsWords } from './newsWords.ts';

type Action = 'open' | 'acknowledge' | 'stop';

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
  { news: 'grows', show: showInformation, actions: ['open'] },
  { news: 'ended', show: showWarning, actions: ['open', 'acknowledge'] },
  { news: 'failed', show: showWarning, actions: ['open', 'stop'] },
  { news: 'stalled', show: showWarning, actions: ['open', 'stop'] },
];

/**
 * Shows the news of watched projects: one message for each kind of news. Resolves when the user has
 * answered all.
 * @param stop stops watching the projects with these keys. Returns how many were watched.
 */
export async function showNews(
  stop: (keys: ReadonlySet<string>) => number,
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
        stop: l10n.t('Stop Watching'),
      };
      const text = `${newsWords(message.news, all)}.`;
      const chosen = await message.show(text, ...message.actions.map((one) => labels[one]));
      // The user may answer the message much later.
      if (connection.ended.aborted) return;
      if (chosen === labels.open) await openOne(all, connection);
      if (chosen === labels.acknowledge) await acknowledge(all);
      if (chosen === labels.stop && stop(new Set(all.map(keyOf))) === 0) {
        void showInformation(`${noLongerWatchedWords(all)}.`);
      }
    }),
  );
}

async function acknowledge(all: readonly Watched[]): Promise<void> {
  const rows = all.map(({ ref, name }) => unseenProject(ref, { name: name || undefined }));
  await vscode.commands.executeCommand('mintscope.acknowledge', rows[0], rows);
}

async function openOne(all: readonly Watched[], { ended }: ActiveConnection): Promise<void> {
  const chosen =
    all.length === 1
      ? all[0]
      : await askChoice<Watched>({
          title: l10n.t('Open the stats of which project?'),
          choices: all.map((one) => ({
            label: watchedName(one),
            description: describeRef(one.ref),
            value: one,
          })),
          ended,
        });
  if (!chosen || ended.aborted) return;
  await vscode.commands.executeCommand('mintscope.openStats', formatRef(chosen.ref));
}
