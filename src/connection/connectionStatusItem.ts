import * as vscode from 'vscode';
import { statusWords } from './connectionMessages.ts';
import type { Session } from './session.ts';

/** The connection in use, always in sight; a click is the way to another. */
export class ConnectionStatusItem implements vscode.Disposable {
  readonly #session: Session;
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(session: Session) {
    this.#session = session;
    this.#item = vscode.window.createStatusBarItem(
      'mintscope.connection',
      vscode.StatusBarAlignment.Left,
    );
    this.#item.name = 'Mintscope Connection';
    this.#item.command = 'mintscope.switchConnection';
    const show = () => {
      this.#show();
    };
    this.#subscriptions = [this.#item, session.onDidChange(show), session.onDidJudge(show)];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #show(): void {
    const { current, refused } = this.#session;
    if (!current) {
      this.#item.hide();
      return;
    }
    const { text, tooltip, spoken } = statusWords(current, refused);
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: spoken };
    this.#item.backgroundColor =
      current.scope === 'sample'
        ? new vscode.ThemeColor('statusBarItem.warningBackground')
        : undefined;
    this.#item.show();
  }
}
