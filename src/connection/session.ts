import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import {
  type ActiveConnection,
  type ConnectionChange,
  type ConnectionSource,
  endedWords,
  findConnection,
  type SessionParts,
  startConnection,
} from './activeConnection.ts';
import { type Outage, ServiceStatus } from './serviceStatus.ts';
import { forgetAll, recordUse } from './signInStore.ts';
import { concerns, type LastSignIn, readExpected } from './storedSignIn.ts';

/**
 * Decides which connection this window uses: sample data if the user chose that here, else the
 * workspace's own sign-in, else the one for every workspace, else none. It follows sign-ins and
 * sign-outs of other windows. The changes that the user makes are in `connectionChanges.ts`.
 */
export class Session implements vscode.Disposable {
  readonly parts: SessionParts;
  readonly clock: Clock;
  readonly #changed = new vscode.EventEmitter<ConnectionChange>();
  readonly #refused = new vscode.EventEmitter<ActiveConnection>();
  readonly #status: ServiceStatus;
  readonly #subscriptions: { dispose(): unknown }[];
  #current: ActiveConnection | undefined;
  /** Aborts when `#current` is no longer used. */
  #life = new AbortController();
  #failure: Error | undefined;
  #inWindow: ConnectionSource | undefined;
  /** False until the first lookup has ended. */
  #isLookedUp = false;
  #firstLookup: Promise<void> | undefined;
  #lastChange: Promise<void> = Promise.resolve();

  /** Fires when `current` or `failure` has changed, and after the first lookup. */
  readonly onDidChange = this.#changed.event;
  /** Fires when the service first refuses the token of a connection. */
  readonly onDidRefuse = this.#refused.event;
  /** Fires when `refusal`, `outage`, `waitUntil` or `retryAt` has changed while the connection stays. */
  readonly onDidChangeStatus: vscode.Event<void>;

