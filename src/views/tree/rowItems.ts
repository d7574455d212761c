import type * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { ChangeMark } from '../../core/lists/changeMarks.ts';
import { isProject, type Project } from '../../core/model/model.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import type { RowTone } from '../../core/stats/rowTone.ts';
import { Slice } from '../../editor/slices.ts';
import type { ServiceRow } from '../../lists/index.ts';

/** What the counts of a project, and what the user does with it, add to its row. */
export interface RowLook {
  readonly tone: RowTone;
  /** Beside the name: `63% · Failed 38 · 14 min ago · acknowledged · watched`. */
  readonly words: string;
  readonly spoken: readonly string[];
  /** Why it needs attention; without `failed` that only the status says, which the row shows. */
  readonly chips: string;
  /** Words for the conditions of menus: `attention`, `ended`, `watched`. */
  readonly context: readonly string[];
}

export function bareLook({ status }: Pick<Project, 'status'>): RowLook {
  return { tone: statusTone(status), words: '', spoken: [], chips: '', context: [] };
}

/** What is known of a row besides what the service lists. */
export interface KnownOfRow {
  readonly mark?: ChangeMark | undefined;
  readonly look?: RowLook | undefined;
  readonly isStatusSaid?: boolean | undefined;
}

/** Changes within this time are examined together. */
const TOGETHER_MS = 50;

/** Items that are made in one go, in a few milliseconds. */
const MOST_AT_ONCE = 300;

interface Made extends KnownOfRow {
  readonly row: ServiceRow;
  readonly item: vscode.TreeItem;
}

export interface RowsOfItems {
  knownOf(row: ServiceRow): KnownOfRow;
  serviceItem(row: ServiceRow, known: KnownOfRow): vscode.TreeItem;
}

/**
 * The items of the rows of the service in a tree. Those of 10,000 rows take more than a tenth of a
 * second, so many are made in slices, and used again while nothing that they show has changed.
 */
export class RowItems {
  /** The look of a Project by its counts; `undefined` until the late code is loaded. */
  lookOf: ((row: Project) => RowLook) | undefined;
  readonly #rows: RowsOfItems;
  readonly #onChange: () => void;
  readonly #examining: Later;
  /** What the last paint shows, and what only the one before it did, by the keys of the rows. */
  #made = new Map<string, Made>();
  #before = new Map<string, Made>();
  /** The keys of the rows whose look may have changed. */
  readonly #unexamined = new Set<string>();

  /** @param onChange called when painted rows would look otherwise in another paint. */
  constructor(clock: Clock, rows: RowsOfItems, onChange: () => void) {
    this.#rows = rows;
    this.#onChange = onChange;
    this.#examining = new Later(clock, () => void this.#examine());
  }

  begin(): void {
    this.#before = this.#made;
    this.#made = new Map();
  }

  /** Makes the items of many rows in slices. `itemOf` can make few. */
  async prepare(rows: readonly ServiceRow[]): Promise<void> {
    if (rows.length <= MOST_AT_ONCE) return;
    const slice = new Slice();
    for (const row of rows) {
      if (slice.isOver) await slice.next();
      this.itemOf(row);
    }
  }

  itemOf(row: ServiceRow): vscode.TreeItem {
    const { key } = row;
    const known = this.#rows.knownOf(row);
    const made = this.#made.get(key) ?? this.#before.get(key);
    const isSame =
      made?.row === row && made.mark === known.mark && made.isStatusSaid === known.isStatusSaid;
    if (isSame && !this.#unexamined.has(key)) {
      this.#made.set(key, made);
      return made.item;
    }
    const look = isProject(row) ? this.lookOf?.(row) : undefined;
    const item = this.#rows.serviceItem(row, { ...known, look });
    this.#made.set(key, { ...known, look, row, item });
    this.#unexamined.delete(key);
    return item;
  }

  /**
   * Call this when something that the looks of these rows show has changed. Without keys, it may be
   * any look, because of the time or a setting.
   */
  readonly changed = (keys?: Iterable<string>): void => {
    for (const key of keys ?? [...this.#before.keys(), ...this.#made.keys()]) {
      this.#unexamined.add(key);
    }
    this.#examining.soon(TOGETHER_MS);
  };

  dispose(): void {
    this.#examining.cancel();
  }

  async #examine(): Promise<void> {
    const slice = new Slice();
    for (const key of this.#unexamined) {
      if (slice.isOver) await slice.next();
      // A paint may have made its item meanwhile.
      if (!this.#unexamined.delete(key)) continue;
      this.#before.delete(key);
      const made = this.#made.get(key);
      if (!made || !isProject(made.row) || !this.lookOf) continue;
      const look = made.look ?? bareLook(made.row);
      if (JSON.stringify(look) === JSON.stringify(this.lookOf(made.row))) continue;
      this.#made.delete(key);
      this.#onChange();
    }
  }
}
