import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { shareOf } from '../../core/messages/shareMessages.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import { settings } from '../../editor/settings.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { dropAddresses } from '../../views/dropAddresses.ts';

/** The scheme of the address that a row has for its decoration (`views/treeItems.ts`). */
const SCHEME = 'mintscope';

/** Stats younger than this are not read again, nor is a failed read repeated. */
const YOUNG_MS = 60_000;

/** More rows than are in sight at the same time. */
const MOST_DEMANDS = 60;

/** Of more changes at once, the editor would follow some. */
const MOST_CHANGES = 250;

/** Changes within this time reach the editor together. */
const TOGETHER_MS = 50;
/** While the counts of a whole list are read, the editor repaints rows no more often. */
const BETWEEN_MS = 250;

/**
 * How far each project is, as two characters at the end of its row. The editor asks for the rows
 * that are in sight, and remembers the answers until it is told of a change.
 */
class ProgressDecorations implements vscode.FileDecorationProvider {
  readonly #session: Session;
  readonly #projects: PagedList<Project>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  /** By `t/12`, the newest last. */
  readonly #demands = new Map<string, AbortController>();
  /** Whether demands were ended because newer ones came: their rows may be in sight again. */
  #wereEnded = false;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
  #following: vscode.Disposable | undefined;
  /** When requests have failed, by `t/12`, in milliseconds since 1970. */
  readonly #failed = new Map<string, number>();
  /** By `t/12`: those to tell the editor of. */
  readonly #news = new Set<string>();
  readonly #telling: Later;
  #isOut = false;
  #asOf: number | undefined;

  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(session: Session, projects: PagedList<Project>) {
    this.#session = session;
    this.#projects = projects;
    this.#telling = new Later(session.clock, this.#tellEditor, BETWEEN_MS);
    this.#asOf = projects.state.asOf;
    this.#follow();
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
    const { showProgress } = settings;
    const ref = refOf(uri);
    const connection = this.#connection;
    if (!ref || !connection || showProgress === 'never') return undefined;
    const reading = readerOf(connection).last(ref);
    if (showProgress === 'visible' && !this.#isPaused()) this.#demand(connection, ref, reading?.at);
    if (!reading) return undefined;
    const key = uri.path.slice(1);
    const row = this.#projects.state.rows.find((project) => project.key === key);
    const { badge, needsAttention, words } = shareOf(reading, row?.status, formatNumber);
    // The description of a watched row has it already (`features/watch`).
    const isSaid = !needsAttention && watchedOf(connection).showsShare(key);
    if (badge === undefined || isSaid) return undefined;
    const decoration = new vscode.FileDecoration(
      badge,
      l10n.t('{0}, as of {1}', words, formatTime(reading.at, 'short')),
    );
    // A colour is also that of the label.
    if (needsAttention) decoration.color = new vscode.ThemeColor('mintscope.warning');
    return decoration;
  }

  dispose(): void {
    this.#endDemands();
    this.#following?.dispose();
    this.#telling.cancel();
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

  /** Follows the stats of the connection in use, and has the editor forget those of another. */
  #follow(): void {
    const { current } = this.#session;
    this.#following?.dispose();
    this.#endDemands();
    this.#failed.clear();
    this.#news.clear();
    this.#telling.cancel();
    this.#isOut = this.#isPaused();
    this.#connection = current;
    this.#following =
      current &&
      vscode.Disposable.from(
        readerOf(current).onDidChange(this.#tell),
        watchedOf(current).onDidChange(() => {
          this.#changed.fire(undefined);
        }),
      );
    this.#changed.fire(undefined);
  }

  readonly #tell = (ref: ProjectRef): void => {
    this.#news.add(formatRef(ref));
    this.#telling.soon(TOGETHER_MS);
  };

  readonly #tellEditor = (): void => {
    const uris = [...this.#news].map((key) =>
      vscode.Uri.from({ scheme: SCHEME, path: `/project/${key}` }),
    );
    this.#news.clear();
    this.#changed.fire(uris.length > MOST_CHANGES ? undefined : uris);
  };

  /** After a refresh, statuses may have changed, and what is in sight may be read again. */
  readonly #refreshed = (): void => {
    const { asOf, work } = this.#projects.state;
    if (work !== undefined || asOf === this.#asOf) return;
    this.#asOf = asOf;
    this.#changed.fire(undefined);
  };
}

function refOf({ scheme, path }: vscode.Uri): ProjectRef | undefined {
  if (scheme !== SCHEME) return undefined;
  return parseProjectRef(/^\/project\/([tn]\/\d{1,40})$/.exec(path)?.[1] ?? '');
}

/** Decorates the rows of projects until it is disposed of. */
export function showProgress(session: Session, projects: PagedList<Project>): vscode.Disposable {
  return vscode.Disposable.from(new ProgressDecorations(session, projects));
}
