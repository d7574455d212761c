import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { hostAndPath } from '../core/client/serviceAddress.ts';
import { describeFailure } from '../core/messages/failureMessages.ts';
import { causeOf } from '../core/model/serviceError.ts';
import { asText } from '../editor/asText.ts';
import { formatTime } from '../editor/locale.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { type Outage, outageWord } from './serviceStatus.ts';
import type { Session } from './session.ts';
import { scopeWords } from './storedSignIn.ts';

/** In characters. A longer name would leave no room for other items of the status bar. */
const LONGEST_NAME = 32;

interface StatusWords {
  /** Begins with an icon, as `$(name)`. */
  readonly text: string;
  readonly tooltip: string;
  /** What a screen reader says instead of the text. */
  readonly spoken: string;
}

/** Shows the connection in use, if any, in the status bar. A click opens Switch Connection. */
export function showConnection(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'mintscope.connection',
    vscode.StatusBarAlignment.Left,
  );
  item.name = l10n.t('Mintscope Connection');
  item.command = 'mintscope.switchConnection';
  const show = () => {
    const { current, outage, refused, retryAt } = session;
    if (!current) {
      item.hide();
      return;
    }
    const words = outage ? outageWords(current, outage, retryAt) : statusWords(current);
    const { text, tooltip, spoken } = refused ? refusedWords(current) : words;
    const background = refused ? 'errorBackground' : outage && 'warningBackground';
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: spoken };
    item.backgroundColor = background && new vscode.ThemeColor(`statusBarItem.${background}`);
    item.show();
  };
  show();
  return vscode.Disposable.from(item, session.onDidChange(show), session.onDidChangeStatus(show));
}

type Named = Pick<ActiveConnection, 'address' | 'scope'>;

/** The words for a connection without a known failure. */
export function statusWords(connection: Named): StatusWords {
  const { scope, address } = connection;
  if (scope === 'sample') {
    return {
      text: `$(beaker) Mintscope: ${shortName(connection)}`,
      tooltip: l10n.t(
        'Mintscope shows sample data, made up on this machine. Click to switch the connection or to stop sample data.',
      ),
      spoken: l10n.t('Mintscope: sample data, made up. Switch connection.'),
    };
  }
  const where = scopeWords(scope);
  return {
    text: `$(plug) Mintscope: ${shortName(connection)}`,
    tooltip: `${l10n.t('Mintscope is signed in to {0} ({1}).', address.base, where)} ${clickWords()}`,
    spoken: l10n.t(
      'Mintscope: signed in to {0} ({1}). Switch connection.',
      hostAndPath(address),
      where,
    ),
  };
}

export function refusedWords(connection: Named): StatusWords {
  const { address, scope } = connection;
  const refused = l10n.t('{0} refused your token ({1}).', hostAndPath(address), scopeWords(scope));
  return {
    text: `$(warning) Mintscope: ${shortName(connection)} · ${l10n.t('token refused')}`,
    tooltip: `${refused} ${l10n.t('Click to sign in again or to switch.')}`,
    spoken: `Mintscope: ${refused} ${l10n.t('Sign in again.')}`,
  };
}

/**
 * The words for a service that cannot be reached or does not work.
 * @param retryAt the next automatic try, in milliseconds since 1970.
 */
export function outageWords(connection: Named, outage: Outage, retryAt?: number): StatusWords {
  const { address } = connection;
  const { reason } = describeFailure(causeOf(outage.failure), address.host);
  const word = outageWord(outage);
  const tooltip = [
    reason,
    l10n.t('Requests have been failing since {0}.', formatTime(outage.since)),
    ...(retryAt === undefined ? [] : [l10n.t('Next try at {0}.', formatTime(retryAt))]),
    clickWords(),
  ];
  return {
    text: `$(warning) Mintscope: ${shortName(connection)} · ${word}`,
    tooltip: tooltip.join(' '),
    spoken: l10n.t(
      'Mintscope: {0} {1}. {2} Switch connection.',
      hostAndPath(address),
      word,
      reason,
    ),
  };
}

function clickWords(): string {
  return l10n.t('Click to switch the connection or to sign out.');
}

/** Cuts the front of a long name, because its end tells services apart: domain and path. */
function shortName({ address, scope }: Named): string {
  if (scope === 'sample') return scopeWords(scope);
  const name = hostAndPath(address);
  return asText(name.length > LONGEST_NAME ? `…${name.slice(1 - LONGEST_NAME)}` : name);
}
