import type * as vscode from 'vscode';
import type { Session } from '../connection/session.ts';
import type { ListMarks } from '../core/lists/changeMarks.ts';
import type { ListState } from '../core/lists/listState.ts';
import type { Collection, Project } from '../core/model/model.ts';
import { rowItem } from './rowItems.ts';
import type { TreeModel } from './treeModel.ts';
import { isOfService, type Row } from './treeNodes.ts';
import type { ViewHeader } from './viewHeader.ts';

/** What the rows of a tree are painted from. */
interface Parts {
  readonly list: { readonly state: ListState<Project | Collection> };
  readonly rows: TreeModel;
  readonly head: ViewHeader;
  readonly marks: ListMarks;
  readonly session: Session;
}

/** What the editor shows of each row of a tree: its item, and later its tooltip. */
export class RowPainter {
  readonly #parts: Parts;
  /** Adds to the item of a row what a feature shows there; see `ListView.repaintRows`. */
  decorate: ((item: vscode.TreeItem, row: Row) => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  item(row: Row): vscode.TreeItem {
    const { list, rows, head, marks } = this.#parts;
    const item = rowItem(row, {
      state: list.state,
      problem: head.problem,
      mark: 'key' in row ? marks.marks.get(row.key) : undefined,
      arranger: rows.arranged,
      changesOnly: rows.changesOnly.isOn,
      range: row.kind === 'range' ? rows.contextOf(row, marks.marks) : undefined,
    });
    const takenId = isOfService(row) ? rows.takenIdOf(row) : undefined;
    if (takenId !== undefined) item.id = takenId;
    this.decorate?.(item, row);
    return item;
  }

  /** Adds the tooltip. Its code is loaded, and its counts are asked for, when it is wanted. */
  async withTooltip(
    item: vscode.TreeItem,
    row: Row,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (!isOfService(row)) return item;
    const { rows, marks } = this.#parts;
    const { rowTooltip } = await import('./rowTooltip.ts');
    const session = rows.rowOf(row.key) && this.#parts.session;
    item.tooltip = await rowTooltip(row, marks.marks.get(row.key), session, token);
    return item;
  }
}
