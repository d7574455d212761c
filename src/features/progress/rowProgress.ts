import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import { markWords } from '../../core/messages/listMessages.ts';
import { formatRef, isProject, type Project, type ProjectRef } from '../../core/model/model.ts';
import { slices } from '../../editor/slices.ts';
import type { ServiceRow } from '../../lists/index.ts';
import { readerOf } from '../../stats/statsReader.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { bareLook, decorate, lookIn, type RowLook } from '../../views/rowLook.ts';

/** Changes within this time are painted together. */
const TOGETHER_MS = 50;
/** The least time between two repaints, for when the counts of a whole list are read. */
const BETWEEN_MS = 500;

/** Rows examined before other work of the extension host is done: about 5 milliseconds. */
const AT_A_TIME = 200;

/**
 * Paints in the rows of Projects how far they are: the icon, the share first in the description, its
 * age once it is old, what needs attention, and all of it for a screen reader. A row is repainted
 * only if that has changed; because of its age, once a minute at most.
 */
export class RowProgress implements vscode.Disposable {
  readonly #view: ListView;
  /** The look that each row was painted with, by its key. */
  readonly #painted = new Map<string, string>();
  /** The keys of rows whose look may have changed. */
  readonly #unexamined = new Set<string>();
  readonly #painting: Later;
  readonly #aging: Later;
  readonly #subscriptions: readonly vscode.Disposable[];
  #connection: ActiveConnection | undefined;

  constructor(session: Session, view: ListView) {
    this.#view = view;
    this.#painting = new Later(session.clock, this.#examineNew, BETWEEN_MS);
    this.#aging = new Later(session.clock, this.#age);
    view.decorate = (item, row) => {
      if (row.kind !== 'project') return;
      const look = this.#lookOf(row);
      this.#painted.set(row.key, JSON.stringify(look));
      const mark = view.marks.marks.get(row.key);
      decorate(item, look, mark && ((beside) => markWords(mark, row, beside)));
    };
    this.#subscriptions = [
      vscode.workspace.onDidChangeConfiguration((event) => {
        const names = ['showProgress', 'stallMinutes'];
        if (names.some((name) => event.affectsConfiguration(`mintscope.${name}`))) {
          void this.#examineAll();
        }
      }),
      view.onDidChangeVisibility(this.#age),
      followConnection(session, (current) => this.#follow(current)),
    ];
  }

  dispose(): void {
    this.#view.decorate = undefined;
    this.#painting.cancel();
    this.#aging.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #follow(current: ActiveConnection | undefined): readonly vscode.Disposable[] {
    this.#painting.cancel();
    this.#painted.clear();
    this.#unexamined.clear();
    this.#connection = current;
    if (!current) return [];
    const [reader, watched] = [readerOf(current), watchedOf(current)];
    const arrived = (ref: ProjectRef) => {
      this.#unexamined.add(`project/${formatRef(ref)}`);
      for (const key of watched.keysOf(ref)) this.#unexamined.add(key);
      this.#painting.soon(TOGETHER_MS);
    };
    this.#aging.restart(MINUTE_MS);
    void this.#examineAll();
    return [
      reader.onDidChange(({ ref }) => {
        arrived(ref);
      }),
      reader.onDidFail(arrived),
      // Repaint at once, because the user has started or stopped watching.
      watched.onDidChange(this.#view.repaints.rows),
      concernedOf(current).onDidChange((keys) => {
        this.#view.repaints.quietly(keys);
      }),
    ];
  }

  /** Repaints the rows whose counts have become old, now and once a minute while they are visible. */
  readonly #age = (): void => {
    if (!this.#view.visible) return;
    this.#aging.restart(MINUTE_MS);
    void this.#examineAll();
  };

  /** Repaints all loaded rows whose look has changed. */
  async #examineAll(): Promise<void> {
    const connection = this.#connection;
    const { rows } = this.#view.place.rows.list.state;
    const changed: string[] = [];
    for (let from = 0; from < rows.length; from += AT_A_TIME) {
      changed.push(...this.#changedOf(rows.slice(from, from + AT_A_TIME)));
      await slices.pause();
      if (connection !== this.#connection) return;
    }
    this.#view.repaints.quietly(changed);
  }

  readonly #examineNew = (): void => {
    const { list } = this.#view.place.rows;
    const changed = this.#changedOf([...this.#unexamined].flatMap((key) => list.rowOf(key) ?? []));
    this.#unexamined.clear();
    this.#view.repaints.quietly(changed);
  };

  /** The keys of the rows whose look has changed since they were painted. */
  #changedOf(rows: readonly ServiceRow[]): string[] {
    return rows.flatMap((row) => {
      if (!isProject(row)) return [];
      const look = this.#lookOf(row);
      // A row that was painted before this class was loaded has no counts.
      const painted = this.#painted.get(row.key) ?? JSON.stringify(bareLook(row));
      return painted === JSON.stringify(look) ? [] : [row.key];
    });
  }

  #lookOf(row: Project): RowLook {
    return this.#connection ? lookIn(this.#connection, row) : bareLook(row);
  }
}
