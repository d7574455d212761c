import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { displayText } from '../../core/base/displayText.ts';
import type { ChangeMark } from '../../core/lists/changeMarks.ts';
import { markWords } from '../../core/messages/listMessages.ts';
import type { Project } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey, unseenProject } from '../../core/model/projectRef.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import type { FirstSteps } from '../../editor/firstSteps.ts';
import { counted, formatNumber, formatTime } from '../../editor/locale.ts';
import { showInformation, showStatus, withViewProgress } from '../../editor/notify.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import {
  forAllLists,
  isServiceRow,
  type ListName,
  LISTS,
  rowName,
  type ServiceRow,
} from '../../lists/index.ts';
import type { Views } from '../../views/commandTargets.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { focusRows, loadMoreRows, revealRow } from '../../views/tree/rowFocus.ts';
import { goneName, type GoneRow } from '../../views/tree/treeNodes.ts';

/**
 * Commands that load and refresh the lists, go through their changes, and remove marks.
 * @param refreshCounts reads the counts that are visible again.
 */
export function listCommands(
  session: Session,
  catalog: Catalog,
  views: Views,
  steps: Pick<FirstSteps, 'reached'>,
  refreshCounts: () => void,
) {
  const commandsOf = (name: ListName): Handlers => {
    const list = catalog[name];
    const view = views[name];
    /** Runs work on the list, with its view visible and progress shown there, if signed in. */
    const inView =
      (run: () => Promise<void>): Handler =>
      async () => {
        await session.ready();
        if (session.failure) await session.reload();
        if (!session.current) return offerSignIn(session);
        session.probeNow();
        // Not if it is visible: focusing a view scrolls it to its selection.
        if (!view.visible) await vscode.commands.executeCommand(`mintscope.${name}.focus`);
        await withViewProgress(`mintscope.${name}`, run);
      };
    /** Work that reads further. Ticks a first step if more rows came or all are loaded. */
    const readFurther = (read: () => Promise<void>): Handler =>
      inView(async () => {
        const before = list.state.rows.length;
        await read();
        const { rows, hasMore } = list.state;
        const isAll = rows.length > 0 && !hasMore;
        if (isAll || rows.length > before) steps.reached('browse');
      });
    return {
      [`mintscope.${name}.refresh`]: inView(() => {
        const refreshed = list.refresh();
        if (LISTS[name].hasStats) refreshCounts();
        return refreshed;
      }),
      [`mintscope.${name}.loadMore`]: readFurther(() => loadMoreRows(view)),
      [`mintscope.${name}.loadAll`]: readFurther(() => list.loadAll()),
      [`mintscope.${name}.stopLoading`]: () => {
        list.cancel();
      },
      [`mintscope.${name}.showChangesOnly`]: async () => {
        if (view.marks.marks.size > 0) await showOnly(view, true);
        else showStatus(noChangeWords());
      },
      [`mintscope.${name}.showAllRows`]: () => showOnly(view, false),
      [`mintscope.${name}.nextChange`]: (row?: unknown) =>
        goToChange(view, 1, row, session.current?.ended),
      [`mintscope.${name}.previousChange`]: (row?: unknown) =>
        goToChange(view, -1, row, session.current?.ended),
    };
  };
  return {
    ...forAllLists(commandsOf),
    'mintscope.markAllSeen': () => {
      for (const view of Object.values(views)) {
        view.marks.see(view.marks.marks.keys());
        view.showChangesOnly(false);
      }
    },
  } satisfies Handlers;
}

/** Shows only changed rows or all rows, with the focus on the selected row or else the first. */
async function showOnly(view: ListView, changesOnly: boolean): Promise<void> {
  await vscode.commands.executeCommand(`mintscope.${view.place.rows.name}.focus`);
  view.showChangesOnly(changesOnly);
  // It rejects if the rows change meanwhile.
  await focusRows(view.place).catch(() => undefined);
}

/**
 * Opens the panel of a project that the service no longer lists, with its name and the counts that
 * were read. For another row, of which only the name is known, says that there is nothing to open.
 */