  constructor(parts: SessionParts) {
    this.parts = parts;
    this.clock = parts.clock;
    const { storage, log } = parts;
    this.#status = new ServiceStatus(this.clock.now, () => {
      if (this.current) this.#refused.fire(this.current);
    });
    this.onDidChangeStatus = this.#status.onDidChange;
    this.#subscriptions = [
      this.#changed,
      this.#refused,
      this.#status,
      storage.secrets.onDidChange(({ key }) => {
        if (concerns(storage, key)) void this.reload();
      }),
      storage.secrets,
      storage.secrets.onDidAnswer(() => {
        if (this.failure) void this.reload();
      }),
    ];
    this.onDidChange(() => {
      const { current, failure } = this;
      const key = current?.scope ?? (failure ? 'failed' : 'none');
      void vscode.commands.executeCommand('setContext', 'mintscope.connection', key);
      log.info(`Connected to ${current ? `${current.address.base} (${key})` : 'nothing'}`);
    });
  }

  /** `undefined` without a connection, and until the first lookup has ended (`ready`). */
  get current(): ActiveConnection | undefined {
    return this.#current;
  }

  /** The sign-in that will probably be used, if any; `undefined` after the first lookup. */
  get expected(): LastSignIn | undefined {
    const { last, sample, storage } = this.parts;
    const value = this.#isLookedUp || sample.wanted ? undefined : last.value;
    return value && !storage.isEnded(value.id) ? value : undefined;
  }

  /** The address of the stored sign-in that this workspace used last, if any. */
  get lastBase(): string | undefined {
    return this.parts.last.value?.base;
  }

  /** The account whose data may be shown: of `current` or, before the lookup, of `expected`. */
  get account(): string | undefined {
    return this.current?.account ?? this.expected?.account;
  }

  get host(): string {
    return this.current?.address.host ?? l10n.t('the service');
  }

  /** Whether the service refused the token in use, and no request has succeeded since. */
  get refused(): boolean {
    return this.refusal !== undefined;
  }

  get refusal(): ServiceStatus['refusal'] {
    return this.#status.refusal;
  }

  /** Why the service cannot be reached or does not work; a new object after each failure. */
  get outage(): Outage | undefined {
    return this.#status.outage;
  }

  /**
   * When the wait that the service asks for ends, in milliseconds since 1970; `undefined` without
   * one, or after its end.
   */
  get waitUntil(): number | undefined {
    const { leftMs = 0 } = this.#current?.wait ?? {};
    return leftMs > 0 ? this.clock.now() + leftMs : undefined;
  }

  /** When `Recovery` tries again, in milliseconds since 1970; `undefined` if no time is set. */
  get retryAt(): number | undefined {
    return this.#status.retryAt;
  }

  set retryAt(at: number | undefined) {
    this.#status.retryAt = at;
  }

  /** Why the lookup found no connection: the secret storage or the sample service failed. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /**
   * Looks up the connection; later calls return the same promise. The expected sign-in is used as
   * soon as its secret is read; whether another one takes precedence is looked up after that.
   */
  lookUp(): Promise<void> {
    if (this.#firstLookup) return this.#firstLookup;
    let needsReload = false;
    this.#firstLookup = this.change(async (reload) => {
      const { expected, parts } = this;
      const found = expected && (await readExpected(parts.storage, expected));
      if (!found) return reload();
      needsReload = true;
      this.#use(found, false);
    });
    // Queued here, so that it runs after the lookup and before any other change.
    void this.change(() =>
      this.keepUp(async () => {
        this.#followSignOuts();
        if (needsReload) await this.#reloadOrThrow();
        await recordUse(this.parts.storage);
        await this.parts.data.tidy(this.#current?.id);
      }),
    );
    return this.#firstLookup;
  }

  /** Resolves after the first lookup. Also starts to load the code for requests. */
  async ready(): Promise<void> {
    const lookup = this.lookUp();
    // In parallel, unless the user is signed out. The first request reports a failure of this load.
    if (!this.#isLookedUp || this.#current) this.parts.requests.get().catch(() => undefined);
    await lookup;
  }

  reload(): Promise<void> {
    return this.change((reload) => reload());
  }

  /** Looks up the connection again for the user, also if the secret storage did not answer before. */
  retry(): Promise<void> {
    this.parts.storage.secrets.tryAgain();
    return this.reload();
  }

  /** Stops using the connection, before it is known which one is used next. */
  leave(): void {
    this.#use(undefined, true);
  }

  /**
   * From the next `reload` on, uses a sign-in that cannot be stored, until this window closes, or
   * none such.
   */
  useInWindow(signIn: ConnectionSource | undefined): void {
    this.#inWindow = signIn;
  }

  /**
   * Runs a change of sign-ins or sample data, which `reload` looks up. Changes run one after another, because events of other
   * windows arrive at any time. Rejects as `work` does.
   * @param work gets a `reload` to call after it has changed something.
   */
  change(work: (reload: () => Promise<void>) => Promise<void>): Promise<void> {
    const done = this.#lastChange.then(() => work(() => this.#reload()));
    this.#lastChange = done.catch(() => undefined);
    return done;
  }

  /** Runs upkeep. A failure is only logged, so that it does not fail the user's action. */
  async keepUp(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.parts.log.warn(`Sign-ins or stored data cannot be updated: ${String(error)}`);
    }
  }

  /** Lets the next request ignore a pause. Call it before a request that the user has started. */
  probeNow(address = this.current?.address): void {
    // If the code for requests was never loaded, there is no pause to end.
    this.parts.requests.ifAsked((all) => {
      if (address) all.probeNow(address.origin);
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#life.abort(new Error(endedWords()));
  }

  #followSignOuts(): void {
    const { data, signOuts, storage } = this.parts;
    const forgetUntil = async (time: number) => {
      for (const id of await forgetAll(storage, time)) await data.forget(id);
    };
    const dispose = signOuts.follow((allUntil) => {
      void this.change(async (reload) => {
        if (allUntil !== undefined) {
          this.useInWindow(undefined);
          await this.keepUp(() => forgetUntil(allUntil));
        }
        await reload();
      });
    });
    this.#subscriptions.push({ dispose });
  }

  async #reload(): Promise<void> {
    try {
      await this.#reloadOrThrow();
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.parts.log.error(`No connection: ${this.#failure.message}`);
      this.#use(undefined, true);
    }
  }

  async #reloadOrThrow(): Promise<void> {
    const found = await findConnection(this.parts, this.#inWindow);
    const hadFailed = this.#failure !== undefined;
    this.#failure = undefined;
    this.#use(found, hadFailed);
    await this.keepUp(() => this.parts.last.follow(this.current));
  }

  #use(found: ConnectionSource | undefined, announce: boolean): void {
    const { account, current: before } = this;
    const isSame = before?.id === found?.id;
    if (isSame && this.#isLookedUp && !announce) return;
    const lifeBefore = this.#life;
    this.#life = new AbortController();
    this.#current =
      found &&
      startConnection(
        found,
        this.parts,
        this.#life.signal,
        (failure, isOfOneProject) => {
          // Ignore a late response to an earlier connection.
          if (this.#current?.id === found.id) this.#status.follow(failure, isOfOneProject);
        },
        () => this.#status.outage !== undefined,
      );
    lifeBefore.abort(new Error(endedWords()));
    if (!isSame) this.#status.reset();
    const stopFollowing = this.#current?.wait.onChange(this.#status.report);
    this.#life.signal.addEventListener('abort', () => stopFollowing?.());
    // The token was renewed. If another window did that, it has moved only what is on disk.
    if (before && found && !isSame && account === found.account) {
      this.parts.data.renewInMemory(before.id, found.id);
    }
    const isFirst = !this.#isLookedUp && account === undefined;
    this.#isLookedUp = true;
    this.#changed.fire({
      sameAccount: isFirst || (account !== undefined && account === found?.account),
      sameService: before !== undefined && before.address.base === found?.address.base,
    });
  }
}
