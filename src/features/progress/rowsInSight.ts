import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import type { Recoverable } from '../../connection/recoverable.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey } from '../../core/model/projectRef.ts';
import { endOf } from '../../core/stats/share.ts';
import { settings } from '../../editor/settings.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { dropAddresses } from '../../views/dropAddresses.ts';
import type { ListView } from '../../views/tree/listView.ts';

/** The scheme of the address that a row has for its decoration (`views/tree/treeItems.ts`). */
const SCHEME = 'mintscope';

/** Stats younger than this are not read again, nor is a failed read repeated. */
const YOUNG_MS = MINUTE_MS;
/** The same for stats that say that all is confirmed. */
const YOUNG_DONE_MS = 10 * MINUTE_MS;

/** More rows than are in sight at the same time. */
const MOST_DEMANDS = 60;

/** How often to look whether the counts of rows that were in sight have become old. */
const LOOK_MS = 10_000;

/**
 * Reads the counts of the projects whose rows are in sight once a minute, and marks the rows that have
 * changed. For both, the editor asks for the decoration of a row when it comes in sight, and remembers
 * the answer until it is told of a change. It does not say which rows leave the sight. So when counts
 * have become old it is made to forget all answers, and asks again for the rows still in sight.
 */
export class RowsInSight implements vscode.FileDecorationProvider, vscode.Disposable, Recoverable {
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #view: ListView;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  /** By `t/12`, the newest last. */
  readonly #demands = new Map<string, AbortController>();
  /** The rows whose answers the editor remembers, by `t/12`. */
  readonly #asked = new Map<string, ProjectRef>();
  readonly #looking: Later;
  /** The status that a row had when its counts were demanded last, by `t/12`. */
  readonly #statuses = new Map<string, string | undefined>();
  /** Whether demands were ended because newer ones came: their rows may be in sight again. */
  #wereEnded = false;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
  /** When requests have failed, by `t/12`, in milliseconds since 1970. */
  readonly #failed = new Map<string, number>();
  #isOut = false;
  /** Whether rows were being read when the outage began. */
  #hasFailed = false;
  #asOf: number | undefined;

  readonly onDidChangeFileDecorations = this.#changed.event;

