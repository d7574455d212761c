import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import type { Recoverable } from '../../connection/serviceStatus.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey } from '../../core/model/projectRef.ts';
import { settings } from '../../editor/settings.ts';
import { dropAddresses } from '../../views/dropAddresses.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { SightDemands } from './sightDemands.ts';

/** The scheme of the address that a row has for its decoration (`views/tree/treeItems.ts`). */
const SCHEME = 'mintscope';

/** How often to check whether the counts of rows that were in sight have become old. */
const CHECK_MS = 10_000;

/**
 * Reads the counts of the projects whose rows are in sight once a minute, if `mintscope.showProgress`
 * is `visible`, and marks the rows that have changed. For both, the editor requests the decoration of
 * a row that comes in sight, and remembers it until a change is announced. It does not report which
 * rows are no longer in sight. So when counts have become old, a change of all rows is announced: the
 * editor then requests the decorations of those still in sight.
 */
export class RowsInSight implements vscode.FileDecorationProvider, vscode.Disposable, Recoverable {
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #view: ListView;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  readonly #demands: SightDemands;
  /** The rows whose decorations the editor remembers, by `t/12`. */
  readonly #decorated = new Map<string, ProjectRef>();
  readonly #timer: Later;
  /** The status that a row had when its counts were demanded last, by the key of the row. */
  readonly #statuses = new Map<string, string | undefined>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
  #wasPaused = false;
  /** Whether rows were being read when the outage began. */
  #hasFailed = false;
  #asOf: number | undefined;

  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(session: Session, projects: PagedList<Project>, view: ListView) {
    this.#session = session;
    this.#projects = projects;
    this.#view = view;
    this.#timer = new Later(session.clock, this.#demandOld);
    this.#demands = new SightDemands(() => !this.#isPaused(), this.#redecorate);
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
        const wasPaused = this.#wasPaused;
        this.#wasPaused = this.#isPaused();
        this.#hasFailed = this.#wasPaused && (this.#hasFailed || this.busy);
        if (this.#wasPaused) this.#demands.end();
        else if (wasPaused) this.#redecorate();
      }),
      { dispose: projects.onChange(this.#refreshed) },
      { dispose: this.#timer.cancel },
      view.onDidChangeVisibility(this.#demandOld),
      vscode.window.onDidChangeWindowState(this.#demandOld),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.showProgress')) return;
        this.#demands.end();
        this.#redecorate();
      }),
      vscode.window.registerFileDecorationProvider(this),
      // When rows are dragged, the address for decorations would be dropped, not the mint address.
      dropAddresses(),
    ];
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const key = keyOf(uri);
    const connection = this.#connection;
    if (key === undefined || !connection) return undefined;
    const ref = parseProjectRef(refOfKey(key));
    if (ref) {
      this.#decorated.set(formatRef(ref), ref);
      this.#timer.soon(CHECK_MS);
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

  /** Reads one of the rows in sight, another each time. If that ends the outage, all are read. */
  async retry(): Promise<void> {
    const [[key, ref] = []] = this.#decorated;
    const connection = this.#connection;
    if (key === undefined || !ref || !connection) return;
    this.#decorated.delete(key);
    this.#decorated.set(key, ref);
    await this.#demands.read(connection, ref, 0);
  }

  dispose(): void {
    this.#demands.end();
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

  get #isInView(): boolean {
    return this.#view.visible && vscode.window.state.focused;
  }

  /** If counts have become old, has the editor request the decorations, which demands the counts. */
  readonly #demandOld = (): void => {
    const connection = this.#connection;
    if (!connection || this.#decorated.size === 0) return;
    this.#timer.cancel();
    if (!this.#isInView) return;
    this.#timer.soon(CHECK_MS);
    const isOld = (ref: ProjectRef) =>
      !this.#demands.has(ref) && !this.#demands.isYoung(connection, ref);
    if (!this.#mayDemand || ![...this.#decorated.values()].some(isOld)) return;
    // The editor closes the tooltip of a row whose decoration it forgets.
    this.#view.repaints.hover.onceClosed(() => {
      if (this.#isInView) this.#redecorate();
    });
  };

  /** Has the editor forget all decorations, and request those of rows in sight again. */
  readonly #redecorate = (): void => {
    this.#decorated.clear();
    this.#changed.fire(undefined);
  };

  /**
   * Demands the counts of a row in sight, unless they are young. Counts from before the last change
   * of its status are demanded anyway: `77% · completed` would contradict itself.
   */
  #demand(connection: ActiveConnection, ref: ProjectRef): void {
    if (!this.#mayDemand) return;
    const key = `project/${formatRef(ref)}`;
    const status = this.#projects.rowOf(key)?.status;
    const hasChanged =
      this.#view.marks.marks.get(key)?.kind === 'changed' && this.#statuses.get(key) !== status;
    if (!hasChanged && this.#demands.isYoung(connection, ref)) return;
    this.#statuses.set(key, status);
    this.#demands.add(connection, ref, hasChanged ? 0 : undefined);
  }

  /** Starts over with the rows of the connection in use. */
  #follow(): void {
    const { current } = this.#session;
    this.#demands.end();
    this.#hasFailed = false;
    this.#demands.forgetFailures();
    this.#statuses.clear();
    this.#wasPaused = this.#isPaused();
    this.#connection = current;
    this.#redecorate();
  }

  /** Call it after each change of the list. After a refresh, the marks of all rows may differ. */
  readonly #refreshed = (): void => {
    const { asOf, work } = this.#projects.state;
    if (work !== undefined || asOf === this.#asOf) return;
    this.#asOf = asOf;
    this.#redecorate();
  };
}

/** The key of the row with this address; `undefined` for an address of another scheme. */
function keyOf({ scheme, path }: vscode.Uri): string | undefined {
  return scheme === SCHEME ? path.slice(1) : undefined;
}
