import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { slices } from '../../editor/slices.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { bareLook, isSameLook, lookIn, type RowLook } from '../../views/rowLook.ts';
import type { ListView, RowLooks } from '../../views/tree/listView.ts';

/** Readings within this time are examined together. */
const TOGETHER_MS = 50;
/** Rows examined before other work of the extension host is done: about 5 milliseconds. */
const AT_A_TIME = 200;

/**
 * Shows in the rows of Projects how far they are: the icon, the share, its age once it is old, what
 * needs attention, and all of it for a screen reader. The tree is painted again only if the look of
 * a painted row has changed; because of its age, once a minute at most.
 */
export class RowProgress implements RowLooks, vscode.Disposable {
  readonly #view: ListView;
  /** The keys of rows whose look may have changed. */
  readonly #unexamined = new Set<string>();
  readonly #examining: Later;
  readonly #aging: Later;
  readonly #subscriptions: readonly vscode.Disposable[];
  #connection: ActiveConnection | undefined;

  constructor(session: Session, view: ListView) {
    this.#view = view;
    this.#examining = new Later(session.clock, () => void this.#examine());
    this.#aging = new Later(session.clock, this.#age);
    view.looks = this;
    this.#subscriptions = [
      vscode.workspace.onDidChangeConfiguration((event) => {
        const names = ['showProgress', 'stallMinutes'];
        if (names.some((name) => event.affectsConfiguration(`mintscope.${name}`))) this.#all();
      }),
      view.onDidChangeVisibility(this.#age),
      followConnection(session, (current) => this.#follow(current)),
    ];
  }

  of(row: Project): RowLook {
    return this.#connection ? lookIn(this.#connection, row) : bareLook(row);
  }

  dispose(): void {
    this.#view.looks = undefined;
    this.#examining.cancel();
    this.#aging.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #follow(current: ActiveConnection | undefined): readonly vscode.Disposable[] {
    this.#examining.cancel();
    this.#unexamined.clear();
    this.#connection = current;
    if (!current) return [];
    const reader = readerOf(current);
    const watched = watchedOf(current);
    const arrived = (ref: ProjectRef) => {
      this.#add([`project/${formatRef(ref)}`, ...watched.keysOf(ref)]);
    };
    this.#aging.restart(MINUTE_MS);
    this.#all();
    return [
      reader.onDidChange(({ ref }) => {
        arrived(ref);
      }),
      reader.onDidFail(arrived),
      // Paint at once, because the user has started or stopped watching.
      watched.onDidChange(() => {
        this.#view.tree.paint.now();
      }),
      concernedOf(current).onDidChange((keys) => {
        this.#add(keys);
      }),
    ];
  }

  /** Examines the rows whose counts have become old, now and once a minute while they are visible. */
  readonly #age = (): void => {
    if (!this.#view.visible) return;
    this.#aging.restart(MINUTE_MS);
    this.#all();
  };

  #all(): void {
    this.#add(this.#view.painted.keys());
  }

  #add(keys: Iterable<string>): void {
    for (const key of keys) this.#unexamined.add(key);
    this.#examining.soon(TOGETHER_MS);
  }

  /** Has the tree painted if the look of one of these rows is not the painted one. */
  async #examine(): Promise<void> {
    const connection = this.#connection;
    const { painted, rows, tree } = this.#view;
    let examined = 0;
    for (const key of this.#unexamined) {
      this.#unexamined.delete(key);
      const row = painted.has(key) ? rows.list.rowOf(key) : undefined;
      if (row?.kind !== 'project') continue;
      // A row that was painted before this class was loaded has no counts.
      if (!isSameLook(painted.get(key) ?? bareLook(row), this.of(row))) {
        tree.paint.later();
        this.#unexamined.clear();
        return;
      }
      if (++examined % AT_A_TIME !== 0) continue;
      await slices.pause();
      if (connection !== this.#connection) return;
    }
  }
}
