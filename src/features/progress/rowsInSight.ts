import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import type { ListMarks } from '../../core/lists/changeMarks.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { settings } from '../../editor/settings.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { dropAddresses } from '../../views/dropAddresses.ts';

/** The scheme of the address that a row has for its decoration (`views/treeItems.ts`). */
const SCHEME = 'mintscope';

/** Stats younger than this are not read again, nor is a failed read repeated. */
const YOUNG_MS = 60_000;

/** More rows than are in sight at the same time. */
const MOST_DEMANDS = 60;

/**
 * Reads the counts of the projects whose rows are in sight, and marks the rows that have changed. For
 * both, the editor asks for the decoration of a row when it comes in sight, and remembers the answer
 * until it is told of a change.
 */
export class RowsInSight implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #marks: ListMarks;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  /** By `t/12`, the newest last. */
  readonly #demands = new Map<string, AbortController>();
  /** Whether demands were ended because newer ones came: their rows may be in sight again. */
  #wereEnded = false;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
  /** When requests have failed, by `t/12`, in milliseconds since 1970. */
  readonly #failed = new Map<string, number>();
  #isOut = false;
  #asOf: number | undefined;

  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(session: Session, projects: PagedList<Project>, marks: ListMarks) {
    this.#session = session;
    this.#projects = projects;
    this.#marks = marks;
    this.#asOf = projects.state.asOf;
    this.#follow();
    marks.onSeen((keys) => {
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
        if (this.#isOut) this.#endDemands();
        else if (wasOut) this.#changed.fire(undefined);
      }),
      { dispose: projects.onChange(this.#refreshed) },
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.showProgress')) return;
        this.#endDemands();
        this.#changed.fire(undefined);
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
    const ref = parseProjectRef(key.replace(/^project\//, ''));
    if (ref && settings.showProgress === 'visible' && !this.#isPaused()) {
      this.#demand(connection, ref, readerOf(connection).last(ref)?.at);
    }
    const mark = this.#marks.marks.get(key);
    if (!mark) return undefined;
    const words = mark.kind === 'new' ? l10n.t('New') : l10n.t('Changed');
    return new vscode.FileDecoration('●', words, new vscode.ThemeColor('mintscope.changed'));
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

  /**
   * Demands the counts of a row that is in sight, unless they are young. The editor does not say which
   * rows leave the sight, so the oldest of too many demands are ended.
   */
  #demand(connection: ActiveConnection, ref: ProjectRef, asOf = -Infinity): void {
    const key = formatRef(ref);
    const last = Math.max(asOf, this.#failed.get(key) ?? -Infinity);
    // The clock may have been set back since.
    if (Math.abs(connection.store.clock.now() - last) < YOUNG_MS) return;
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
    void this.#read(connection, ref, end);
  }

  async #read(connection: ActiveConnection, ref: ProjectRef, end: AbortController): Promise<void> {
    const key = formatRef(ref);
    const { signal } = end;
    try {
      const demand = { urgency: 'visible', signal, maxAgeMs: YOUNG_MS } as const;
      await readerOf(connection).read(ref, demand);
    } catch {
      if (!signal.aborted && !this.#isPaused()) this.#failed.set(key, connection.store.clock.now());
    }
    if (this.#demands.get(key) !== end) return;
    this.#demands.delete(key);
    if (this.#demands.size > 0 || !this.#wereEnded) return;
    this.#wereEnded = false;
    this.#changed.fire(undefined);
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
    this.#failed.clear();
    this.#isOut = this.#isPaused();
    this.#connection = current;
    this.#changed.fire(undefined);
  }

  /** After a refresh, other rows have changed, and what is in sight may be read again. */
  readonly #refreshed = (): void => {
    const { asOf, work } = this.#projects.state;
    if (work !== undefined || asOf === this.#asOf) return;
    this.#asOf = asOf;
    this.#changed.fire(undefined);
  };
}

/** The key of a row by its address. */
function keyOf({ scheme, path }: vscode.Uri): string | undefined {
  return scheme === SCHEME ? path.slice(1) : undefined;
}
