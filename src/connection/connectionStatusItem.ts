import * as vscode from 'vscode';
import { statusWords } from './connectionMessages.ts';
import type { Session } from './session.ts';

/** Shows the connection in use in the status bar; a click is the way to another. */
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
  return vscode.Disposable.from(item, session.onDidChange(show), session.onDidJudge(show));
}