  /** @param view the view of the projects. */
  constructor(session: Session, projects: PagedList<Project>, view: ListView) {
    this.#session = session;
    this.#projects = projects;
    this.#view = view;
    this.#looking = new Later(session.clock, this.#look);
    this.#asOf = projects.state.asOf;
    this.#follow();
    view.marks.onSeen((keys) => {
      this.#changed.fire(keys.map((key) => vscode.Uri.from({ scheme: SCHEME, path: `/${key}` })));
    });
    this.#subscriptions = [
      this.#changed,
      session.onDidChange(() => {
        this.#follow();
      }),
      session.onDidChangeStatus(() => {
        const wasOut = this.#isOut;
        this.#isOut = this.#isPaused();
        this.#hasFailed = this.#isOut && (this.#hasFailed || this.busy);
        if (this.#isOut) this.#endDemands();
        else if (wasOut) this.#askAgain();
      }),
      { dispose: projects.onChange(this.#refreshed) },
      { dispose: this.#looking.cancel },
      view.onDidChangeVisibility(this.#look),
      vscode.window.onDidChangeWindowState(this.#look),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.showProgress')) return;
        this.#endDemands();
        this.#askAgain();
      }),
      vscode.window.registerFileDecorationProvider(this),
      // The address that decorations need would be dropped in place of the mint address.
      dropAddresses(),
    ];
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const key = keyOf(uri);
    const connection = this.#connection;
    if (key === undefined || !connection) return undefined;
    const ref = parseProjectRef(refOfKey(key));
    if (ref) {
      this.#asked.set(formatRef(ref), ref);
      this.#looking.soon(LOOK_MS);
      this.#demand(connection, ref);
    }
    const mark = this.#view.marks.marks.get(key);
    if (!mark) return undefined;
    const words = mark.kind === 'new' ? l10n.t('New') : l10n.t('Changed');
    return new vscode.FileDecoration('●', words, new vscode.ThemeColor('mintscope.changed'));
  }

  get failed(): boolean {
    const isWanted = settings.showProgress === 'visible';
    return isWanted && this.#hasFailed && this.#session.outage !== undefined;
  }

  get busy(): boolean {
    return this.#demands.size > 0;
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  /** Reads one row. If that ends the outage, the others are read too. */
  async retry(): Promise<void> {
    const [[key, ref] = []] = this.#asked;
    const connection = this.#connection;
    if (key === undefined || !ref || !connection) return;
    // The next time, it is another one's turn.
    this.#asked.delete(key);
    this.#asked.set(key, ref);
    const end = new AbortController();
    this.#demands.set(key, end);
    await this.#read(connection, ref, end, 0);
  }

  dispose(): void {
    this.#endDemands();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Nothing is requested from a service that fails or that refuses the token. */
  #isPaused(): boolean {
    const { outage, refused } = this.#session;
    return outage !== undefined || refused;
  }

  /** Whether counts may be requested at all: the setting says so, and the service answers. */
  get #mayDemand(): boolean {
    return settings.showProgress === 'visible' && !this.#isPaused();
  }

  get #isLookedAt(): boolean {
    return this.#view.visible && vscode.window.state.focused;
  }

  /** Nothing is read for a row that nobody can see. */
  readonly #look = (): void => {
    const connection = this.#connection;
    if (!connection || this.#asked.size === 0) return;
    this.#looking.cancel();
    if (!this.#isLookedAt) return;
    this.#looking.soon(LOOK_MS);
    const isOld = ([key, ref]: readonly [string, ProjectRef]) =>
      !this.#demands.has(key) && !this.#isYoung(connection, ref);
    if (!this.#mayDemand || ![...this.#asked].some(isOld)) return;
    // The editor closes the tooltip of a row whose decoration it forgets.
    this.#view.hover.onceClosed(() => {
      if (this.#isLookedAt) this.#askAgain();
    });
  };

  readonly #askAgain = (): void => {
    this.#asked.clear();
    this.#changed.fire(undefined);
  };

  /** Whether its counts, or the last try to read them, need not be read again. */
  #isYoung(connection: ActiveConnection, ref: ProjectRef): boolean {
    const last = readerOf(connection).last(ref);
    const at = Math.max(last?.at ?? -Infinity, this.#failed.get(formatRef(ref)) ?? -Infinity);
    const isDone = last !== undefined && endOf(last, false) === 'done';
    // The clock may have been set back since.
    return Math.abs(connection.store.clock.now() - at) < (isDone ? YOUNG_DONE_MS : YOUNG_MS);
  }

  /**
   * Demands the counts of a row that is in sight, unless they are young. Counts from before its status
   * has changed are not: `77% · completed` would contradict itself.
   */
  #demand(connection: ActiveConnection, ref: ProjectRef): void {
    if (!this.#mayDemand) return;
    const key = formatRef(ref);
    const statusNow = () =>
      this.#projects.state.rows.find((row) => row.key === `project/${key}`)?.status;
    const hasChanged =
      this.#view.marks.marks.get(`project/${key}`)?.kind === 'changed' &&
      this.#statuses.get(key) !== statusNow();
    if (!hasChanged && this.#isYoung(connection, ref)) return;
    this.#statuses.set(key, statusNow());
    const before = this.#demands.get(key);
    const end = before ?? new AbortController();
    this.#demands.delete(key);
    this.#demands.set(key, end);
    if (before) return;
    const [oldest] = this.#demands.keys();
    if (this.#demands.size > MOST_DEMANDS && oldest !== undefined) {
      this.#demands.get(oldest)?.abort();
      this.#demands.delete(oldest);
      this.#wereEnded = true;
    }
    void this.#read(connection, ref, end, hasChanged ? 0 : YOUNG_MS);
  }

  async #read(
    connection: ActiveConnection,
    ref: ProjectRef,
    end: AbortController,
    maxAgeMs: number,
  ): Promise<void> {
    const key = formatRef(ref);
    const { signal } = end;
    try {
      await readerOf(connection).read(ref, { urgency: 'visible', signal, maxAgeMs });
    } catch {
      if (!signal.aborted && !this.#isPaused()) this.#failed.set(key, connection.store.clock.now());
    }
    if (this.#demands.get(key) !== end) return;
    this.#demands.delete(key);
    if (this.#demands.size > 0 || !this.#wereEnded) return;
    this.#wereEnded = false;
    this.#askAgain();
  }

  #endDemands(): void {
    for (const end of this.#demands.values()) end.abort();
    this.#demands.clear();
    this.#wereEnded = false;
  }

  /** Has the editor forget the rows of another connection. */
  #follow(): void {
    const { current } = this.#session;
    this.#endDemands();
    this.#hasFailed = false;
    this.#failed.clear();
    this.#statuses.clear();
    this.#isOut = this.#isPaused();
    this.#connection = current;
    this.#askAgain();
  }

  /** After a refresh, other rows have changed, and what is in sight may be read again. */
  readonly #refreshed = (): void => {
    const { asOf, work } = this.#projects.state;
    if (work !== undefined || asOf === this.#asOf) return;
    this.#asOf = asOf;
    this.#askAgain();
  };
}

/** The key of a row by its address. */
function keyOf({ scheme, path }: vscode.Uri): string | undefined {
  return scheme === SCHEME ? path.slice(1) : undefined;
}
