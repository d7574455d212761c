import * as vscode from 'vscode';
import { asText } from '../editor/asText.ts';
import type { ActiveConnection } from './activeConnection.ts';
import type { Session } from './session.ts';
import { scopeWords } from './storedSignIn.ts';

/** A longer host would leave no room for the other items of the status bar. */
const LONGEST_HOST = 32;

/** The words of the status bar for a connection. */
export interface StatusWords {
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
    const { current } = session;
    if (!current) item.hide();
    else if (session.refused || session.outage) void showTrouble(current);
    else put(statusWords(current), current);
  };
  const showTrouble = async (current: ActiveConnection) => {
    const { refusedWords, outageWords } = await import('./troubleMessages.ts');
    if (session.current !== current) return;
    if (session.refused) put(refusedWords(current), current);
    else if (session.outage) put(outageWords(current, session.outage), current);
  };
  const put = ({ text, tooltip, spoken }: StatusWords, { scope }: ActiveConnection) => {
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: spoken };
    item.backgroundColor =
      scope === 'sample' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  return vscode.Disposable.from(item, session.onDidChange(show), session.onDidChangeStatus(show));
}

/** What the status bar says of a connection that works, as far as is known. */
export function statusWords({
  scope,
  address,
}: Pick<ActiveConnection, 'scope' | 'address'>): StatusWords {
  if (scope === 'sample') {
    return {
      text: '$(beaker) Mintscope: sample data',
      tooltip: `Mintscope shows sample data, made up on this machine. ${CLICK}`,
      spoken: 'Mintscope: sample data, made up. Switch connection.',
    };
  }
  const where = scopeWords(scope);
  return {
    text: `$(plug) Mintscope: ${shortHost(address.host)}`,
    tooltip: `Mintscope is signed in to ${address.base} in ${where}. ${CLICK}`,
    spoken: `Mintscope: signed in to ${address.host} in ${where}. Switch connection.`,
  };
}

/** What a click does. */
export const CLICK = 'Click to switch the connection or to sign out.';

/** Cut at the front, because the registrable domain is at the end. */
export function shortHost(host: string): string {
  return asText(host.length > LONGEST_HOST ? `…${host.slice(1 - LONGEST_HOST)}` : host);
}
