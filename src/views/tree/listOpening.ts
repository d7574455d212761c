import type * as vscode from 'vscode';
import { openList } from '../../connection/catalog.ts';
import { UNTIL_PAINTED_MS } from '../../connection/perConnection.ts';
import type { RowsSeenLast } from '../../connection/rowsSeenLast.ts';
import type { Session } from '../../connection/session.ts';
import { Later } from '../../core/base/later.ts';
import type { ListState } from '../../core/lists/listState.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { ListName } from '../../lists/index.ts';

interface Parts {
  readonly name: ListName;
  readonly view: Pick<vscode.TreeView<unknown>, 'onDidChangeVisibility'>;
  readonly list: Pick<PagedList<never>, 'open' | 'onChange'> & {
    readonly state: ListState<unknown>;
  };
  readonly session: Session;
  readonly seenLast: Pick<RowsSeenLast, 'restore'>;
  readonly updateHead: () => void;
}

/**
 * Opens the list of a view. Stored rows are painted before anything else is done: loading the code
 * for requests takes 20 ms, and creating the formats of numbers and times takes 20 to 50 ms. On two
 * cores both delay the painting.
 */
export class ListOpening implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #following: vscode.Disposable;
  /** Whether the rows on screen are those of another account. */
  #isLeftOver = false;
  readonly #opening: Later;
  readonly #heading: Later;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { name, session, seenLast } = parts;
    this.#opening = new Later(session.clock, () => void this.#open());
    this.#heading = new Later(session.clock, parts.updateHead);
    this.#following = parts.view.onDidChangeVisibility(({ visible }) => {
      // Starts early: the editor requests the rows a moment later.
      if (visible && session.expected && !seenLast.restore(name)) void session.ready();
    });
  }

  /** Call it when the rows on screen are those of an account that was left. */
  clearFirst(): void {
    this.#isLeftOver = true;
  }

  /**
   * Call it before each paint. Resolves when there are rows, or when the first page was tried.
   * @returns false if the caller must paint no row, and then paint again: the rows of another account
   *   would stay on screen while this paint waits.
   */
  async beforePaint(): Promise<boolean> {
    const { name, list, session, seenLast } = this.#parts;
    // A change of the connection reaches the lists before it reaches this view.
    await Promise.resolve();
    const isAnyRestored = seenLast.restore(name);
    const hasRows = () => list.state.rows.length > 0;
    const isLeftOver = this.#isLeftOver;
    this.#isLeftOver = false;
    if (isLeftOver && !hasRows()) {
      // After this paint: the editor would join it with the repaint for the first page.
      setImmediate(() => void this.#open());
      return false;
    }
    if (!hasRows()) {
      // The rows of the other view are sent first.
      if (isAnyRestored) {
        await new Promise<void>((resolve) => session.clock.after(UNTIL_PAINTED_MS, resolve));
      }
      await session.ready();
    }
    const hadRows = hasRows();
    if (hadRows && list.state.restored) {
      this.#opening.restart(UNTIL_PAINTED_MS);
      // Needed if the secret storage does not respond, or the list is not read again.
      this.updateHeadSoon();
    } else if (hadRows) void this.#open();
    if (!hadRows) await this.#openedOrRestored();
    return true;
  }

  updateHeadSoon(): void {
    this.#heading.restart(UNTIL_PAINTED_MS);
  }

  dispose(): void {
    this.#following.dispose();
    this.#opening.cancel();
    this.#heading.cancel();
  }

  /**
   * Resolves when the first page was tried, or when rows were restored meanwhile: after a switch of
   * sign-ins they are shown before the service has answered.
   */
  async #openedOrRestored(): Promise<void> {
    const { list } = this.#parts;
    const restored = Promise.withResolvers<unknown>();
    const unsubscribe = list.onChange(() => {
      if (list.state.restored) restored.resolve(undefined);
    });
    await Promise.race([this.#open(), restored.promise]);
    unsubscribe();
    if (list.state.restored) this.updateHeadSoon();
  }

  #open(): Promise<void> {
    const { session, list } = this.#parts;
    return openList(session, list);
  }
}
