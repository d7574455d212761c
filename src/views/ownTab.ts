import * as vscode from 'vscode';
import { activeTabGroup } from '../editor/optionalApi.ts';

/**
 * Calls `run` now and after every change of a tab, if the active tab then shows a panel or document
 * of Mintscope. Ignores rejections of `run`.
 */
export function onOwnTab(run: () => Promise<unknown>): vscode.Disposable {
  const { tabGroups } = vscode.window;
  const follow = () => {
    const { viewType, uri, modified } = (activeTabGroup()?.activeTab?.input ?? {}) as Readonly<
      Record<'viewType' | 'uri' | 'modified', unknown>
    >;
    // The editor puts a prefix before the type of a panel.
    if (/-mintscope\.|^mintscope-/.test(String(viewType ?? uri ?? modified))) {
      run().catch(() => undefined);
    }
  };
  follow();
  const subscriptions = [tabGroups.onDidChangeTabs(follow), tabGroups.onDidChangeTabGroups(follow)];
  return vscode.Disposable.from(...subscriptions);
}