export async function openGone(
  { key, list, name }: GoneRow,
  openProject: (project: Project, from: OpenedFrom) => Promise<void>,
): Promise<void> {
  const ref = LISTS[list].hasStats ? parseProjectRef(refOfKey(key)) : undefined;
  if (ref) {
    await openProject(unseenProject(ref, { name }), 'row');
    return;
  }
  void showInformation(
    l10n.t(
      'The service no longer lists “{0}”. Only its name is known, so there is nothing to open.',
      goneName({ key, list, name }),
    ),
  );
}

const LONGEST_NAME = 40;

function noChangeWords(): string {
  return l10n.t('No changes since you last looked.');
}

/**
 * Selects and focuses the next marked row in the order of the tree, or the previous one, and says
 * in the status bar what has changed. Starts again at the other end. Rows keep their marks while the
 * user goes through them (`ListMarks.goThrough`). When it starts again or finds no row, it counts
 * the changes that the filter hides, and offers to clear it.
 * @param from the focused row, if the editor passes one; else it starts from the selected row.
 * @param ended aborts when the connection in use ends; then the offer does nothing.
 */
async function goToChange(
  view: ListView,
  step: 1 | -1,
  from: unknown,
  ended: AbortSignal | undefined,
): Promise<void> {
  const { marks, since } = view.marks;
  const { inOrder, goneRows } = view.place.rows;
  const rows = [...inOrder, ...goneRows];
  const leaving = isRow(from) ? from : view.treeSelection.rows.find(isRow);
  const start = leaving ? rows.findIndex(({ key }) => key === leaving.key) : -1;
  const marked = [...rows.keys()].filter((index) => marks.has(rows[index]?.key ?? ''));
  const hidden = marks.size - marked.length;
  const ahead =
    step === 1 ? marked.find((index) => index > start) : marked.findLast((index) => index < start);
  const index = ahead ?? marked.at(step === 1 ? 0 : -1);
  const row = index === undefined ? undefined : rows[index];
  const mark = marks.get(row?.key ?? '');
  if (index !== undefined && row && mark) {
    // The first step repeats no change, wherever the selection was.
    const isRepeated = view.marks.isGoneThrough;
    view.marks.goThrough(row.key);
    await revealRow(view, row.key);
    // Without a row to leave, every change is ahead.
    const startsAgain = ahead === undefined && start !== -1;
    const again = step === 1 ? l10n.t('First change again.') : l10n.t('Last change again.');
    const placed = placedWords(changeWords(row, mark), marked.indexOf(index), marked.length, since);
    showStatus(startsAgain && isRepeated ? `${again} ${placed}` : placed);
    if (!startsAgain) return;
  } else if (hidden === 0) showStatus(noChangeWords());
  if (hidden === 0) return;
  const words = counted(hidden, (n) => [
    l10n.t('1 change is hidden by the filter.'),
    l10n.t('{0} changes are hidden by the filter.', n),
  ]);
  const clear = l10n.t('Clear Filter');
  const choice = await showInformation(words, clear);
  if (choice !== clear || ended?.aborted) return;
  await vscode.commands.executeCommand('mintscope.clearFilter');
  await goToChange(view, step, leaving, ended);
}

/** `Harbor Lights: → confirmed (was pending) (2 of 5 since 18:04)`. */
function placedWords(change: string, index: number, length: number, since: number | undefined) {
  const [at, count] = [formatNumber(index + 1), formatNumber(length)];
  if (since === undefined) return l10n.t('{change} ({at} of {count})', { change, at, count });
  const time = formatTime(since, 'short');
  return l10n.t('{change} ({at} of {count} since {time})', { change, at, count, time });
}

function isRow(from: unknown): from is ServiceRow | GoneRow {
  return isServiceRow(from) || (from as Partial<GoneRow> | null | undefined)?.kind === 'gone';
}

function changeWords(row: ServiceRow | GoneRow, mark: ChangeMark): string {
  const name = displayText(row.kind === 'gone' ? goneName(row) : rowName(row), LONGEST_NAME);
  return `${name}: ${markWords(mark, row.kind === 'gone' ? {} : row)}`;
}
