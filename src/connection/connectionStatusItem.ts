import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { outageWords, refusedWords, statusWords } from './connectionMessages.ts';
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
    const { current, outage, refused, retryAt } = session;
    if (!current) {
      item.hide();
      return;
    }
    const words = outage ? outageWords(current, outage, retryAt) : statusWords(current);
    const { text, tooltip, spoken } = refused ? refusedWords(current) : words;
    const isSample = current.scope === 'sample';
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: spoken };
    item.backgroundColor = isSample
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    item.show();
  };
  show();
  return vscode.Disposable.from(item, session.onDidChange(show), session.onDidChangeStatus(show));
}
