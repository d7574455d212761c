import * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import { isAsking } from '../../editor/quickPick.ts';
import type { ServiceRow } from '../../lists/index.ts';
import { RowItems, type RowsOfItems } from './rowItems.ts';
import { isOfService } from './rows.ts';

const LEAST_MS = 2_000;
/** Paints take at most a twentieth of the time: a background paint waits this often its length. */
const REST_FACTOR = 20;
/** What the editor itself takes at least to paint a row, in milliseconds. */
const ROW_MS = 0.035;
/** But not longer than this: the machine may have slept during a paint. */
const LONGEST_REST_MS = 20_000;
const TOGETHER_MS = 100;
/** A tooltip may be open for this long: most users read one in less. */
const READING_MS = 20_000;
/** After a click, another may follow, and the row that it opens is not to wait for a paint. */
const AFTER_CLICK_MS = 500;
/** The longest that a click waits for a paint: a row that opens later would surprise the user. */
const LONGEST_WAIT_MS = 2_000;
const MOST_REVEALS = 10;
/** The longest time between two of these, if no paint ends. */
const BETWEEN_REVEALS_MS = 500;

let lastTurn = 0;

/** A number that grows with each call, to tell which of two things the user did last. */
export function nextTurn(): number {
  return ++lastTurn;
}

/** The rows of a tree: those of the service, and others. Rendering only reads them. */
export interface TreeRows<Other extends object> extends RowsOfItems {
  childrenOf(parent: ServiceRow | Other | undefined): readonly (ServiceRow | Other)[];
  parentOf(row: ServiceRow | Other): Other | undefined;
  /** The item of a row that is not of the service. Its id identifies the row in two paints. */
  itemOf(row: Other): vscode.TreeItem;
  tooltipOf(row: ServiceRow): vscode.MarkdownString | Promise<vscode.MarkdownString>;
}

/**
 * A tree as the editor shows it: its paints, and what is selected in it. It is always painted as a
 * whole: a change event for single rows closes their tooltips, takes selected rows out of the
 * selection that Ctrl extends, and forgets commands with arguments.
 *
 * What the user did is painted at once (`paintNow`). Other changes wait while a tooltip may be open,
 * because a paint closes it and the editor does not report that a tooltip was closed: those of the
 * list (`paintSoon`), and those that come again and again, which are also painted seldom
 * (`paintLater`). During a paint the editor reports no selection.
 */
