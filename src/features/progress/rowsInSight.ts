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

/** How often to look whether the counts of rows that were in sight have become old. */
const LOOK_MS = 10_000;

/**
 * Reads the counts of the projects whose rows are in sight once a minute, and marks the rows that
 * have changed. For both, the editor requests the decoration of a row when the row comes in sight,
 * and remembers it until a change is announced. It does not report which rows are no longer in
 * sight. So when counts have become old, a change of all rows is announced: the editor then
 * requests the decorations of those still in sight.
 */
export class RowsInSight implements vscode.FileDecorationProvider, vscode.Disposable, Recoverable {
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #view: ListView;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  readonly #demands: SightDemands;
  /** The rows whose answers the editor remembers, by `t/12`. */
  readonly #decorated = new Map<string, ProjectRef>();
  readonly #looking: Later;
  /** The status that a row had when its counts were demanded last, by the key of the row. */
  readonly #statuses = new Map<string, string | undefined>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
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
    this.#demands = new SightDemands(() => !this.#isPaused(), this.#askAgain);
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
        if (this.#isOut) this.#demands.end();
        else if (wasOut) this.#askAgain();
      }),
      { dispose: projects.onChange(this.#refreshed) },
      { dispose: this.#looking.cancel },
      view.onDidChangeVisibility(this.#look),
      vscode.window.onDidChangeWindowState(this.#look),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.showProgress')) return;
        this.#demands.end();
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
      this.#decorated.set(formatRef(ref), ref);
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
    const [[key, ref] = []] = this.#decorated;
    const connection = this.#connection;
    if (key === undefined || !ref || !connection) return;
    // The next retry takes another one.
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

  get #isLookedAt(): boolean {
    return this.#view.visible && vscode.window.state.focused;
  }

  readonly #look = (): void => {
    const connection = this.#connection;
    if (!connection || this.#decorated.size === 0) return;
    this.#looking.cancel();
    if (!this.#isLookedAt) return;
    this.#looking.soon(LOOK_MS);
    const isOld = (ref: ProjectRef) =>
      !this.#demands.has(ref) && !this.#demands.isYoung(connection, ref);
    if (!this.#mayDemand || ![...this.#decorated.values()].some(isOld)) return;
    // The editor closes the tooltip of a row whose decoration it forgets.
    this.#view.repaints.hover.onceClosed(() => {
      if (this.#isLookedAt) this.#askAgain();
    });
  };

  readonly #askAgain = (): void => {
    this.#decorated.clear();
    this.#changed.fire(undefined);
  };

  /**
   * Demands the counts of a row that is in sight, unless they are young. Counts from before the
   * last change of its status are not young: `77% · completed` would contradict itself.
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

  /** Has the editor forget the rows of another connection. */
  #follow(): void {
    const { current } = this.#session;
    this.#demands.end();
    this.#hasFailed = false;
    this.#demands.forgetFailures();
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
