import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ActiveConnection, SAMPLE } from '../../connection/activeConnection.ts';
import type { Catalog } from '../../connection/catalog.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import type { ServiceAddress } from '../../core/client/serviceAddress.ts';
import { listPath, statsPath } from '../../core/client/servicePaths.ts';
import type { PageRequest } from '../../core/lists/pageWalk.ts';
import { asOfWords, outdatedSince } from '../../core/messages/listMessages.ts';
import { markdownTable } from '../../core/messages/markdownTable.ts';
import { formatRef, type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber, formatTime, locale } from '../../editor/locale.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import {
  type RowQuestion,
  type ServiceRow,
  type Targets,
  targetRows,
  whyMissing,
} from '../../views/commandTargets.ts';

const PROJECTS = ['project'] as const;
const BOTH = ['project', 'collection'] as const;

/** Commands that copy rows as text. */
export function copyCommands(session: Session, targets: Targets, catalog: Catalog) {
  const copy =
    (
      title: string,
      kinds: RowQuestion['kinds'],
      copied: (rows: readonly ServiceRow[]) => Copied | undefined,
    ): Handler =>
    async (row, selected) => {
      const rows = await targetRows(targets, row, selected, { title, kinds });
      if (rows.length === 0) return;
      const done = copied(rows);
      if (!done) return offerSignIn(session);
      if (done.text === '') {
        void showWarning(done.words);
        return;
      }
      await vscode.env.clipboard.writeText(done.text);
      showStatus(done.words);
    };
  return {
    'mintscope.copyId': copy(l10n.t('Copy the ID of which project?'), PROJECTS, (rows) => {
      const [one, many] = [l10n.t('ID'), l10n.t('IDs')];
      return copyLines(rows, { one, many, line: copyableId });
    }),

    'mintscope.copyMintAddress': copy(
      l10n.t('Copy the mint address of which project or collection?'),
      BOTH,
      (rows) => {
        const [one, many] = [l10n.t('mint address'), l10n.t('mint addresses')];
        return copyLines(rows, { one, many, line: ({ mintAddress }) => mintAddress });
      },
    ),

    'mintscope.copyLink': copy(l10n.t('Copy a link to which project?'), PROJECTS, (rows) => {
      const { current } = session;
      return current && copyLines(rows, copyLink(vscode.env.uriScheme, current));
    }),

    'mintscope.copyCurl': copy(
      l10n.t('Copy which project or collection as a cURL command?'),
      BOTH,
      (rows) => {
        const address = session.current?.address;
        const pageOf = ({ kind, key }: ServiceRow) => catalog[`${kind}s`].pageOf(key);
        return address && copyLines(rows, copyCurl(address, pageOf));
      },
    ),

    'mintscope.copyMarkdown': copy(
      l10n.t('Copy which project or collection as a Markdown table?'),
      BOTH,
      (rows) => {
        const lists = [...new Set(rows.map(({ kind }) => catalog[`${kind}s`]))];
        return copyTable(rows, outdatedSince(lists.map(({ state }) => state)));
      },
    ),
  } satisfies Handlers;
}

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
  return {
    one: l10n.t('cURL command'),
    many: l10n.t('cURL commands'),
    why: l10n.t('This row is no longer in the list, so there is no request for it.'),
    line: (row) => {
      const ref = refOf(row);
      const page = ref ? undefined : pageOf(row);
      const path = ref ? statsPath(ref) : page && listPath(`${row.kind}s`, page);
      return path && curlCommand(new URL(address.base + path).href);
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
      const ref = refOf(row);
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
  // Without line breaks, which would start another command when pasted into a terminal.
  const lines = rows.flatMap((row) => {
    const text = line(row);
    return text === undefined ? [] : [displayText(text, LONGEST_LINE)];
  });
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

/**
 * A table of rows of one list. Below rows of an earlier time, a line gives that time in full,
 * because a table is pasted elsewhere and read later.
 * @param asOf of the rows in milliseconds since 1970; left out if they are not of an earlier time.
 */
export function copyTable(rows: readonly ServiceRow[], asOf?: number): Copied {
  const projects = rows.filter((row) => row.kind === 'project');
  const collections = rows.filter((row) => row.kind === 'collection');
  const [head, cells] =
    projects.length > 0
      ? [PROJECT_COLUMNS, projects.map(projectCells)]
      : [
          COLLECTION_COLUMNS,
          collections.map((row) => [row.name, row.mintAddress, row.ownerAddress]),
        ];
  const text = markdownTable(head, cells);
  const isOne = cells.length === 1;
  const count = formatNumber(cells.length);
  if (asOf === undefined) {
    const words = isOne
      ? l10n.t('Table of 1 row copied.')
      : l10n.t('Table of {0} rows copied.', count);
    return { text, words };
  }
  const age = asOfWords(asOf, (at) => formatTime(at, 'short'));
  const words = isOne
    ? l10n.t('Table of 1 row copied, {0}.', age)
    : l10n.t('Table of {0} rows copied, {1}.', count, age);
  // `Nov 21, 2026, 18:04:11 UTC`.
  const style = { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' } as const;
  const moment = new Date(asOf).toLocaleString(locale(), style);
  return { text: `${text}\n\n${l10n.t('As of {0}', moment)}`, words };
}

const PROJECT_COLUMNS = ['Name', 'Symbol', 'Status', 'ID', 'Mint address'];
const COLLECTION_COLUMNS = ['Name', 'Mint address', 'Owner'];

/**
 * `t/12`, which Look Up, links and requests take; the id alone if the kind is not known. `undefined`
 * for a row without an id.
 */
export function copyableId(row: ServiceRow): string | undefined {
  const ref = refOf(row);
  if (ref) return formatRef(ref);
  return row.kind === 'project' ? row.id : undefined;
}

function refOf(row: ServiceRow): ProjectRef | undefined {
  return row.kind === 'project' ? projectRef(row) : undefined;
}

function projectCells(project: Project): (string | undefined)[] {
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
