import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import { isDown } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey } from '../../core/model/projectRef.ts';
import type { Log } from '../../editor/log.ts';
import { registerOptional } from '../../editor/optionalApi.ts';
import { settings } from '../../editor/settings.ts';
import { hasFocus, onDidChangeFocus } from '../../editor/windowFocus.ts';
import { Polling } from '../../stats/polling.ts';
import { readerOf } from '../../stats/statsReader.ts';
import type { ListView } from '../../views/tree/listView.ts';
import type { Tree } from '../../views/tree/tree.ts';

/** The scheme of the address that a row has for its decoration (`views/tree/treeItems.ts`). */
const SCHEME = 'mintscope';

const LEAST_MS = MINUTE_MS;
/** How often the editor is asked which rows are still in sight: before their counts are old. */
const LOOK_MS = 50_000;
/** The most rows that count as in sight: more than any screen shows. */
const MOST_IN_SIGHT = 200;

/** Needs Attention. Its rows have the addresses of those of Projects, below `attention/`. */
interface ConcernedView {
  readonly tree: Pick<Tree<object>, 'view' | 'paintLater' | 'paintSoon'>;
  rowOf(key: string): Project | undefined;
}

interface RowInSight {
  readonly ref: ProjectRef;
  /** The status when it came in sight. */
  readonly status: string | undefined;
}

/**
 * Reads the counts of rows in sight, of Projects and Needs Attention, once a minute, if
 * `mintscope.showProgress` is `visible`, and marks rows of Projects that have changed. The editor
 * requests the decoration of a row that comes in sight, and does not report which rows have left it.
 * So from time to time a change of all rows is announced: the editor then requests the decorations of
 * those still in sight.
 */
