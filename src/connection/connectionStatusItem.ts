import * as vscode from 'vscode';
import { asText } from '../editor/asText.ts';
import type { ActiveConnection } from './activeConnection.ts';
import type { Session } from './session.ts';
import { scopeWords } from './storedSignIn.ts';

/** A longer host would leave no room for the other items of the status bar. */
const LONGEST_HOST = 32;

/** The words of the status bar for a connection. */
interface StatusWords {
  /** With an icon in front, as `$(name)`. */
  readonly text: string;
  readonly tooltip: string;
  /** What a screen reader says in place of the text. */
  readonly spoken: string;
}

/** Shows the connection in use in the status bar. A click opens Switch Connection. */
export function showConnection(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'mintscope.connection',
    vscode.StatusBarAlignment.Left,
  );
  item.name = 'Mintscope Connection';
  item.command = 'mintscope.switchConnection';
  const show = () => {
    const { current, refused } = session;
    if (!current) {
      item.hide();
      return;
    }
    const { text, tooltip, spoken } = statusWords(current, refused);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: spoken };
    item.backgroundColor =
      current.scope === 'sample'
        ? new vscode.ThemeColor('statusBarItem.warningBackground')
        : undefined;
    item.show();
  };
  return vscode.Disposable.from(
    item,
    session.onDidChange(show),
    session.onDidChangeTokenStatus(show),
  );
}

/** What the status bar says of a connection. */
export function statusWords(
  { scope, address }: Pick<ActiveConnection, 'scope' | 'address'>,
  refused: boolean,
): StatusWords {
  const click = 'Click to switch the connection or to sign out.';
  if (scope === 'sample') {
    return {
      text: '$(beaker) Sample data',
      tooltip: `Mintscope shows sample data, made up on this machine. ${click}`,
      spoken: 'Mintscope: sample data, made up. Switch connection.',
    };
  }
  const host = asText(shortHost(address.host));
  const where = scopeWords(scope);
  if (refused) {
    return {
      text: `$(warning) ${host} · token refused`,
      tooltip: `${address.host} refused your token for ${where}. Click to sign in again or to switch.`,
      spoken: `Mintscope: ${address.host} refused your token for ${where}. Sign in again.`,
    };
  }
  return {
    text: `$(plug) ${host} · ${where}`,
    tooltip: `Mintscope is signed in to ${address.base} in ${where}. ${click}`,
    spoken: `Mintscope: signed in to ${address.host} in ${where}. Switch connection.`,
  };
}

/** Cut at the front, because the registrable domain is at the end. */
function shortHost(host: string): string {
  return host.length > LONGEST_HOST ? `…${host.slice(1 - LONGEST_HOST)}` : host;
}
