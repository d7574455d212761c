import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import { type Collection, formatRef, type Project, projectRef } from '../../core/model/model.ts';
import { describeId } from '../../core/model/projectRef.ts';
import { mentionsAt } from '../../core/search/mention.ts';
import { asMarkdown } from '../../editor/asText.ts';
import { settings } from '../../editor/settings.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { KnownRows } from './knownRows.ts';
import { progressLines } from '../../views/progressLines.ts';
import { joinWords } from '../../views/treeItems.ts';
import { rowName } from '../../views/treeNodes.ts';

const NAME_LENGTH = 200;

/**
 * Tells in any text which project or collection a mint address or `t/12` is, and how far it is
 * minted. Only stored counts are shown, so that moving the pointer over a text sends no request.
 */
export class RowHovers implements vscode.HoverProvider {
  readonly #session: Session;
  readonly #rows: KnownRows;

  constructor(session: Session, catalog: Catalog) {
    this.#session = session;
    this.#rows = new KnownRows(catalog);
  }

  provideHover(
    document: Pick<vscode.TextDocument, 'lineAt'>,
    position: vscode.Position,
  ): vscode.Hover | undefined {
    if (!settings.hovers) return undefined;
    const { text } = document.lineAt(position.line);
    for (const { text: name, start, end } of mentionsAt(text, position.character)) {
      const row = this.#rows.find(name);
      if (!row) continue;
      const range = new vscode.Range(position.line, start, position.line, end);
      return new vscode.Hover(this.#describe(row), range);
    }
    return undefined;
  }

  #describe(row: Project | Collection): vscode.MarkdownString {
    const isProject = row.kind === 'project';
    const known = isProject ? describeId(row) : undefined;
    const unnamed = isProject ? l10n.t('project') : l10n.t('collection');
    const id = known ? l10n.t('project {0}', known) : unnamed;
    const status = isProject ? displayText(row.status ?? '', NAME_LENGTH) : '';
    const beside = asMarkdown(joinWords(id, status));
    const lines = isProject ? this.#progressOf(row) : [];
    const hover = new vscode.MarkdownString(`**${asMarkdown(rowName(row))}** · ${beside}\n\n`);
    for (const line of lines) hover.appendMarkdown(`${asMarkdown(line)}\n\n`);
    const ref = isProject ? projectRef(row) : undefined;
    if (isProject && !ref) return hover;
    const [command, words, argument] = ref
      ? (['mintscope.openStats', l10n.t('Open Stats'), formatRef(ref)] as const)
      : (['mintscope.openCollection', l10n.t('Open Collection'), row.key] as const);
    // Only this command may run from the hover, whatever the texts hold.
    hover.isTrusted = { enabledCommands: [command] };
    const query = encodeURIComponent(JSON.stringify([argument])).replaceAll(')', '%29');
    const link = `command:${command}?${query.replaceAll('(', '%28')}`;
    return hover.appendMarkdown(`[${asMarkdown(words)}](${link}) · Mintscope`);
  }

  #progressOf(project: Project): string[] {
    const { current } = this.#session;
    const ref = projectRef(project);
    if (!current || !ref) return [];
    const reader = readerOf(current);
    return progressLines(project, reader.last(ref), reader, l10n.t('counts not read yet'));
  }
}

export function registerHovers(session: Session, catalog: Catalog): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', new RowHovers(session, catalog));
}
