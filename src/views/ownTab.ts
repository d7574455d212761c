import * as vscode from 'vscode';
import { activeTabGroup } from '../editor/optionalApi.ts';

/**
 * Calls `run` now and after every change of a tab, if the active tab then shows a panel or document
 * of Mintscope. Ignores rejections of `run`.
 */
export function onOwnTab(run: () => Promise<unknown>): vscode.Disposable {
  const { tabGroups } = vscode.window;
  const follow = () => {
    const { uri, modified } = (activeTabGroup()?.activeTab?.input ?? {}) as Readonly<
      Record<'uri' | 'modified', unknown>
    >;
    if (String(uri ?? modified).startsWith('mintscope:')) {
      run().catch(() => undefined);
    }
  };
  follow();
  const subscriptions = [tabGroups.onDidChangeTabs(follow), tabGroups.onDidChangeTabGroups(follow)];
  return vscode.Disposable.from(...subscriptions);
}
