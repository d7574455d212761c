import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { statsOf } from '../../connection/statsCache.ts';
import { watchedOf } from '../../connection/watchedRows.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import { isServiceError } from '../../core/model/serviceError.ts';
import { shareOf } from '../../core/messages/shareMessages.ts';
import { formatNumber, formatTime } from '../../editor/locale.ts';
import { settings } from '../../editor/settings.ts';
import { dropAddresses } from '../../views/dropAddresses.ts';
import { NewestFirst } from './newestFirst.ts';

/** The scheme of the address that a row has for its decoration (`views/treeItems.ts`). */
const SCHEME = 'mintscope';

/** Stats younger than this are not read again, nor is a failed read repeated. */
const YOUNG_MS = 60_000;

const LONGEST_REST_MS = 3_600_000;

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
  readonly #wishes = new NewestFirst(
    (key, signal) => this.#read(key, signal),
    () => {
      this.#changed.fire(undefined);
    },
  );
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
  #following: vscode.Disposable | undefined;
  /** When projects were last asked for, by `t/12`, in milliseconds since 1970. */
  readonly #asked = new Map<string, number>();
  /** By `t/12`: those to tell the editor of. */
  readonly #news = new Set<string>();
  #telling: NodeJS.Timeout | undefined;
  /** When the editor was told last, in milliseconds of `performance.now()`. */
  #toldAt = -Infinity;
  #resting: NodeJS.Timeout | undefined;
  #isOut = false;
  #asOf: number | undefined;

  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(session: Session, projects: PagedList<Project>) {
    this.#session = session;
    this.#projects = projects;
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
        if (this.#isOut) this.#wishes.clear();
        else if (wasOut) this.#changed.fire(undefined);
      }),
      { dispose: projects.onChange(this.#refreshed) },
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('mintscope.showProgress')) return;
        this.#wishes.clear();
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
    const reading = statsOf(connection).last(ref);
    if (showProgress === 'visible' && !this.#isPaused() && !this.#isYoung(ref, reading?.asOf)) {
      this.#wishes.wish(formatRef(ref));
    }
    if (!reading) return undefined;
    const key = uri.path.slice(1);
    const row = this.#projects.state.rows.find((project) => project.key === key);
    const { badge, needsAttention, words } = shareOf(reading.stats, row?.status, formatNumber);
    // The description of a watched row has it already (`features/watch`).
    const isSaid = !needsAttention && watchedOf(connection).showsShare(key);
    if (badge === undefined || isSaid) return undefined;
    const decoration = new vscode.FileDecoration(
      badge,
      l10n.t('{0}, as of {1}', words, formatTime(reading.asOf, 'short')),
    );
    // A colour is also that of the label.
    if (needsAttention) decoration.color = new vscode.ThemeColor('list.warningForeground');
    return decoration;
  }

  dispose(): void {
    this.#wishes.clear();
    this.#following?.dispose();
    clearTimeout(this.#telling);
    clearTimeout(this.#resting);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Nothing is asked of a service that fails, that refuses the token or that asks to wait. */
  #isPaused(): boolean {
    const { outage, refused } = this.#session;
    return outage !== undefined || refused || this.#resting !== undefined;
  }

  #isYoung(ref: ProjectRef, asOf = -Infinity): boolean {
    const last = Math.max(asOf, this.#asked.get(formatRef(ref)) ?? -Infinity);
    // The clock may have been set back since.
    return Math.abs(Date.now() - last) < YOUNG_MS;
  }

  async #read(key: string, signal: AbortSignal): Promise<void> {
    const connection = this.#connection;
    const ref = parseProjectRef(key);
    if (!connection || !ref || this.#isPaused()) return;
    try {
      await statsOf(connection).get(ref, AbortSignal.any([signal, connection.ended]));
      this.#asked.set(key, Date.now());
    } catch (error) {
      if (signal.aborted || connection.ended.aborted) return;
      const failure = isServiceError(error) ? error.failure : undefined;
      if (failure?.kind === 'rateLimited') this.#rest(failure.retryAfterMs);
      else if (!this.#isPaused()) this.#asked.set(key, Date.now());
    }
  }

  /** @param ms as the service asks. Taken as a minute at least, and an hour at most. */
  #rest(ms = 0): void {
    this.#wishes.clear();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(
      () => {
        this.#resting = undefined;
        this.#changed.fire(undefined);
      },
      Math.max(YOUNG_MS, Math.min(ms, LONGEST_REST_MS)),
    );
  }

  /** Follows the stats of the connection in use, and has the editor forget those of another. */
  #follow(): void {
    const { current } = this.#session;
    this.#following?.dispose();
    this.#wishes.clear();
    this.#asked.clear();
    this.#news.clear();
    clearTimeout(this.#telling);
    this.#telling = undefined;
    clearTimeout(this.#resting);
    this.#resting = undefined;
    this.#isOut = this.#isPaused();
    this.#connection = current;
    this.#following =
      current &&
      vscode.Disposable.from(
        statsOf(current).onDidChange(this.#tell),
        watchedOf(current).onDidChange(() => {
          this.#changed.fire(undefined);
        }),
      );
    this.#changed.fire(undefined);
    void (current && statsOf(current).restored)?.then(() => {
      if (this.#connection === current) this.#changed.fire(undefined);
    });
  }

  readonly #tell = (ref: ProjectRef): void => {
    this.#news.add(formatRef(ref));
    const wait = Math.max(TOGETHER_MS, this.#toldAt + BETWEEN_MS - performance.now());
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#toldAt = performance.now();
      const uris = [...this.#news].map((key) =>
        vscode.Uri.from({ scheme: SCHEME, path: `/project/${key}` }),
      );
      this.#news.clear();
      this.#changed.fire(uris.length > MOST_CHANGES ? undefined : uris);
    }, wait);
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
