import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileName } from '../../core/base/fileName.ts';

const SCHEME = 'mintscope-report';

/**
 * The report as a document: read-only, so that the editor does not ask to save it. There is one; the
 * next report takes its place. It is not there after a reload, like the state that it describes.
 * @returns what shows a report in an editor.
 */
export function reportDocument(closing: AbortSignal): (text: string) => Promise<void> {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let shown = '';
  const registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: () => shown,
  });
  closing.addEventListener('abort', () => {
    registered.dispose();
    changed.dispose();
  });
  return async (text) => {
    shown = text;
    // Its path is the title of the tab.
    const path = `/${fileName(l10n.t('Check Connection'))}.md`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path });
    changed.fire(uri);
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  };
}
