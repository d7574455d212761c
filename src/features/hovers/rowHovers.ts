import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { displayText, joinWords } from '../../core/base/displayText.ts';
import { sharedProject } from '../../core/messages/searchMessages.ts';
import { isProject, isShared, projectRef } from '../../core/model/model.ts';
import { mentionsAt } from '../../core/search/mention.ts';
import { asMarkdown } from '../../editor/asText.ts';
import { settings } from '../../editor/settings.ts';
import { listOf, rowName, type ServiceRow, statusOf } from '../../lists/index.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { progressLines } from '../../views/tooltips.ts';

const NAME_LENGTH = 200;

/**
 * The hover over a mint address or `t/12` in any text: which loaded row it is, and how far that is
 * minted. Only counts that are known are shown, so that moving the pointer sends no request.
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

  #describe(row: ServiceRow): vscode.MarkdownString {
    const { words, open } = listOf(row);
    const status = displayText(statusOf(row) ?? '', NAME_LENGTH);
    const beside = asMarkdown(joinWords(words.one(row), status));
    const hover = new vscode.MarkdownString(`**${asMarkdown(rowName(row))}** · ${beside}\n\n`);
    for (const line of this.#progressOf(row)) hover.appendMarkdown(`${asMarkdown(line)}\n\n`);
    const link = open.link(row);
    if (!link) return hover;
    const { command, argument } = link;
    // No other command may run from the hover, whatever the texts contain.
    hover.isTrusted = { enabledCommands: [command] };
    const query = encodeURIComponent(JSON.stringify([argument])).replaceAll(')', '%29');
    const address = `command:${command}?${query.replaceAll('(', '%28')}`;
    return hover.appendMarkdown(`[${asMarkdown(open.title())}](${address}) · Mintscope`);
  }

  #progressOf(row: ServiceRow): string[] {
    const { current } = this.#session;
    const ref = projectRef(row);
    if (!current || !isProject(row)) return [];
    if (!ref) return isShared(row) ? [sharedProject(row)] : [];
    const known = readerOf(current).last(ref);
    return progressLines(row, known, current, l10n.t('counts not read yet'));
  }
}

type Rows = readonly ServiceRow[];

/** Finds loaded rows by what a text may call them: a mint address or a reference such as `t/12`. */
class KnownRows {
  readonly #catalog: Catalog;
  /** `size` rows are indexed. An array of rows grows at its end, or another one replaces it. */
  readonly #indexes = new WeakMap<
    Rows,
    { readonly names: Map<string, ServiceRow>; size: number }
  >();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  find(name: string): ServiceRow | undefined {
    for (const { state } of Object.values(this.#catalog)) {
      const row = this.#findIn(state.rows, name);
      if (row) return row;
    }
    return undefined;
  }

  #findIn(rows: Rows, name: string): ServiceRow | undefined {
    const index = this.#indexes.get(rows) ?? { names: new Map<string, ServiceRow>(), size: 0 };
    this.#indexes.set(rows, index);
    for (const row of rows.slice(index.size)) {
      if (row.mintAddress !== undefined) index.names.set(row.mintAddress, row);
      const ref = /^project\/(.+)$/.exec(row.key)?.[1];
      if (ref !== undefined) index.names.set(ref, row);
    }
    index.size = rows.length;
    return index.names.get(name);
  }
}

export function registerHovers(session: Session, catalog: Catalog): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', new RowHovers(session, catalog));
}
