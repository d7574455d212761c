import { posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../connection/session.ts';
import { fileName } from '../core/base/fileName.ts';
import { addressesOf, allTabs } from './rowTabs.ts';
import { isReport, REPORTS, SCHEME } from './resources.ts';

/** A user who has waited longer may be elsewhere, such as in the palette: a report leaves the focus there. */
const MOMENT_MS = 2_000;

interface Report {
  readonly uri: vscode.Uri;
  readonly text: string;
  /** Of the session when it was shown; `undefined` while signed out. */
  readonly account: string | undefined;
}

/**
 * Shows reports in Markdown, rendered: `mintscope:/Report/<time>/What Happened.md`. Each replaces the
 * one of the same title. `closeTabsOfOthers` closes their tabs after a sign-out, a change of account,
 * and a reload, which forgets their texts.
 *
 * The editor's preview (1.139) opens links without a scheme, as addresses relative to the document.
 * It ignores `mintscope:` and `command:`, and opens `<uriScheme>:` outside of the editor.
 */
export class Reports {
  readonly #session: Pick<Session, 'account' | 'clock'>;
  readonly #shown = new Map<string, Report>();

  constructor(session: Pick<Session, 'account' | 'clock'>) {
    this.#session = session;
  }

  /**
   * Forgets the reports of other accounts, whose tabs the user may open again.
   * @param announce see `registerResources`.
   */
  forgetOthers(announce: (uri: vscode.Uri) => void): void {
    for (const [title, { uri, account }] of this.#shown) {
      if (account === this.#session.account) continue;
      this.#shown.delete(title);
      announce(uri);
    }
  }

  /** The text of a report; `undefined` for another address. */
  textAt(uri: vscode.Uri): string | undefined {
    if (!isReport(uri)) return undefined;
    const found = [...this.#shown.values()].find((one) => one.uri.toString() === uri.toString());
    return found?.account === this.#session.account && found
      ? found.text
      : l10n.t('This report is no longer there. Run its command again.');
  }

  /** @param asked when the user asked for it, by `Clock.uptime`. */
  async show(title: string, text: string, asked: number): Promise<void> {
    const { account, clock } = this.#session;
    // A preview reads a document again only if its path is another one (VS Code 1.105). The last
    // part of the path is the title of the tab.
    const path = `/${REPORTS}/${clock.now()}/${fileName(title)}.md`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path });
    const isEarlier = (one: vscode.Uri) =>
      isReport(one) && posix.basename(one.path) === posix.basename(path);
    const earlier = allTabs().filter((tab) => addressesOf(tab).some(isEarlier));
    this.#shown.set(title, { uri, text, account });
    // Without this editor of the editor's own extension, VS Code opens the text.
    const preview = 'vscode.markdown.preview.editor';
    const preserveFocus = clock.uptime() - asked > MOMENT_MS;
    const options = { preview: false, preserveFocus };
    await vscode.commands.executeCommand('vscode.openWith', uri, preview, options);
    if (earlier.length > 0) await vscode.window.tabGroups.close(earlier, true);
  }
}

/** A link in a report to what an address names. */
export function linkInReport({ path }: vscode.Uri): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  // A parenthesis would end the link in Markdown.
  return `../..${encoded.replaceAll('(', '%28').replaceAll(')', '%29')}`;
}
