import * as vscode from 'vscode';
import { fileName } from '../core/base/fileName.ts';

/**
 * Shows reports in Markdown as a document: read-only, so that the editor does not ask to save it.
 * Each scheme has the text of one report, which the next one replaces. It is not restored after a
 * reload, because the state that it describes is gone too.
 * @param closing aborts when the window closes.
 */
export function reportDocument(scheme: string, closing: AbortSignal) {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let shown = '';
  const registered = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: () => shown,
  });
  closing.addEventListener('abort', () => {
    registered.dispose();
    changed.dispose();
  });
  const update = (title: string, text: string, folder = '') => {
    shown = text;
    // The last part of the path is the title of the tab.
    const uri = vscode.Uri.from({ scheme, path: `${folder}/${fileName(title)}.md` });
    changed.fire(uri);
    return uri;
  };
  const open = async (title: string, text: string): Promise<void> => {
    await vscode.commands.executeCommand('vscode.open', update(title, text), { preview: false });
  };
  let previews = 0;
  /** Shows a report rendered, or as text in an editor that cannot render Markdown. */
  const preview = async (title: string, text: string): Promise<void> => {
    // A preview reads a document again only if its path is another one (VS Code 1.105).
    const uri = update(title, text, `/${++previews}`);
    try {
      await vscode.commands.executeCommand('markdown.showPreview', uri);
    } catch {
      await open(title, text);
    }
  };
  return { open, preview };
}