export class Tree<Other extends object>
  implements vscode.TreeDataProvider<ServiceRow | Other>, vscode.Disposable
{
  readonly id: string;
  readonly view: vscode.TreeView<ServiceRow | Other>;
  readonly items: RowItems;
  /** The number, of `nextTurn`, at which rows were last selected; 0 if never. */
  turn = 0;
  readonly #rows: TreeRows<Other>;
  readonly #clock: Clock;
  readonly #changed = new vscode.EventEmitter<undefined>();
  #lastSelection: readonly (ServiceRow | Other)[] = [];
  /** Whether the editor was told to request the rows, and has not done so yet. */
  #isRequested = false;
  /** When the editor requested the rows, by `Clock.uptime`, until it has taken them over. */
  #askedAt: number | undefined;
  /** How many of these requests wait for their rows. */
  #asked = 0;
  #endedAt = -Infinity;
  #tookMs = 0;
  #ranAt = -Infinity;
  #readUntil = -Infinity;
  #actedAt = -Infinity;
  #reveals = 0;
  /** How often the rows were painted at once, and how many paints have ended. */
  #paints = 0;
  #ended = 0;
  /** What waits for a time at which the user is not disturbed. */
  readonly #due = new Set<() => void>();
  readonly #next: Later;
  readonly #waiting = new Set<() => void>();
  readonly #subscriptions: readonly vscode.Disposable[];

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(id: string, rows: TreeRows<Other>, clock: Clock) {
    this.id = id;
    this.#rows = rows;
    this.items = new RowItems(clock, rows, () => {
      this.paintLater();
    });
    this.#clock = clock;
    this.#next = new Later(clock, this.#run);
    this.view = vscode.window.createTreeView<ServiceRow | Other>(id, {
      treeDataProvider: this,
      canSelectMany: true,
    });
    this.#subscriptions = [
      this.view.onDidChangeSelection(this.#followSelection),
      this.view.onDidChangeVisibility(this.#plan),
    ];
  }

  readonly paintNow = (): void => {
    this.#due.delete(this.paintNow);
    this.#isRequested = true;
    this.#paints++;
    this.#changed.fire(undefined);
  };

  /** Paints at once, or once no tooltip may be open. @param work as for `paintLater`. */
  paintSoon(work: () => void = this.paintNow): void {
    if (this.#clock.uptime() < this.#readUntil) this.paintLater(work);
    else work();
  }

  /** Paints in the background. @param work what is to run instead, which disturbs the user as well. */
  paintLater(work: () => void = this.paintNow): void {
    this.#due.add(work);
    this.#plan();
  }

  /** Call this when the user has selected a row or run a command: that has closed the tooltip. */
  userActed(): void {
    this.#readUntil = -Infinity;
    this.#actedAt = this.#clock.uptime();
    this.#plan();
  }

  /** Resolves once no paint is under way, but after 2 s at most. */
  async painted(): Promise<void> {
    await this.#whenPainted(() => true);
  }

  /**
   * Sets what the editor shows beside the rows. What has not changed is not sent, because the editor
   * delays new rows by 200 ms after each change of a view.
   */
  set<Name extends 'badge' | 'description' | 'message'>(
    name: Name,
    value: vscode.TreeView<ServiceRow | Other>[Name],
  ): void {
    const isSame = JSON.stringify(value ?? '') === JSON.stringify(this.view[name] ?? '');
    if (!isSame) this.view[name] = value;
  }

  /** The selected rows, as they were painted. During a paint, those selected before it. */
  get selection(): readonly (ServiceRow | Other)[] {
    const { selection } = this.view;
    // During a paint the editor leaves out rows, mostly all.
    if (!this.#isPainting || selection.length >= this.#lastSelection.length)
      this.#lastSelection = selection;
    return this.#lastSelection;
  }

  /** Resolves with the selected row. If the tree is being painted, waits for that, 2 s at most. */
  clickedRow(): Promise<ServiceRow | Other | undefined> {
    return this.#whenPainted(() => this.view.selection[0]);
  }

  /** Call this before the rows of another account are painted. */
  forgetSelection(): void {
    this.#lastSelection = [];
  }

  /**
   * Selects or focuses a row. The editor does this without effect, or rejects, while it paints, or
   * if it has not drawn a view yet that it reports as visible. So this waits for the paint under way,
   * and is repeated until the row is selected or the user has selected another. As it waits, it does
   * not take the focus from a box that the user has opened meanwhile. Rejects if the row is not shown.
   */
  async reveal(
    row: ServiceRow | Other,
    { select, focus }: { readonly select: boolean; readonly focus: boolean },
  ): Promise<void> {
    const key = this.#keysOf([row]);
    const before = this.#keysOf(this.selection);
    let failure: Error | undefined;
    for (let tries = 0; tries < MOST_REVEALS; tries++) {
      if (tries > 0 && select) await this.#nextPaint();
      await this.painted();
      if (tries > 0 && select && this.#keysOf(this.selection) !== before) return;
      const paints = this.#paints;
      this.#reveals++;
      try {
        await this.view.reveal(row, { select, focus: focus && !isAsking() });
        failure = undefined;
      } catch (error) {
        failure = error as Error;
      } finally {
        this.#reveals--;
        this.#plan();
      }
      const isDone = select
        ? this.selection.some((selected) => this.#keysOf([selected]) === key)
        : this.#paints === paints;
      if (isDone) break;
    }
    if (failure) throw failure;
  }

  /**
   * The row that keys act on, `undefined` if there is none. The API gives the selection only. The
   * editor gives the focused row to a command with the undocumented arguments below; the keybinding
   * of Copy Mint Address in package.json uses them as well. An editor that does not know them passes
   * on the arguments themselves: this then resolves with them, which are no row.
   */
  async focusedRow(): Promise<unknown> {
    const command = `${this.id}.tellFocusedRow`;
    let focused: unknown;
    // eslint-disable-next-line no-restricted-syntax -- for this moment only, and it cannot fail
    const registration = vscode.commands.registerCommand(command, (row?: unknown) => {
      focused = row ?? undefined;
    });
    try {
      const args = { $treeViewId: this.id, $focusedTreeItem: true };
      await vscode.commands.executeCommand('runCommands', { commands: [{ command, args }] });
    } finally {
      registration.dispose();
    }
    return focused;
  }

  async getChildren(parent?: ServiceRow | Other): Promise<(ServiceRow | Other)[]> {
    const isTop = parent === undefined;
    if (isTop) {
      this.items.begin();
      this.#isRequested = false;
      this.#due.delete(this.paintNow);
      this.#askedAt ??= this.#clock.uptime();
      this.#asked++;
    }
    let rows: readonly (ServiceRow | Other)[] = [];
    try {
      rows = this.#rows.childrenOf(parent);
      await this.items.prepare(rows.filter(isOfService));
      return [...rows];
    } finally {
      if (isTop) this.#asked--;
      // The editor takes the rows over at once.
      setImmediate(() => {
        this.#rowsReturned(rows.length);
      });
    }
  }

  getParent(row: ServiceRow | Other): Other | undefined {
    return this.#rows.parentOf(row);
  }

  getTreeItem(row: ServiceRow | Other): vscode.TreeItem {
    return isOfService(row) ? this.items.itemOf(row) : this.#rows.itemOf(row);
  }

  /** Adds the tooltip of a row when it is hovered. A paint later makes the editor request it again. */
  async resolveTreeItem(item: vscode.TreeItem, row: ServiceRow | Other): Promise<vscode.TreeItem> {
    if (!isOfService(row)) return item;
    this.#readUntil = this.#clock.uptime() + READING_MS;
    this.paintLater();
    const tooltip = await this.#rows.tooltipOf(row);
    // A copy, because the item may be used for a later paint, which has no tooltip yet.
    return Object.assign(new vscode.TreeItem(''), item, { tooltip });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#next.cancel();
    this.items.dispose();
    this.view.dispose();
    this.#changed.dispose();
  }

  /** Whether a paint is under way, so that the editor reports no selection. */
  get #isPainting(): boolean {
    return this.#isRequested || this.#askedAt !== undefined;
  }

  #rowsReturned(count: number): void {
    const isLast = !this.#isRequested && this.#asked === 0;
    if (isLast && this.#askedAt !== undefined) {
      this.#endedAt = this.#clock.uptime();
      this.#tookMs = Math.max(this.#endedAt - this.#askedAt, count * ROW_MS);
      this.#askedAt = undefined;
      this.#ended++;
      this.#readUntil = -Infinity;
      this.#plan();
    }
    for (const look of this.#waiting) look();
    // After a click during a paint, the editor reports the rows only when the paint has ended.
    this.#followSelection();
  }

  /** Resolves with what `read` returns, once no paint is under way and it returns something. */
  #whenPainted<T>(read: () => T | undefined, mostMs = LONGEST_WAIT_MS): Promise<T | undefined> {
    return new Promise((resolve) => {
      const end = (found: T | undefined) => {
        cancel();
        this.#waiting.delete(look);
        resolve(found);
      };
      const look = () => {
        const found = this.#isPainting ? undefined : read();
        if (found !== undefined) end(found);
      };
      const cancel = this.#clock.after(mostMs, () => {
        end(read());
      });
      this.#waiting.add(look);
      look();
    });
  }

  /** Resolves when a paint has ended, or after half a second. */
  async #nextPaint(): Promise<void> {
    const before = this.#ended;
    const hasEnded = () => this.#ended > before || undefined;
    await this.#whenPainted(hasEnded, BETWEEN_REVEALS_MS);
  }

  get #mayRun(): boolean {
    const isFree = !this.#isPainting && this.#reveals === 0 && this.view.visible;
    return this.#due.size > 0 && isFree;
  }

  readonly #plan = (): void => {
    if (!this.#mayRun) return;
    const freeAt = Math.max(
      this.#endedAt + Math.min(REST_FACTOR * this.#tookMs, LONGEST_REST_MS),
      this.#ranAt + LEAST_MS,
      this.#readUntil,
      this.#actedAt + AFTER_CLICK_MS,
    );
    const now = this.#clock.uptime();
    if (freeAt > now + TOGETHER_MS) this.#next.restart(freeAt - now);
    else this.#next.soon(TOGETHER_MS);
  };

  readonly #run = (): void => {
    if (!this.#mayRun) return;
    this.#ranAt = this.#clock.uptime();
    const due = [...this.#due];
    this.#due.clear();
    for (const run of due) run();
  };

  #keysOf(rows: readonly (ServiceRow | Other)[]): string {
    return rows.map((row) => (isOfService(row) ? row.key : this.#rows.itemOf(row).id)).join('\n');
  }

  readonly #followSelection = (): void => {
    const before = this.#keysOf(this.#lastSelection);
    const { selection } = this;
    if (selection.length === 0 || this.#keysOf(selection) === before) return;
    this.turn = nextTurn();
    this.userActed();
  };
}