export class RowsInSight implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #view: ListView;
  readonly #attention: ConcernedView;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  /** The rows whose decorations the editor remembers, by key; the last to come in sight is last. */
  readonly #inSight = new Map<string, RowInSight>();
  readonly #looking: Later;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #polling: Polling | undefined;
  /** When the user last asked for new counts, by `Clock.uptime`. */
  #refreshedAt = -Infinity;
  #asOf: number | undefined;
  /** Requests of `retry` do not disturb each other. */
  readonly busy = false;

  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(
    session: Session,
    projects: PagedList<Project>,
    view: ListView,
    attention: ConcernedView,
    log: Log,
  ) {
    this.#session = session;
    this.#projects = projects;
    this.#view = view;
    this.#attention = attention;
    this.#looking = new Later(session.clock, this.#look);
    this.#asOf = projects.state.asOf;
    const update = () => {
      this.#polling?.update();
      this.#looking.soon(LOOK_MS);
    };
    const follow = () => {
      update();
      // The rows of a view that was hidden are no longer in sight.
      this.#undisturbed('paintSoon', this.#redecorate);
    };
    projects.onSeen((keys) => {
      this.#changed.fire(keys.map((key) => vscode.Uri.from({ scheme: SCHEME, path: `/${key}` })));
    });
    this.#subscriptions = [
      this.#changed,
      followConnection(session, (current) => {
        const polling = current && this.#pollingOf(current);
        this.#polling = polling;
        this.#redecorate();
        return polling ? [vscode.Disposable.from(polling)] : [];
      }),
      { dispose: projects.onChange(this.#followList) },
      { dispose: this.#looking.cancel },
      session.onDidChangeStatus(update),
      view.onDidChangeVisibility(follow),
      attention.tree.view.onDidChangeVisibility(follow),
      onDidChangeFocus(update),
      vscode.workspace.onDidChangeConfiguration(update),
      registerOptional(log, 'decorations of rows', () =>
        vscode.window.registerFileDecorationProvider(this),
      ),
    ];
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const { scheme, path } = uri;
    if (scheme !== SCHEME || !this.#polling) return undefined;
    const key = path.replace(/^\/(attention\/)?/, '');
    const ref = parseProjectRef(refOfKey(key));
    const row = this.#rowOf(key);
    // After a change of account, rows of the one before are drawn until the next paint.
    if (ref && row) this.#see(row, ref, this.#polling);
    const mark = this.#view.rows.marks.get(key);
    // Needs Attention has words for what is new.
    if (!mark || path !== `/${key}`) return undefined;
    const words = mark.kind === 'new' ? l10n.t('New') : l10n.t('Changed');
    return new vscode.FileDecoration('●', words, new vscode.ThemeColor('mintscope.changed'));
  }

  /** Reads the counts that rows in sight show again, whatever their age: the user asks for it. */
  refreshCounts(): void {
    this.#refreshedAt = this.#session.clock.uptime();
    this.#redecorate();
  }

  /** In an outage a row in sight may be the only thing that a try can read. */
  get failed(): boolean {
    const isWanted = settings.showProgress === 'visible' && this.#inSight.size > 0;
    return isWanted && this.#session.outage !== undefined;
  }

  get visible(): boolean {
    return this.#seenTrees.length > 0;
  }

  /** Reads one of the rows in sight, another each time. If that ends the outage, all are read. */
  async retry(): Promise<void> {
    const [[key, row] = []] = this.#inSight;
    const { current } = this.#session;
    if (key === undefined || !row || !current) return;
    this.#inSight.delete(key);
    this.#inSight.set(key, row);
    const demand = { urgency: 'user', signal: current.ended, maxAgeMs: 0 } as const;
    // The session reports a failure.
    await readerOf(current)
      .read(row.ref, demand)
      .catch(() => undefined);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #mayRead(): boolean {
    return this.visible && hasFocus() && !isDown(this.#session);
  }

  get #seenTrees() {
    return [this.#view.tree, this.#attention.tree].filter(({ view }) => view.visible);
  }

  #rowOf(key: string): Project | undefined {
    return this.#projects.rowOf(key) ?? this.#attention.rowOf(key);
  }

  get #isReading(): boolean {
    return this.#mayRead && settings.showProgress === 'visible';
  }

  #pollingOf(connection: ActiveConnection): Polling {
    return new Polling({
      connection,
      urgency: 'visible',
      refs: () => (this.#isReading ? [...this.#inSight.values()].map(({ ref }) => ref) : []),
      leastMs: () => (this.#mayRead ? LEAST_MS : undefined),
    });
  }

  #see({ key, status }: Project, ref: ProjectRef, polling: Polling): void {
    this.#inSight.delete(key);
    this.#inSight.set(key, { ref, status });
    const [oldest] = this.#inSight.keys();
    if (this.#inSight.size > MOST_IN_SIGHT && oldest !== undefined) this.#inSight.delete(oldest);
    polling.update();
    // Plus one, because the times of readings are in whole milliseconds.
    const sinceRefreshMs = 1 + this.#session.clock.uptime() - this.#refreshedAt;
    if (sinceRefreshMs < LEAST_MS && this.#isShown(ref)) polling.refresh([ref], sinceRefreshMs);
  }

  /** Whether `mintscope.showProgress` lets the row of a project show its counts. */
  #isShown(ref: ProjectRef): boolean {
    const { current } = this.#session;
    const isKnown = current !== undefined && readerOf(current).last(ref) !== undefined;
    return settings.showProgress === 'visible' || (settings.showProgress === 'known' && isKnown);
  }

  /** Has the editor forget all decorations, and request those of rows in sight again. */
  readonly #redecorate = (): void => {
    this.#inSight.clear();
    this.#looking.restart(LOOK_MS);
    this.#changed.fire(undefined);
  };

  readonly #look = (): void => {
    // An event begins it again.
    if (!this.#isReading) return;
    this.#looking.soon(LOOK_MS);
    this.#undisturbed('paintLater', this.#redecorateIfReading);
  };

  /** Runs once no tooltip may be open in any view: the editor closes that of a row that it forgets. */
  #undisturbed(how: 'paintLater' | 'paintSoon', run: () => void): void {
    let work = run;
    // Each view waits for its own tooltip, and then hands over to the next.
    for (const tree of this.#seenTrees) {
      const next = work;
      work = () => {
        tree[how](next);
      };
    }
    work();
  }

  readonly #redecorateIfReading = (): void => {
    if (this.#isReading) this.#redecorate();
  };

  /** After a refresh of the list, the marks of all rows may differ. */
  readonly #followList = (): void => {
    const { asOf, work } = this.#projects.state;
    if (work !== undefined || asOf === this.#asOf) return;
    this.#asOf = asOf;
    // Counts from before a change of the status may contradict it, such as `77% · completed`.
    const changed = [...this.#inSight].flatMap(([key, { ref, status }]) =>
      this.#rowOf(key)?.status === status ? [] : [ref],
    );
    const now = this.#session.clock.now();
    if (this.#isReading) this.#polling?.refresh(changed, 1 + now - (asOf ?? now));
    this.#undisturbed('paintSoon', this.#redecorate);
  };
}
