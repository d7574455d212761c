import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import { isServiceError, ServiceError } from '../../core/model/serviceError.ts';
import { endOf } from '../../core/stats/share.ts';
import { settings } from '../../editor/settings.ts';
import { slices } from '../../editor/slices.ts';
import { readerOf } from '../../stats/statsReader.ts';

/** The most projects of a service that are read without a click on Read All. */
export const MOST_BY_ITSELF = 500;
/** Counts and unloaded pages of this age are read again, in milliseconds. */
const OLD_MS = 10 * MINUTE_MS;
/** How often to look whether something has become old. */
const LOOK_MS = MINUTE_MS;
/** Gives the first pages and the rows in sight a head start. */
const START_MS = 1_000;
/** Rows examined before other work of the extension host may run. */
const AT_A_TIME = 500;

export interface WholeReadingParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
  /** Whether the user may look at Projects or Needs Attention. Call `look` when it has changed. */
  readonly isSeen: () => boolean;
  /** Called when `others`, `isReading` or what was tried has changed. */
  readonly onChange: () => void;
}

/**
 * Reads all projects for Needs Attention: the pages that the list has not loaded, which stay out of
 * the tree, then the counts that are missing or old, behind all other demands. What is minted or has
 * ended is not read again. A service of up to `MOST_BY_ITSELF` projects is read by itself, while
 * somebody looks and `mintscope.showProgress` is `visible`; a larger one by `readAll`.
 */
export class WholeReading implements vscode.Disposable {
  readonly #parts: WholeReadingParts;
  readonly #timer: Later;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
  /** Ends the reading under way; `undefined` if there is none. */
  #end: AbortController | undefined;
  #isByUser = false;
  /** When the pages of `others` were read, by `Clock.uptime`, and of which state of the list. */
  #pages: { readonly at: number; readonly asOf: number | undefined } | undefined;
  /** When counts could not be read, by `t/12`, by `Clock.uptime`. */
  readonly #failedAt = new Map<string, number>();
  /** The projects of pages that the list has not loaded. */
  others: readonly Project[] = [];

  constructor(parts: WholeReadingParts) {
    this.#parts = parts;
    const { session, projects } = parts;
    this.#timer = new Later(session.clock, this.#readIfDue);
    this.#subscriptions = [
      vscode.window.onDidChangeWindowState(this.look),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.showProgress')) this.look();
      }),
      session.onDidChangeStatus(this.look),
      { dispose: projects.onChange(this.look) },
      followConnection(session, (current) => {
        this.stop();
        this.#connection = current;
        this.#pages = undefined;
        this.#failedAt.clear();
        this.others = [];
        this.#timer.soon(START_MS);
        return [];
      }),
    ];
  }

  get isReading(): boolean {
    return this.#end !== undefined;
  }

  /** Whether the counts of a project were tried, so that it counts as read without any. */
  hasFailed(ref: ProjectRef): boolean {
    return this.#failedAt.has(formatRef(ref));
  }

  /** Whether all is read by itself, now or as soon as somebody looks. */
  get readsByItself(): boolean {
    const { total, hasMore, rows } = this.#parts.projects.state;
    const count = hasMore ? total : Math.max(total ?? 0, rows.length);
    const isWanted = settings.showProgress === 'visible';
    return isWanted && count !== undefined && count <= MOST_BY_ITSELF;
  }

  /** Reads all that is missing or old, however many projects there are, until `stop`. */
  async readAll(): Promise<void> {
    if (this.#end) this.#isByUser = true;
    else await this.#read(true);
  }

  /** Ends the reading. What was read stays. */
  stop(): void {
    this.#end?.abort();
  }

  /** Call it when something has changed that decides whether to read. */
  readonly look = (): void => {
    if (this.#end) {
      if (!this.#isByUser && !this.#mayRead) this.stop();
      return;
    }
    if (this.#mayRead) this.#timer.soon(START_MS);
  };

  dispose(): void {
    this.stop();
    this.#connection = undefined;
    this.#timer.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #mayRead(): boolean {
    const { session, projects, isSeen } = this.#parts;
    const { asOf, restored, work } = projects.state;
    const isLoaded = asOf !== undefined && !restored && work === undefined;
    const isUp = session.outage === undefined && !session.refused;
    const isLooked = isSeen() && vscode.window.state.focused;
    return this.#connection !== undefined && isUp && isLoaded && isLooked && this.readsByItself;
  }

  readonly #readIfDue = (): void => {
    if (this.#end || !this.#mayRead) return;
    this.#timer.soon(LOOK_MS);
    void this.#read(false);
  };

  async #read(isByUser: boolean): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    const end = new AbortController();
    const { signal } = end;
    this.#end = end;
    this.#isByUser = isByUser;
    try {
      await this.#readPages(signal);
      const reader = readerOf(connection);
      await reader.newest(signal);
      const refs = await this.#due(connection, signal);
      if (refs.length > 0) this.#parts.onChange();
      const onEach = (key: string) => {
        if (reader.failures.has(key)) this.#failedAt.set(key, connection.clock.uptime());
        else this.#failedAt.delete(key);
      };
      await reader.readAll(refs, { signal, maxAgeMs: OLD_MS, onEach });
    } catch (error) {
      // The view says why: the service is down, refuses the token or asks to wait.
      if (!signal.aborted && !isServiceError(error)) throw error;
    } finally {
      if (this.#end === end) this.#end = undefined;
      this.#parts.onChange();
    }
  }

  /** Reads the pages that the list has not loaded, unless that was done for the same rows. */
  async #readPages(signal: AbortSignal): Promise<void> {
    const { projects, session } = this.#parts;
    if (projects.state.work) await projects.idle();
    const { hasMore, asOf } = projects.state;
    const now = session.clock.uptime();
    if (!hasMore && asOf !== undefined) {
      this.others = [];
      this.#pages = undefined;
      return;
    }
    const isYoung = this.#pages?.asOf === asOf && now - (this.#pages?.at ?? 0) < OLD_MS;
    if (this.#pages && isYoung) return;
    this.#parts.onChange();
    const whole = projects.fork();
    const cancel = () => {
      whole.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    await whole.loadAll();
    signal.removeEventListener('abort', cancel);
    signal.throwIfAborted();
    const { failure, rows } = whole.state;
    // A service may give no further rows, whatever its totals say: those that came are all.
    if (failure && failure.failure.kind !== 'noPage') throw new ServiceError(failure.failure);
    this.others = rows.filter(({ key }) => !projects.rowOf(key));
    this.#pages = { at: now, asOf };
  }

  /** The projects whose counts are missing or old and can still change, in the order of the list. */
  async #due(connection: ActiveConnection, signal: AbortSignal): Promise<readonly ProjectRef[]> {
    const reader = readerOf(connection);
    const { rows } = this.#parts.projects.state;
    const due: ProjectRef[] = [];
    let examined = 0;
    for (const project of [...rows, ...this.others]) {
      if (++examined % AT_A_TIME === 0) await slices.pause();
      signal.throwIfAborted();
      const ref = projectRef(project);
      if (!ref) continue;
      const last = reader.last(ref);
      const failedAt = this.#failedAt.get(formatRef(ref));
      const isTried = failedAt !== undefined && connection.clock.uptime() - failedAt < OLD_MS;
      const isOver = last !== undefined && endOf(last, false) !== undefined;
      const isYoung = last !== undefined && connection.clock.now() - last.at < OLD_MS;
      if (!isTried && !isOver && !isYoung) due.push(ref);
    }
    return due;
  }
}
