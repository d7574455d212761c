import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import { pauseUntil } from '../../core/client/deadline.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
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
/** Gives the first pages and the rows in sight a head start, and is the pause between two readings. */
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
 * somebody looks and `mintscope.showProgress` is `visible`, until the user stops it; a larger one by
 * `readAll`.
 */
export class WholeReading implements vscode.Disposable {
  readonly #parts: WholeReadingParts;
  readonly #timer: Later;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #connection: ActiveConnection | undefined;
  /** Ends the reading under way; `undefined` if there is none. */
  #end: AbortController | undefined;
  #isByUser = false;
  /** Whether the user has stopped a reading, and has not asked for one since. */
  #wasStopped = false;
  /** When the pages of `others` were read, by `Clock.uptime`. */
  #pagesReadAt = -Infinity;
  /** When counts could not be read, by `t/12`, by `Clock.uptime`. */
  readonly #failedAt = new Map<string, number>();
  /** The projects of pages that the list has not loaded. */
  others: readonly Project[] = [];
  /** Whether these and the loaded rows are all projects of the service. */
  isComplete = false;
  /** Why the last reading has ended before its end. */
  failure: Failure | undefined;

  constructor(parts: WholeReadingParts) {
    this.#parts = parts;
    const { session, projects } = parts;
    this.#timer = new Later(session.clock, this.#readIfDue, START_MS);
    this.#subscriptions = [
      vscode.window.onDidChangeWindowState(this.look),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mintscope.showProgress')) this.look();
      }),
      session.onDidChangeStatus(this.look),
      { dispose: projects.onChange(this.look) },
      followConnection(session, (current) => {
        this.#end?.abort();
        this.#connection = current;
        this.#pagesReadAt = -Infinity;
        this.#failedAt.clear();
        this.others = [];
        this.failure = undefined;
        this.#wasStopped = this.isComplete = false;
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
    const isWanted = settings.showProgress === 'visible' && !this.#wasStopped;
    return isWanted && count !== undefined && count <= MOST_BY_ITSELF;
  }

  /** Reads all that is missing or old, however many projects there are, until `stop`. */
  async readAll(): Promise<void> {
    this.#wasStopped = false;
    if (this.#end) this.#isByUser = true;
    else await this.#read(true);
  }

  /** Ends the reading, until `readAll` or another connection. What was read stays. */
  stop(): void {
    this.#wasStopped = true;
    this.#end?.abort();
  }

  /** Call it when something has changed that decides whether to read. */
  readonly look = (): void => {
    if (this.#end) {
      if (!this.#isByUser && !this.#mayGoOn) this.#end.abort();
      return;
    }
    if (this.#mayStart) this.#timer.restart(START_MS);
  };

  dispose(): void {
    this.#end?.abort();
    this.#connection = undefined;
    this.#timer.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #mayStart(): boolean {
    const { asOf, restored, work } = this.#parts.projects.state;
    return asOf !== undefined && !restored && work === undefined && this.#mayGoOn;
  }

  get #mayGoOn(): boolean {
    const { session, isSeen } = this.#parts;
    const isUp = session.outage === undefined && !session.refused;
    const isLooked = isSeen() && vscode.window.state.focused;
    return this.#connection !== undefined && isUp && isLooked && this.readsByItself;
  }

  readonly #readIfDue = (): void => {
    if (this.#end || !this.#mayStart) return;
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
    this.failure = undefined;
    try {
      // The counts of the projects that are known are worth reading also if a page fails.
      const failure = await this.#readPages(signal);
      const reader = readerOf(connection);
      await reader.newest(signal);
      const refs = await this.#due(connection, signal);
      if (refs.length > 0) this.#parts.onChange();
      const onEach = (key: string) => {
        if (reader.failures.has(key)) this.#failedAt.set(key, connection.clock.uptime());
        else this.#failedAt.delete(key);
      };
      await reader.readAll(refs, { signal, maxAgeMs: OLD_MS, onEach });
      this.failure = failure;
    } catch (error) {
      if (!signal.aborted) {
        if (!isServiceError(error)) throw error;
        this.failure = error.failure;
      }
    } finally {
      if (this.#end === end) this.#end = undefined;
      this.#parts.onChange();
    }
  }

  /**
   * Reads the pages that the list has not loaded, unless that was done lately. Resolves with the
   * reason if one could not be read; what was read of the others counts then too.
   */
  async #readPages(signal: AbortSignal): Promise<Failure | undefined> {
    const { projects, session } = this.#parts;
    await pauseUntil((resume) => {
      void projects.idle().then(resume);
      return () => undefined;
    }, signal);
    const { hasMore, asOf } = projects.state;
    if (!hasMore && asOf !== undefined) {
      this.others = [];
      this.isComplete = false;
      this.#pagesReadAt = -Infinity;
      return undefined;
    }
    const now = session.clock.uptime();
    if (now - this.#pagesReadAt < OLD_MS) return undefined;
    this.#parts.onChange();
    const whole = projects.another();
    const cancel = () => {
      whole.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    await whole.loadAll();
    signal.removeEventListener('abort', cancel);
    signal.throwIfAborted();
    const { failure, rows } = whole.state;
    this.others = rows.filter(({ key }) => !projects.rowOf(key));
    this.isComplete = failure === undefined;
    // A service may give no further rows, whatever its totals say: those that came are all.
    if (failure && failure.failure.kind !== 'noPage') return failure.failure;
    this.#pagesReadAt = now;
    return undefined;
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
