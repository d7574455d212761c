import * as vscode from 'vscode';
import { type Failure, isOutage } from '../core/model/serviceError.ts';
import {
  type ActiveConnection,
  type ConnectionChange,
  findConnection,
  type Outage,
  type SessionParts,
  startConnection,
  type StartedConnection,
} from './activeConnection.ts';
import { concerns, touch } from './signInStore.ts';

/**
 * Which connection this window uses: sample data if the person asked for that here, else the
 * workspace's own sign-in, else the one for every workspace. It follows sign-outs and sign-ins of
 * other windows. The changes that a person makes are in `connectionChanges.ts`.
 */
export class Session implements vscode.Disposable {
  /** For `connectionChanges.ts`. */
  readonly parts: SessionParts;
  readonly #changed = new vscode.EventEmitter<ConnectionChange>();
  readonly #refused = new vscode.EventEmitter<ActiveConnection>();
  readonly #statusChanged = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #current: StartedConnection | undefined;
  #failed: Error | undefined;
  #isRefused = false;
  #outage: Outage | undefined;
  #retryAt: number | undefined;
  /** Whether `onDidRefuse` has fired for the sign-in in use. */
  #toldRefusal = false;
  /** False until the stored sign-in was looked up once. */
  #known = false;
  #ready: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  /** Fires when `current` or `failure` has changed, and after the first lookup. */
  readonly onDidChange = this.#changed.event;
  /** Fires once for each sign-in whose token the service refuses. */
  readonly onDidRefuse = this.#refused.event;
  /** Fires when `refused`, `outage` or `retryAt` has changed while the connection stays. */
  readonly onDidChangeStatus = this.#statusChanged.event;

  constructor(parts: SessionParts) {
    this.parts = parts;
    const { notices, storage } = parts;
    this.#subscriptions = [
      this.#changed,
      this.#refused,
      this.#statusChanged,
      notices.onDidAppear(() => void this.change((reload) => this.#followNotice(reload))),
      storage.secrets.onDidChange(({ key }) => {
        if (concerns(storage, key)) void this.reload();
      }),
    ];
    this.onDidChange(() => {
      const { current } = this;
      const key = current?.scope ?? (this.#failed ? 'failed' : 'none');
      void vscode.commands.executeCommand('setContext', 'mintscope.connection', key);
      const to = current ? `${current.address.base} (${current.scope})` : 'nothing';
      parts.log.info(`Connected to ${to}`);
    });
  }

  /** `undefined` while signed out, and until `ready` was awaited once. */
  get current(): ActiveConnection | undefined {
    return this.#current?.connection;
  }

  /** The service's host, as messages name it. */
  get host(): string {
    return this.current?.address.host ?? 'the service';
  }

  /** Whether the service refuses the token in use, as its last answer says. */
  get refused(): boolean {
    return this.#isRefused;
  }

  /** Why the service cannot be reached; another object after each failure. */
  get outage(): Outage | undefined {
    return this.#outage;
  }

  /** When the next automatic try is, in milliseconds since 1970. */
  get retryAt(): number | undefined {
    return this.#retryAt;
  }

  set retryAt(at: number | undefined) {
    if (at === this.#retryAt) return;
    this.#retryAt = at;
    this.#statusChanged.fire();
  }

  /** Why the lookup found no connection: the secret storage or the sample service failed. */
  get failure(): Error | undefined {
    return this.#failed;
  }

  /** Starts to look up the stored sign-in, so that `ready` resolves sooner. */
  lookUp(): Promise<void> {
    if (this.#ready) return this.#ready;
    this.#ready = this.reload();
    // Queued here, so that it runs after the lookup and before any other write.
    void this.change(() => this.keepUp(() => touch(this.parts.storage)));
    return this.#ready;
  }

  /** Resolves once the sign-in was looked up; also loads the code for requests. */
  ready(): Promise<void> {
    const found = this.lookUp();
    // Loads in parallel with the lookup; not needed if nobody is signed in.
    if (!this.#known || this.#current) this.parts.prepare();
    return found;
  }

  /** Looks up again which connection to use. */
  reload(): Promise<void> {
    return this.change((reload) => reload());
  }

  /**
   * Changes what `reload` looks up. Changes run one after another, because events of other windows
   * arrive at any time. Rejects as `work` does.
   * @param work is handed a `reload` to call where it has changed something.
   */
  change(work: (reload: () => Promise<void>) => Promise<void>): Promise<void> {
    const done = this.#last.then(() => work(() => this.#reload()));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Runs upkeep. A failure is only logged, so that it does not fail what the person asked for. */
  async keepUp(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.parts.log.warn(`Sign-ins are not kept up: ${String(error)}`);
    }
  }

  /** Lets the next request through a pause. Call it when a person asks for a request. */
  probeNow(): void {
    if (this.current) this.parts.probe(this.current.address);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#current?.end();
  }

  async #followNotice(reload: () => Promise<void>): Promise<void> {
    const { notices, storage } = this.parts;
    const until = notices.hearAll();
    if (until !== undefined) {
      await this.keepUp(async () => {
        const { forgetAll } = await import('./signInWriter.ts');
        await forgetAll(storage, until);
      });
    }
    await reload();
  }

  async #reload(): Promise<void> {
    const failedBefore = this.#failed;
    try {
      const next = await this.#find();
      this.#failed = undefined;
      this.#use(next, failedBefore !== undefined);
    } catch (error) {
      this.#failed = error instanceof Error ? error : new Error(String(error));
      this.parts.log.error(`No connection: ${this.#failed.message}`);
      this.#use(undefined, true);
    }
  }

  async #find(): Promise<StartedConnection | undefined> {
    const found = await findConnection(this.parts);
    return (
      found &&
      startConnection(found, this.parts.createClient, (failure) => {
        // Ignore a late answer to an earlier connection.
        if (this.current?.id !== found.id) return;
        const refused = failure?.kind === 'auth' && failure.status === 401;
        if (refused || !failure) this.#setRefused(this.current, refused);
        // A bug of ours says nothing about the service.
        if (failure?.kind !== 'internal' && failure?.kind !== 'rateLimited')
          this.#setOutage(failure);
      })
    );
  }

  #setOutage(failure: Failure | undefined): void {
    const before = this.#outage;
    const { now } = this.parts.storage;
    this.#outage =
      failure && isOutage(failure) ? { failure, since: before?.since ?? now() } : undefined;
    if (before !== this.#outage) this.#statusChanged.fire();
  }

  #setRefused(connection: ActiveConnection, refused: boolean): void {
    if (this.#isRefused !== refused) {
      this.#isRefused = refused;
      this.#statusChanged.fire();
    }
    // Several requests may be refused; the person is told once.
    if (!refused || this.#toldRefusal) return;
    this.#toldRefusal = true;
    this.#refused.fire(connection);
  }

  #use(next: StartedConnection | undefined, announce: boolean): void {
    const left = this.#current;
    const before = this.current;
    const same = before?.id === next?.connection.id;
    if (same && this.#known && !announce) return;
    this.#current = next;
    left?.end();
    if (!same) {
      this.#isRefused = this.#toldRefusal = false;
      this.#outage = this.#retryAt = undefined;
    }
    const { current } = this;
    this.#changed.fire({
      sameAccount: !this.#known || (before !== undefined && before.account === current?.account),
      sameService: before !== undefined && before.address.base === current?.address.base,
    });
    this.#known = true;
  }
}
