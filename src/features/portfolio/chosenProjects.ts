import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { markdownTable } from '../../core/messages/markdownTable.ts';
import { nowWatchedWords } from '../../core/messages/watchMessages.ts';
import { COUNTS } from '../../core/model/counts.ts';
import { formatRef, type Project, projectRef } from '../../core/model/model.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { counted, formatNumber } from '../../editor/locale.ts';
import { typedId } from '../../lists/projects.ts';
import type { FromPortfolio } from '../../protocol/portfolio.ts';
import { CountedProjects } from '../../views/countedProjects.ts';
import type { Portfolio } from './portfolio.ts';

/*
 * The actions of the user on rows of the portfolio, by their keys. Rows that are gone are left out.
 * Nothing happens while signed out.
 */

/** A message about rows, other than to read them. */
type OfRows = Extract<
  FromPortfolio,
  { type: 'open' | 'watch' | 'stopWatching' | 'compare' | 'copy' | 'export' }
>;

/** Does what the message asks for. Resolves with what was done, in words, if the page is to say it. */
export async function actOnRows(
  portfolio: Portfolio | undefined,
  message: OfRows,
): Promise<string | undefined> {
  switch (message.type) {
    case 'open':
      await openProject(portfolio, message.key);
      return undefined;
    case 'watch':
      return watchProjects(portfolio, message.keys);
    case 'stopWatching':
      return stopWatching(portfolio, message.keys);
    case 'compare':
      await runOn('mintscope.compareProgress', projectsOf(portfolio, message.keys));
      return undefined;
    case 'copy':
      return copyCounts(portfolio, message.keys);
    case 'export':
      await exportCounts(portfolio, message.keys);
      return undefined;
  }
}

/** Opens the stats of a project in a tab of its own. */
async function openProject(portfolio: Portfolio | undefined, key: string): Promise<void> {
  const project = portfolio?.rows.projects.get(key);
  if (!project) return;
  const ref = projectRef(project);
  await vscode.commands.executeCommand('mintscope.openStats', ref ? formatRef(ref) : project);
}

/**
 * Watches projects until they are minted, as far as there is room. Resolves with how many are watched
 * now that were not, in words; `undefined` if that is not known, because it has failed.
 */
async function watchProjects(
  portfolio: Portfolio | undefined,
  keys: readonly string[],
): Promise<string | undefined> {
  const count = await runOn('mintscope.watchProject', projectsOf(portfolio, keys));
  return count === undefined ? undefined : nowWatchedWords(count, formatNumber);
}

/** Ends the watching of projects. Resolves with how many are no longer watched, as `watchProjects`. */
async function stopWatching(
  portfolio: Portfolio | undefined,
  keys: readonly string[],
): Promise<string | undefined> {
  const count = await runOn('mintscope.stopWatching', projectsOf(portfolio, keys));
  if (count === undefined) return undefined;
  if (count === 0) return l10n.t('None of them was watched');
  return counted(count, (n) => [
    l10n.t('1 project is no longer watched'),
    l10n.t('{0} projects are no longer watched', n),
  ]);
}

/** Resolves with how many of the projects the command has changed. */
async function runOn(command: string, rows: readonly Project[]): Promise<number | undefined> {
  if (rows.length === 0) return undefined;
  return vscode.commands.executeCommand<number | undefined>(command, rows[0], rows);
}

/** Asks for a file, and writes the projects with their counts to it. */
async function exportCounts(
  portfolio: Portfolio | undefined,
  keys: readonly string[],
): Promise<void> {
  const projects = projectsOf(portfolio, keys);
  if (!portfolio || projects.length === 0) return;
  const rows = projects.map((project) => ({ project, last: portfolio.rows.last(project.key) }));
  const counted = new CountedProjects(portfolio.connection.account, rows);
  await vscode.commands.executeCommand('mintscope.exportProjects', counted);
}

/**
 * Copies projects with their counts as a Markdown table. Counts are digits only, so that they can be
 * used in a spreadsheet. Resolves with what was copied, in words.
 */
async function copyCounts(
  portfolio: Portfolio | undefined,
  keys: readonly string[],
): Promise<string | undefined> {
  const projects = projectsOf(portfolio, keys);
  if (!portfolio || projects.length === 0) return undefined;
  const lines = projects.map((project) => {
    const row = portfolio.row(project.key);
    const last = portfolio.rows.last(project.key);
    const share = last && percentConfirmed([last]);
    return [
      ...[project.name, project.symbol, project.status, typedId(project)],
      share === undefined ? '' : formatNumber(share, 'percent'),
      ...COUNTS.map((name) => last?.[name]?.toString()),
      last && new Date(last.at).toISOString(),
      row?.concerns.map(({ words }) => words).join(' · '),
    ];
  });
  await vscode.env.clipboard.writeText(markdownTable(HEADER, lines));
  return counted(lines.length, (n) => [
    l10n.t('1 project copied'),
    l10n.t('{0} projects copied', n),
  ]);
}

/** Not translated, because programs that read the table find its columns by them. */
const HEADER = [
  ...['Name', 'Symbol', 'Status', 'ID', 'Share'],
  ...['Total', 'Confirmed', 'Processing', 'Pending', 'As of', 'Needs attention'],
];

/** The projects with these keys that are still in it. */
export function projectsOf(portfolio: Portfolio | undefined, keys: readonly string[]): Project[] {
  return [...new Set(keys)].flatMap((key) => portfolio?.rows.projects.get(key) ?? []);
}
