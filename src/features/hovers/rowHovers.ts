import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { displayText, joinWords } from '../../core/base/displayText.ts';
import { asMarkdown } from '../../editor/asText.ts';
import { settings } from '../../editor/settings.ts';
import { listOf, rowName, type ServiceRow, statusOf } from '../../lists/index.ts';
import { progressLines } from '../../views/tooltips.ts';

/** What may name a row: a reference that is no part of a path, then a word, such as a mint address. */
const MENTIONS = [/(?<![\w./\\-])[tn]\/\d{1,40}(?![\w./\\-])/, /(?<![\w-])[\w-]{1,128}(?![\w-])/];

/**
 * Shows a hover over a mint address or `t/12` in any text: which loaded row it is, and how far that is
 * minted. Only counts that are known are shown, so that moving the pointer sends no request.
 */
export function registerHovers(session: Session, catalog: Catalog): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', {
    provideHover: (document, position) => {
      if (!settings.hovers) return undefined;
      for (const mention of MENTIONS) {
        const range = document.getWordRangeAtPosition(position, mention);
        const row = range && findRow(catalog, document.getText(range));
        if (row) return new vscode.Hover(describeRow(row, session), range);
      }
      return undefined;
    },
  });
}

function findRow(catalog: Catalog, name: string): ServiceRow | undefined {
  const all = Object.values(catalog).flatMap(({ state }): readonly ServiceRow[] => state.rows);
  return all.find(({ mintAddress, key }) => mintAddress === name || key === `project/${name}`);
}

function describeRow(row: ServiceRow, session: Session): vscode.MarkdownString {
  const { words, open } = listOf(row);
  const status = displayText(statusOf(row) ?? '');
  const beside = asMarkdown(joinWords(words.one(row), status));
  const hover = new vscode.MarkdownString(`**${asMarkdown(rowName(row))}** · ${beside}\n\n`);
  const { current } = session;
  const lines = current ? progressLines(row, current) : [];
  for (const line of lines) hover.appendMarkdown(`${asMarkdown(line)}\n\n`);
  const link = open.link(row);
  if (!link) return hover;
  const { command, argument } = link;
  // No other command may run from the hover, whatever the texts contain.
  hover.isTrusted = { enabledCommands: [command] };
  const query = encodeURIComponent(JSON.stringify([argument])).replaceAll(')', '%29');
  const address = `command:${command}?${query.replaceAll('(', '%28')}`;
  return hover.appendMarkdown(`[${asMarkdown(open.title())}](${address}) · Mintscope`);
}
