import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { outageWord } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { scopeWords } from '../../connection/signIns.ts';
import { capitalized } from '../../core/base/displayText.ts';
import { hostAndPath } from '../../core/client/serviceAddress.ts';
import { describeFailure, nextTryWords } from '../../core/messages/failureMessages.ts';
import { causeOf } from '../../core/model/serviceError.ts';
import { asText } from '../../editor/asText.ts';
import { formatTime } from '../../editor/locale.ts';

/** In characters. A longer name would leave no room for other items of the status bar. */
const LONGEST_NAME = 32;

export function showConnection(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'mintscope.connection',
    vscode.StatusBarAlignment.Left,
  );
  item.name = l10n.t('Mintscope Connection');
  item.command = 'mintscope.switchConnection';
  const show = () => {
    const { current, outage, refused } = session;
    if (!current) {
      item.hide();
      return;
    }
    const background = refused ? 'errorBackground' : outage && 'warningBackground';
    item.backgroundColor = background && new vscode.ThemeColor(`statusBarItem.${background}`);
    const words = statusWords(current, session);
    Object.assign(item, words);
    // Without it, a screen reader reads the name of the icon and the address twice.
    item.accessibilityInformation = { label: words.tooltip };
    item.show();
  };
  show();
  return vscode.Disposable.from(item, session.onDidChange(show), session.onDidChangeStatus(show));
}

export function statusWords(
  { address, scope }: Pick<ActiveConnection, 'address' | 'scope'>,
  { refused, outage, retryAt }: Pick<Session, 'refused' | 'outage' | 'retryAt'>,
): { readonly text: string; readonly tooltip: string } {
  const isSample = scope === 'sample';
  const name = hostAndPath(address);
  // Cuts the front of a long name, because its end tells services apart: domain and path.
  const short = name.length > LONGEST_NAME ? `…${name.slice(1 - LONGEST_NAME)}` : name;
  const text = `Mintscope: ${isSample ? scopeWords(scope) : asText(short)}`;
  const click = l10n.t('Click to switch the connection or to sign out.');
  if (refused) {
    const said = l10n.t('{0} refused your token ({1}).', name, scopeWords(scope));
    const tooltip = `${said} ${l10n.t('Click to sign in again or to switch.')}`;
    return { text: `$(warning) ${text} · ${l10n.t('token refused')}`, tooltip };
  }
  if (outage) {
    const { reason } = describeFailure(causeOf(outage.failure), address.host);
    const since = l10n.t('Requests have been failing since {0}.', formatTime(outage.since));
    const next = retryAt === undefined ? '' : `${capitalized(nextTryWords(formatTime(retryAt)))}.`;
    const tooltip = [reason, since, next, click].filter((sentence) => sentence !== '').join(' ');
    return { text: `$(warning) ${text} · ${outageWord(outage)}`, tooltip };
  }
  if (isSample) {
    const tooltip = l10n.t(
      'Mintscope shows sample data, made up on this machine. Click to switch the connection or to stop sample data.',
    );
    return { text: `$(beaker) ${text}`, tooltip };
  }
  const signedIn = l10n.t('Mintscope is signed in to {0} ({1}).', address.base, scopeWords(scope));
  return { text: `$(plug) ${text}`, tooltip: `${signedIn} ${click}` };
}
