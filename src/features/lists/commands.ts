import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { parseProjectRef, refOfKey, unseenProject } from '../../core/model/projectRef.ts';
import { describeFailure } from '../../core/messages/failureMessages.ts';
import type { CommandId, Handler, Handlers } from '../../editor/commandRegistry.ts';
import { announce, showInformation, withViewProgress } from '../../editor/notify.ts';
import { FROM_ROW, type OpenRow } from '../../rows/rowTabs.ts';
import type { ListCommands } from '../../lists/definition.ts';
import {
  isServiceRow,
  LIST_NAMES,
  type ListName,
  listOf,
  LISTS,
  rowsWords,
} from '../../lists/index.ts';
import type { Views } from '../../views/commandTargets.ts';
import { focusAgain, loadMoreRows, placeOfFocus } from '../../views/tree/rowFocus.ts';
import { goneName, type GoneRow, isGone, type OwnRow } from '../../views/tree/rows.ts';

interface ClickedTree {
  clickedRow(): Promise<object | undefined>;
}

type ListCommand = ListCommands<ListName>[keyof ListCommands<ListName>];

/**
 * @param refreshCounts reads the counts that are visible again.
 * @param stopReading ends the reading of all counts for Needs Attention.
 */
export function listCommands(
  session: Session,
  views: Views & { readonly attention: ClickedTree },
  openRow: OpenRow,
  refreshCounts: () => void,
  stopReading: () => void,
) {
  /** Stops what the row is of, which from the title of a view is its focused one; else all lists. */
  const stopLoading = (row: unknown) => {
    if (isReadingRow(row)) {
      stopReading();
      return;
    }
    const list = listOfRow(row);
    for (const name of LIST_NAMES) {
      if ((list ?? name) !== name) continue;
      const { tree, rows } = views[name];
      tree.userActed();
      rows.list.cancel();
    }
  };
  /** Opens the row that was clicked in a tree, or selected with Enter; a row with Stop stops. */
  const openClicked = (tree: ClickedTree) => async () => {
    const row = await tree.clickedRow();
    if (isServiceRow(row)) await openRow(row, FROM_ROW, session.current?.ended);
    else if (isGone(row)) await openGone(row, openRow);
    else if (isStopRow(row)) stopLoading(row);
  };
  const commandsOf = (name: ListName) => {
    const view = views[name];
    const { list } = view.rows;
    const commands: Readonly<Record<keyof ListCommands<ListName>, CommandId>> =
      LISTS[name].commands;
    /** Runs work on the list, with its view visible and progress shown there, if signed in. */
    const inView =
      (run: (row: unknown) => Promise<void>): Handler =>
      async (row) => {
        await session.ready();
        if (session.failure) await session.retry();
        if (!session.current) return offerSignIn(session);
        session.probeNow();
        view.tree.userActed();
        // Not if it is visible: focusing a view scrolls it to its selection.
        if (!view.visible) await vscode.commands.executeCommand(`mintscope.${name}.focus`);
        await withViewProgress(`mintscope.${name}`, () => run(row));
        // A tooltip that was opened meanwhile does not hold back what the user waits for.
        view.paintIfOutdated();
        const { failure, rows, total } = list.state;
        const { reason } = failure ? describeFailure(failure.failure, session.host) : {};
        announce(reason ?? rowsWords(name, rows.length, total));
      };
    return {
      [commands.refresh]: inView(async (row) => {
        const editor = vscode.window.activeTextEditor;
        const place = await placeOfFocus(view);
        const { focused = '' } = place;
        const wasLoaded = list.rowOf(focused) !== undefined;
        const refreshed = list.refresh();
        if (LISTS[name].hasStats) refreshCounts();
        await refreshed;
        // If the row is gone, none has the focus, and the arrow keys would begin at the first row. The
        // title of the view passes the focused row. From the palette, the user may be elsewhere.
        const isGone = wasLoaded && !list.rowOf(focused);
        const isHere = isServiceRow(row) && vscode.window.activeTextEditor === editor;
        if (isGone && isHere) await focusAgain(view, place);
      }),
      [commands.loadMore]: inView(() => loadMoreRows(view, session.clock)),
      [commands.loadAll]: inView(() => list.loadAll()),
      // The editor also runs it when Shift with an arrow key leaves one row selected. So the
      // keybindings of those keys set the context key `mintscope.selecting`, which disables it. It is
      // in no menu of the rows, because the editor repaints all rows when a command of their menus is
      // disabled.
      [commands.openRow]: openClicked(view),
    };
  };
  const ofLists = LIST_NAMES.flatMap((name) => Object.entries(commandsOf(name)));
  return {
    ...(Object.fromEntries(ofLists) as Record<ListCommand, Handler>),
    'mintscope.stopLoading': stopLoading,
    'mintscope.attention.openRow': openClicked(views.attention),
  } satisfies Handlers;
}

/** Whether a click on the row stops what it is of, if that is still under way. */
function isStopRow(row: unknown): boolean {
  return (row as Partial<OwnRow> | undefined)?.kind === 'loadMore' || isReadingRow(row);
}

function isReadingRow(row: unknown): boolean {
  return (row as Partial<vscode.TreeItem> | null | undefined)?.contextValue === 'reading';
}

function listOfRow(row: unknown): ListName | undefined {
  if (isServiceRow(row)) return listOf(row).name;
  const { kind, list } = (row ?? {}) as { readonly kind?: unknown; readonly list?: ListName };
  // Only Projects has groups.
  return kind === 'group' ? 'projects' : list;
}

/** Opens the panel of a project that is gone. Of another row only the name is known, which it says. */
async function openGone(row: GoneRow, openRow: OpenRow): Promise<void> {
  const ref = LISTS[row.list].hasStats ? parseProjectRef(refOfKey(row.key)) : undefined;
  if (ref) return openRow(unseenProject(ref, { name: row.name }), FROM_ROW);
  const words = l10n.t(
    'The service no longer lists “{0}”. Only its name is known, so there is nothing to open.',
    goneName(row),
  );
  void showInformation(words);
}
