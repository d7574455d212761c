import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from './activeConnection.ts';
import { type StatusWords, statusWords } from './connectionMessages.ts';
import type { Session } from './session.ts';

/** Shows the connection in use in the status bar. A click opens Switch Connection. */
export function showConnection(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'mintscope.connection',
    vscode.StatusBarAlignment.Left,
  );
  item.name = l10n.t('Mintscope Connection');
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
    else if (session.outage) put(outageWords(current, session.outage, session.retryAt), current);
  };
  const put = ({ text, tooltip, spoken }: StatusWords, { scope }: ActiveConnection) => {
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: spoken };
    item.backgroundColor =
      scope === 'sample' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  show();
  return vscode.Disposable.from(item, session.onDidChange(show), session.onDidChangeStatus(show));
}
