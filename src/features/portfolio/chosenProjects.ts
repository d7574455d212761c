import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { markdownTable } from '../../core/messages/markdownTable.ts';
import { nowWatchedWords } from '../../core/messages/watchMessages.ts';
import { formatRef, type Project, projectRef } from '../../core/model/model.ts';
import { plural } from '../../core/base/format.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { COLUMNS, plainOf } from './columns.ts';
import type { FromPortfolio } from './messages.ts';
import { CountedProjects } from '../../views/countedProjects.ts';
import type { Portfolio } from './portfolio.ts';

/** The messages about rows, except those that request counts. */
type OfRows = Extract<
  FromPortfolio,
  { type: 'open' | 'watch' | 'stopWatching' | 'compare' | 'copy' | 'export' }
>;

/**
 * Runs an action of the user on rows of the portfolio. Rows that are gone are left out, and nothing
 * happens while signed out. Resolves with what was done, in words, if the page is to say it.
 */
export async function actOnRows(
  portfolio: Portfolio | undefined,
  message: OfRows,
): Promise<string | undefined> {
  const projects = projectsOf(portfolio, message.type === 'open' ? [message.key] : message.keys);
  const [first] = projects;
  if (!portfolio || !first) return undefined;
  /** Resolves with how many projects the command has changed; `undefined` if it failed. */
  const run = (command: string) =>
    vscode.commands.executeCommand<number | undefined>(command, first, projects);
  switch (message.type) {
    case 'open': {
      const ref = projectRef(first);
      await vscode.commands.executeCommand('mintscope.openStats', ref ? formatRef(ref) : first);
      return undefined;
    }
    case 'watch': {
      const count = await run('mintscope.watchProject');
      return count === undefined ? undefined : nowWatchedWords(count);
    }
    case 'stopWatching':
      return stoppedWords(await run('mintscope.stopWatching'));
    case 'compare':
      await run('mintscope.compareProgress');
      return undefined;
    case 'copy':
      return copyRows(portfolio, projects);
    case 'export': {
      const rows = projects.map((project) => ({ project, last: portfolio.last(project.key) }));
      const exported = new CountedProjects(portfolio.connection.account, rows);
      await vscode.commands.executeCommand('mintscope.exportProjects', exported);
      return undefined;
    }
  }
}

/** The projects with these keys that are still in the portfolio. */
export function projectsOf(portfolio: Portfolio | undefined, keys: readonly string[]): Project[] {
  return [...new Set(keys)].flatMap((key) => portfolio?.rows.projects.get(key) ?? []);
}

function stoppedWords(count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  if (count === 0) return l10n.t('None of them was watched');
  return plural(
    count,
    l10n.t('{0} project is no longer watched | {0} projects are no longer watched'),
  );
}

/** Copies all columns of these projects as a Markdown table. Resolves with what was copied, in words. */
async function copyRows(portfolio: Portfolio, projects: readonly Project[]): Promise<string> {
  const now = systemClock.now();
  const lines = projects.map(({ key }) => {
    const row = portfolio.row(key);
    return COLUMNS.map((column) => (row ? String(plainOf(column, row, now)) : ''));
  });
  const header = COLUMNS.map(({ name }) => name);
  await vscode.env.clipboard.writeText(markdownTable(header, lines));
  return plural(lines.length, l10n.t('{0} project copied | {0} projects copied'));
}
