import type * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import { isProject, type Project } from '../../core/model/model.ts';
import { Slice } from '../../editor/slices.ts';
import type { ServiceRow } from '../../lists/index.ts';
import { bareLook, isSameLook, type RowLook } from '../rowLook.ts';
import { type KnownOfRow, serviceItem } from './treeItems.ts';

/** Changes within this time are examined together. */
const TOGETHER_MS = 50;

/** Items that are made in one go, in a few milliseconds. */
const MOST_AT_ONCE = 300;

interface Made extends KnownOfRow {
  readonly row: ServiceRow;
  readonly item: vscode.TreeItem;
  /** Whether the next paint is to make it again. */
  isStale: boolean;
  /** The number of the last paint that has shown it. */
  paint: number;
}

/**
 * The items of the rows of a tree. To make those of 10,000 rows takes more than a tenth of a second,
 * so many are made in slices before they are returned, and later paints use them again while nothing
 * that they show has changed.
 */
export class RowItems {
  /** The look of a Project by its counts; `undefined` until the late code is loaded. */
  lookOf: ((row: Project) => RowLook) | undefined;
  readonly #knownOf: (row: ServiceRow) => KnownOfRow;
  readonly #onChange: () => void;
  readonly #make: typeof serviceItem;
  readonly #examining: Later;
  /** By the keys of the rows. A closed group may be opened again, so items outlast one paint. */
  readonly #made = new Map<string, Made>();
  #paint = 0;
  /** The keys of the rows whose look may have changed. */
  readonly #unexamined = new Set<string>();

  /**
   * @param knownOf what is known of a row besides its look.
   * @param onChange called when painted rows would look otherwise in another paint.
   */
  constructor(
    clock: Clock,
    knownOf: (row: ServiceRow) => KnownOfRow,
    onChange: () => void,
    make = serviceItem,
  ) {
    this.#knownOf = knownOf;
    this.#onChange = onChange;
    this.#make = make;
    this.#examining = new Later(clock, () => void this.#examine());
  }

  /** Call this when a paint begins. */
  begin(): void {
    this.#paint++;
    for (const [key, { paint }] of this.#made) if (paint < this.#paint - 2) this.#made.delete(key);
  }

  /** Makes the items of rows in slices; `undefined` if there are so few that `itemOf` can do it. */
  prepare(rows: readonly ServiceRow[]): Promise<void> | undefined {
    return rows.length > MOST_AT_ONCE ? inSlices(rows, (row) => this.itemOf(row)) : undefined;
  }

  /** The item of a row, for the paint under way. */
  itemOf(row: ServiceRow): vscode.TreeItem {
    const known = this.#knownOf(row);
    let made = this.#ready(row, known);
    if (!made) {
      const look = isProject(row) ? this.lookOf?.(row) : undefined;
      const item = this.#make(row, { ...known, look });
      made = { ...known, look, row, item, isStale: false, paint: 0 };
      this.#made.set(row.key, made);
    }
    made.paint = this.#paint;
    return made.item;
  }

  /** Call this when something that the looks of these rows show has changed. */
  readonly changed = (keys: Iterable<string>): void => {
    for (const key of keys) {
      const made = this.#made.get(key);
      if (!made) continue;
      made.isStale = true;
      this.#unexamined.add(key);
    }
    this.#examining.soon(TOGETHER_MS);
  };

  /** Call this when any look may have changed, because of the time or a setting. */
  readonly aged = (): void => {
    for (const key of this.#made.keys()) this.#unexamined.add(key);
    this.#examining.soon(TOGETHER_MS);
  };

  /** Forgets all rows: those of another account may have the same keys. */
  readonly clear = (): void => {
    this.#examining.cancel();
    this.#unexamined.clear();
    this.#made.clear();
  };

  /** What was made of a row, if nothing of it has changed. */
  #ready(row: ServiceRow, { mark, isStatusSaid }: KnownOfRow): Made | undefined {
    const made = this.#made.get(row.key);
    const isSame = made?.row === row && made.mark === mark && made.isStatusSaid === isStatusSaid;
    return isSame && !made.isStale ? made : undefined;
  }

  async #examine(): Promise<void> {
    await inSlices(this.#unexamined, (key) => {
      this.#unexamined.delete(key);
      const made = this.#made.get(key);
      if (!made || !isProject(made.row) || !this.lookOf) return;
      made.isStale = !isSameLook(made.look ?? bareLook(made.row), this.lookOf(made.row));
      if (made.isStale && made.paint === this.#paint) this.#onChange();
    });
  }
}

/** Runs `work` for each; yields to other work before it begins and after each slice. */
async function inSlices<One>(all: Iterable<One>, work: (one: One) => unknown): Promise<void> {
  const slice = new Slice();
  await slice.next();
  for (const one of all) {
    work(one);
    if (slice.isOver) await slice.next();
  }
}
