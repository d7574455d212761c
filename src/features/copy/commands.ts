import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ActiveConnection, projectLink } from '../../connection/activeConnection.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import { listedRef } from '../../core/model/model.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber, plural } from '../../core/base/format.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import { type ListName, rowName, type RowsOf, type ServiceRow } from '../../lists/index.ts';
import { typedId } from '../../lists/projects.ts';
import {
  type RowQuestion,
  type Targets,
  targetRows,
  whyMissing,
} from '../../views/commandTargets.ts';

export function copyCommands(session: Session, targets: Targets) {
  const copy =
    <Name extends ListName>(
      question: RowQuestion<Name>,
      copiedOf: (rows: readonly RowsOf[Name][]) => Copied | undefined,
    ): Handler =>
    async (row, selected) => {
      const rows = await targetRows(targets, row, selected, question);
      if (rows.length === 0) return;
      const copied = copiedOf(rows);
      if (!copied) return offerSignIn(session);
      if (copied.text === '') {
        void showWarning(copied.words);
        return;
      }
      await vscode.env.clipboard.writeText(copied.text);
      const [one, ...others] = rows;
      const isOne = one !== undefined && others.length === 0;
      showStatus(isOne ? `${rowName(one)}: ${copied.words}` : copied.words);
    };
  const copyMintAddress = copy(
    { title: l10n.t('Copy the mint address of which project or collection?') },
    (rows) =>
      copyLines(rows, {
        copied: (count) =>
          plural(count, l10n.t('{0} mint address copied. | {0} mint addresses copied.')),
        missing: l10n.t('This row has no mint address.'),
        line: ({ mintAddress }) => mintAddress,
      }),
  );
  return {
    'mintscope.copyId': copy(
      { title: l10n.t('Copy the ID of which project?'), lists: ['projects'] },
      (rows) =>
        copyLines(rows, {
          copied: (count) => plural(count, l10n.t('{0} ID copied. | {0} IDs copied.')),
          missing: l10n.t('This row has no ID.'),
          line: typedId,
        }),
    ),

    'mintscope.copyMintAddress': copyMintAddress,
    // The same without a keybinding. A menu shows the keybinding of its command, but in the
    // portfolio Ctrl+C copies the rows with their counts.
    'mintscope.portfolio.copyMintAddress': copyMintAddress,

    'mintscope.copyLink': copy(
      { title: l10n.t('Copy a link to which project?'), lists: ['projects'] },
      (rows) => {
        const { current } = session;
        return current && copyLines(rows, copyLink(current));
      },
    ),
  } satisfies Handlers;
}

const LONGEST_LINE = 10_000;

export interface Copy<Row extends ServiceRow = ServiceRow> {
  readonly copied: (count: number) => string;
  /** The message if the only row has no line. */
  readonly missing: string;
  readonly line: (row: Row) => string | undefined;
}

/** Links that open the stats of projects; see `projectLink`. */
export function copyLink(connection: ActiveConnection): Copy {
  return {
    copied: (count) => plural(count, l10n.t('{0} link copied. | {0} links copied.')),
    missing: l10n.t('There is no link to this project: the service gave no ID or no kind for it.'),
    line: (row) => {
      const ref = listedRef(row);
      return ref && projectLink(connection, ref);
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
export function copyLines<Row extends ServiceRow>(
  rows: readonly Row[],
  { copied, missing, line }: Copy<Row>,
): Copied {
  // Without line breaks, which would start another command when pasted into a terminal.
  const lines = rows.flatMap((row) => {
    const text = line(row);
    return text === undefined ? [] : [displayText(text, LONGEST_LINE)];
  });
  const text = lines.join('\n');
  const words = copied(lines.length);
  const missingLines = rows.length - lines.length;
  if (missingLines === 0) return { text, words };
  const [first, ...others] = rows;
  if (first && others.length === 0) return { text, words: whyMissing(first, missing) };
  const some = formatNumber(missingLines);
  const without = l10n.t('Not available for {0} of {1} rows.', some, formatNumber(rows.length));
  return { text, words: `${words} ${without}` };
}
