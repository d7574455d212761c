import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileName } from '../../core/base/fileName.ts';

const SCHEME = 'mintscope-report';

/**
 * The report as a document: read-only, so that the editor does not ask to save it. There is one; the
 * next report takes its place. It is not there after a reload, like the state that it describes.
 */
export class ReportDocument implements vscode.TextDocumentContentProvider {
  /** Its path is the title of the tab. */
  readonly #uri = vscode.Uri.from({
    scheme: SCHEME,
    path: `/${fileName(l10n.t('Check Connection'))}.md`,
  });
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registered: vscode.Disposable;
  #text = '';

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  provideTextDocumentContent(): string {
    return this.#text;
  }

  /** Shows a report in an editor. */
  async show(text: string): Promise<void> {
    this.#text = text;
    this.#changed.fire(this.#uri);
    await vscode.commands.executeCommand('vscode.open', this.#uri, { preview: false });
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}
