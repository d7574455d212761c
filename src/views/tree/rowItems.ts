import type * as vscode from 'vscode';
import { type Clock, SLICE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import { isProject, type Project } from '../../core/model/model.ts';
import { slices } from '../../editor/slices.ts';
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
}

/**
 * The items of the rows of a list. To make those of 10,000 rows takes more than a tenth of a second,
 * so many are made in slices before they are returned, and later paints use them again while nothing
 * that they show has changed.
 */
export class RowItems {
  /** The look of a Project by its counts; `undefined` until the late code is loaded. */
  lookOf: ((row: Project) => RowLook) | undefined;
  readonly #rowOf: (key: string) => ServiceRow | undefined;
  readonly #knownOf: (row: ServiceRow) => KnownOfRow;
  readonly #onChange: () => void;
  readonly #examining: Later;
  /**
   * The items of the last paint, by the keys of the rows, and of the one before, for those that the
   * last one does not show yet: they are being prepared, or in a closed group.
   */
  #made = new Map<string, Made>();
  #before = new Map<string, Made>();
  /** The rows whose look may have changed, by key, and whether a paint is to make them again. */
  readonly #unexamined = new Map<string, boolean>();

  /**
   * @param rowOf the loaded row with a key.
   * @param knownOf what is known of a row besides its look.
   * @param onChange called when painted rows would look otherwise in another paint.
   */
  constructor(
    clock: Clock,
    rowOf: (key: string) => ServiceRow | undefined,
    knownOf: (row: ServiceRow) => KnownOfRow,
    onChange: () => void,
  ) {
    this.#rowOf = rowOf;
    this.#knownOf = knownOf;
    this.#onChange = onChange;
    this.#examining = new Later(clock, () => void this.#examine());
  }

  /** Call this when a paint begins. */
  begin(): void {
    this.#before = this.#made;
    this.#made = new Map();
  }

  /** Makes the items of rows in slices; `undefined` if there are so few that `itemOf` can do it. */
  prepare(rows: readonly ServiceRow[]): Promise<void> | undefined {
    const unmade = rows.filter((row) => !this.#ready(row, this.#knownOf(row)));
    return unmade.length > MOST_AT_ONCE ? this.#prepare(unmade) : undefined;
  }

  /** The item of a row, for the paint under way. */
  itemOf(row: ServiceRow): vscode.TreeItem {
    const known = this.#knownOf(row);
    const made = this.#ready(row, known) ?? this.#make(row, known, this.#lookOf(row));
    this.#made.set(row.key, made);
    return made.item;
  }

  /** Call this when something that the looks of these rows show has changed. */
  readonly changed = (keys: Iterable<string>): void => {
    for (const key of keys) this.#unexamined.set(key, true);
    this.#examining.soon(TOGETHER_MS);
  };

  /** Call this when any look may have changed, because of the time or a setting. */
  readonly aged = (): void => {
    for (const key of [...this.#made.keys(), ...this.#before.keys()]) {
      if (!this.#unexamined.has(key)) this.#unexamined.set(key, false);
    }
    this.#examining.soon(TOGETHER_MS);
  };

  /** Forgets all rows: those of another account may have the same keys. */
  clear(): void {
    this.#examining.cancel();
    this.#unexamined.clear();
    this.#made.clear();
    this.#before = new Map();
  }

  /** What was made of a row, if nothing of it has changed. */
  #ready(row: ServiceRow, { mark, isStatusSaid }: KnownOfRow): Made | undefined {
    const made = this.#made.get(row.key) ?? this.#before.get(row.key);
    const isSame = made?.row === row && made.mark === mark && made.isStatusSaid === isStatusSaid;
    return isSame && this.#unexamined.get(row.key) !== true ? made : undefined;
  }

  #lookOf(row: ServiceRow): RowLook | undefined {
    return isProject(row) ? this.lookOf?.(row) : undefined;
  }

  #make(row: ServiceRow, known: KnownOfRow, look: RowLook | undefined): Made {
    this.#unexamined.delete(row.key);
    return { ...known, row, look, item: serviceItem(row, { ...known, look }) };
  }

  async #prepare(rows: readonly ServiceRow[]): Promise<void> {
    await slices.pause();
    let begun = slices.now();
    for (const row of rows) {
      if (slices.now() - begun >= SLICE_MS) {
        await slices.pause();
        begun = slices.now();
      }
      this.itemOf(row);
    }
  }

  async #examine(): Promise<void> {
    let isChanged = false;
    let begun = slices.now();
    for (const key of this.#unexamined.keys()) {
      this.#unexamined.delete(key);
      const before = this.#made.get(key);
      if (!before) this.#before.delete(key);
      const row = before && this.#rowOf(key);
      const look = row && this.#lookOf(row);
      if (!look || !isProject(row)) continue;
      if (!isSameLook(before.look ?? bareLook(row), look)) {
        this.#made.set(key, this.#make(row, this.#knownOf(row), look));
        isChanged = true;
      }
      if (slices.now() - begun < SLICE_MS) continue;
      await slices.pause();
      begun = slices.now();
    }
    if (isChanged) this.#onChange();
  }
}
