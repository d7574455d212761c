import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import {
  doneWords,
  endedBeforeWords,
  endedWords,
  failedWords,
  goneWords,
  growsWords,
  idleWords,
  movesWords,
  reachedWords,
  stalledWords,
  watchedName,
} from '../../core/messages/watchMessages.ts';
import { formatRef } from '../../core/model/model.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import { keyOf, type News, type Watched } from '../../core/watch/watchList.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { BACK } from '../../editor/askText.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showInformation, showWarning } from '../../editor/notify.ts';

/**
 * Shows the news of watched projects: one message for all that are done, one for all that have
 * stalled, and so on.
 * @param stop ends the watching of projects, by their keys. Returns how many were watched.
 */
export async function showNews(
  stop: (keys: ReadonlySet<string>) => number,
  connection: ActiveConnection,
  news: readonly Watched[],
): Promise<void> {
  const [open, stopWatching] = [l10n.t('Open'), l10n.t('Stop Watching')];
  const of = (kind: News) => news.filter((one) => one.news === kind);
  const [done, idle, gone] = [of('done'), of('idle'), of('gone')];
  const [ended, failed, stalled] = [of('ended'), of('failed'), of('stalled')];
  if (gone.length > 0) void showWarning(`${goneWords(gone)}.`);
  const act = async (all: readonly Watched[], choice: string | undefined) => {
    // The user may answer the message much later.
    if (connection.ended.aborted) return;
    if (choice === open) await openOne(all, connection);
    if (choice !== stopWatching || stop(new Set(all.map(keyOf))) > 0) return;
    void showInformation(`${endedBeforeWords(all)}.`);
  };
  const inform = async (all: readonly Watched[], words: string) => {
    if (all.length > 0) await act(all, await showInformation(`${words}.`, open));
  };
  const warn = async (all: readonly Watched[], words: string, ...actions: readonly string[]) => {
    if (all.length > 0) await act(all, await showWarning(`${words}.`, open, ...actions));
  };
  await Promise.all([
    inform(done, doneWords(done, formatNumber)),
    inform(idle, idleWords(idle)),
    inform(of('share'), reachedWords(of('share'), formatNumber)),
    inform(of('moves'), movesWords(of('moves'), formatNumber)),
    inform(of('grows'), growsWords(of('grows'), formatNumber)),
    warn(ended, endedWords(ended, formatNumber)),
    warn(failed, failedWords(failed, formatNumber), stopWatching),
    warn(stalled, stalledWords(stalled, formatNumber), stopWatching),
  ]);
}

async function openOne(all: readonly Watched[], { ended }: ActiveConnection): Promise<void> {
  const [only] = all;
  const chosen =
    all.length === 1
      ? only
      : await askChoice<Watched>({
          title: l10n.t('Open the stats of which project?'),
          choices: all.map((one) => ({
            label: watchedName(one),
            description: describeRef(one.ref),
            value: one,
          })),
          ended,
        });
  if (!chosen || chosen === BACK || ended.aborted) return;
  await vscode.commands.executeCommand('mintscope.openStats', formatRef(chosen.ref));
}
