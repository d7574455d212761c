import type * as vscode from 'vscode';
import { Lazy } from '../core/base/lazy.ts';
import { ListMarks } from '../core/lists/changeMarks.ts';
import type { ListName } from '../core/messages/listMessages.ts';
import { UNTIL_PAINTED_MS } from '../editor/lateStart.ts';
import type { Log } from '../editor/log.ts';
import { settings } from '../editor/settings.ts';
import { SAMPLE } from './activeConnection.ts';
import type { Catalog } from './catalog.ts';
import type { KeptRows } from './keptRows.ts';
import type { Session } from './session.ts';

/**
 * Shows in the lists what the sign-in in use saw last, at the start and after a switch. The rest of
 * it, `KeptRows`, is loaded for that, or else when the sign-in was looked up.
 */
export class RowsSeenLast implements vscode.Disposable {
  /** What has changed in the lists since the person last looked. */
  readonly marks: Readonly<Record<ListName, ListMarks>>;
  readonly #session: Session;
  readonly #log: Log;
  readonly #late: Lazy<KeptRows>;
  readonly #following: vscode.Disposable;
  /** The sign-in whose rows were restored last. */
  #id: string | undefined;
  #restored: Promise<boolean | undefined> | undefined;
  #due: NodeJS.Timeout | undefined;

  constructor(session: Session, catalog: Catalog, log: Log) {
    this.#session = session;
    this.#log = log;
    // They follow the lists before all others, who then find them up to date.
    this.marks = {
      projects: new ListMarks(catalog.projects),
      collections: new ListMarks(catalog.collections),
    };
    const id = session.expected?.id;
    this.#late = new Lazy(async () => {
      const { KeptRows } = await import('./keptRows.ts');
      return new KeptRows(session, catalog, this.marks, id, log);
    });
    // Rows that are read first could not be compared, and would take the place of those on disk.
    session.alsoReady = () => this.restored;
    void this.restored;
    this.#following = session.onDidChange(() => {
      void this.restored;
      // Without a sign-in, before and now, there is nothing to keep or to delete.
      if (this.#id === undefined) return;
      clearTimeout(this.#due);
      this.#due = setTimeout(() => void this.#orLogged(this.#late.get()), UNTIL_PAINTED_MS);
    });
  }

  /**
   * Resolves when the lists show what was kept, with true if there was anything; `undefined` if
   * nothing is known of a sign-in.
   */
  get restored(): Promise<boolean | undefined> | undefined {
    // A view may ask before this was told of a change.
    const { current, expected } = this.#session;
    this.#restore(current?.scope === SAMPLE ? undefined : (current ?? expected)?.id);
    return this.#restored;
  }

  /** Resolves when nothing is written any more. */
  dispose(): Promise<void> | undefined {
    this.#following.dispose();
    clearTimeout(this.#due);
    for (const marks of Object.values(this.marks)) marks.dispose();
    if (this.#late.loaded) return this.#late.loaded.dispose();
    this.#late.ifAsked((late) => late.dispose());
    return undefined;
  }

  #restore(id: string | undefined): void {
    if (id === this.#id) return;
    this.#id = id;
    this.#restored = undefined;
    if (id === undefined || !settings.keepRows) return;
    const { kept } = this.#session.parts;
    const read = (name: ListName) => this.#orLogged(kept.read(id, name));
    const all = Promise.all([this.#late.get(), read('projects'), read('collections')]);
    this.#restored = this.#orLogged(all.then(([late, ...files]) => late.restore(id, ...files)));
  }

  async #orLogged<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      this.#log.warn(`Kept rows cannot be read: ${String(error)}`);
      return undefined;
    }
  }
}
