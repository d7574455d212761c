import * as l10n from '@vscode/l10n';
import { type ActiveConnection, SAMPLE } from '../../connection/activeConnection.ts';
import { displayText } from '../../core/base/displayText.ts';
import type { ServiceAddress } from '../../core/client/serviceAddress.ts';
import { listPath, statsPath } from '../../core/client/servicePaths.ts';
import type { PageRequest } from '../../core/lists/pageWalk.ts';
import { asOfWords } from '../../core/messages/listMessages.ts';
import { markdownTable } from '../../core/messages/markdownTable.ts';
import { formatRef, type Project, projectRef } from '../../core/model/model.ts';
import { formatNumber, formatTime, locale } from '../../editor/locale.ts';
import { type ServiceRow, whyMissing } from '../../views/commandTargets.ts';

const LONGEST_LINE = 10_000;

/** What to copy of a row, and its name in messages. */
export interface Copy {
  readonly one: string;
  readonly many: string;
  /** A row's line, or `undefined` if the row has none. */
  readonly line: (row: ServiceRow) => string | undefined;
  /** The message for one row without a line; by default, that the row has no such value. */
  readonly why?: string;
}

/**
 * A cURL command that requests the row.
 * @param pageOf the page of the list that holds a row, if it is still in the list.
 */
export function copyCurl(
  address: ServiceAddress,
  pageOf: (row: ServiceRow) => PageRequest | undefined,
): Copy {
  const path = (row: ServiceRow) => {
    const ref = row.kind === 'project' ? projectRef(row) : undefined;
    if (ref) return statsPath(ref);
    const page = pageOf(row);
    return page && listPath(`${row.kind}s`, page);
  };
  return {
    one: l10n.t('cURL command'),
    many: l10n.t('cURL commands'),
    why: l10n.t('This row is no longer in the list, so there is no request for it.'),
    line: (row) => {
      const found = path(row);
      return found && curlCommand(new URL(address.base + found).href);
    },
  };
}

/**
 * A link that opens the project's stats in an editor with Mintscope. It names the service, so that
 * it is not opened for another one.
 * @param scheme of links to the editor, such as `vscode`.
 */
export function copyLink(scheme: string, { account, address }: ActiveConnection): Copy {
  const service = encodeURIComponent(account === SAMPLE ? SAMPLE : address.host);
  return {
    one: l10n.t('link'),
    many: l10n.t('links'),
    why: l10n.t('There is no link to this project: the service gave no id or no kind of it.'),
    line: (row) => {
      const ref = row.kind === 'project' ? projectRef(row) : undefined;
      return ref && `${scheme}://mintscope.mintscope/projects/${formatRef(ref)}?service=${service}`;
    },
  };
}

export interface Copied {
  /** Empty if there was nothing to copy. */
  readonly text: string;
  /** The message: what was copied, or why nothing was. */
  readonly words: string;
}

/** One line for each row; rows without one are counted and left out. */
export function copyLines(rows: readonly ServiceRow[], { one, many, line, why }: Copy): Copied {
  const lines = rows.map(line).flatMap((text) => (text === undefined ? [] : [oneLine(text)]));
  const without = rows.length - lines.length;
  const what = lines.length === 1 ? one : many;
  const copied = l10n.t('{count} {what} copied.', { count: formatNumber(lines.length), what });
  if (without === 0) return { text: lines.join('\n'), words: copied };
  const [first, ...others] = rows;
  const missing =
    first && others.length === 0
      ? (why ?? whyMissing(first, one))
      : someWithout(without, rows.length, one);
  return { text: lines.join('\n'), words: lines.length === 0 ? missing : `${copied} ${missing}` };
}

function someWithout(without: number, rows: number, what: string): string {
  const values = { without: formatNumber(without), count: formatNumber(rows), what };
  return without === 1
    ? l10n.t('{without} of {count} rows has no {what}.', values)
    : l10n.t('{without} of {count} rows have no {what}.', values);
}

/** Removes line breaks, which would start another command when pasted into a terminal. */
function oneLine(text: string): string {
  return displayText(text, LONGEST_LINE);
}

/**
 * A table of rows of one list. Below rows of an earlier time, a line gives that time in full,
 * because a table is pasted elsewhere and read later.
 * @param asOf of the rows in milliseconds since 1970; left out if they are not of an earlier time.
 */
export function copyTable(rows: readonly ServiceRow[], asOf?: number): Copied {
  const projects = rows.filter((row) => row.kind === 'project');
  const collections = rows.filter((row) => row.kind === 'collection');
  const text =
    projects.length > 0
      ? markdownTable(['Name', 'Symbol', 'Status', 'ID', 'Mint address'], projects.map(cells))
      : markdownTable(
          ['Name', 'Mint address', 'Owner'],
          collections.map(({ name, mintAddress, ownerAddress }) => [
            name,
            mintAddress,
            ownerAddress,
          ]),
        );
  const count = projects.length || collections.length;
  if (asOf === undefined) return { text, words: tableCopied(count) };
  const moment = l10n.t('As of {0}', formatMoment(asOf));
  const age = asOfWords(asOf, (at) => formatTime(at, 'short'));
  return { text: `${text}\n\n${moment}`, words: oldTableCopied(count, age) };
}

function tableCopied(count: number): string {
  return count === 1
    ? l10n.t('Table of 1 row copied.')
    : l10n.t('Table of {0} rows copied.', formatNumber(count));
}

function oldTableCopied(count: number, age: string): string {
  return count === 1
    ? l10n.t('Table of 1 row copied, {0}.', age)
    : l10n.t('Table of {0} rows copied, {1}.', formatNumber(count), age);
}

/** `Nov 21, 2026, 18:04:11 UTC`. */
function formatMoment(ms: number): string {
  const style = { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' } as const;
  return new Date(ms).toLocaleString(locale(), style);
}

/**
 * `t/12`, which Look Up, links and requests take; the id alone if the kind is not known. `undefined`
 * for a row without an id.
 */
export function copyableId(row: ServiceRow): string | undefined {
  if (row.kind === 'collection') return undefined;
  const ref = projectRef(row);
  return ref ? formatRef(ref) : row.id;
}

function cells(project: Project): (string | undefined)[] {
  const { name, symbol, status, mintAddress } = project;
  return [name, symbol, status, copyableId(project), mintAddress];
}

/**
 * A request as a command line for a POSIX shell. The token is the shell variable
 * `MINTSCOPE_TOKEN`. The URL is in single quotes, so that the shell expands nothing in it.
 * @param url absolute, as `URL` writes it.
 */
export function curlCommand(url: string): string {
  // curl would read these characters as ranges of addresses.
  const literally = /[[\]{}]/.test(url) ? ' --globoff' : '';
  return `curl${literally} --header "Authorization: Bearer $MINTSCOPE_TOKEN" --header ${quoted('Accept: application/json')} ${quoted(url)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
