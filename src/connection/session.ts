import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { AccessToken } from '../core/client/accessToken.ts';
import { hostAndPath, type ServiceAddress } from '../core/client/serviceAddress.ts';
import type { ClientEvents, ServiceCalls } from '../core/client/serviceClient.ts';
import { failsAtOneProject, isServiceError } from '../core/model/serviceError.ts';
import { showInformation, showWarning } from '../editor/notify.ts';
import type { KeptData } from '../kept/keptData.ts';
import {
  type ActiveConnection,
  type ConnectionSource,
  endedWords,
  IN_WINDOW,
  isStored,
} from './activeConnection.ts';
import { SecretsError } from './secrets.ts';
import { type Outage, ServiceStatus } from './serviceStatus.ts';
import type { SessionParts } from './sessionParts.ts';
import { accountName, type SignIns, type SignInScope, type StoredSignIn } from './signIns.ts';
import { runCommand } from '../editor/commandRegistry.ts';

/** The sign-in that this workspace used last, without its token. */
interface LastSignIn extends Pick<StoredSignIn, 'id' | 'account'> {
  /** The address of the service, with its path prefix. */
  readonly base: string;
}

/** A sign-in that could not be stored. */
interface SignInOfWindow extends ConnectionSource {
  /** The scope of the stored sign-in that it renews, if it does. */
  renewed?: SignInScope;
}

const LAST = 'mintscope.lastSignIn';

/**
 * Who is signed in: sample data if the user chose that here, else a sign-in that could not be
 * stored, else the workspace's own, else the one for every workspace. It follows sign-ins and
 * sign-outs of other windows. If the secret storage fails, the changes that the user makes reject
 * with a `SecretsError`.
 */
export class Session implements vscode.Disposable {
  readonly #parts: SessionParts;
  readonly clock: Clock;
  readonly data: KeptData;
  readonly signIns: Pick<SignIns, 'list'>;
  readonly #changed = new vscode.EventEmitter<{ readonly sameAccount: boolean }>();
  readonly #statusChanged = new vscode.EventEmitter<void>();
  readonly #subscriptions: { dispose(): unknown }[];
  #current: ActiveConnection | undefined;
  /** Aborts when `#current` is no longer used. */
  #life = new AbortController();
  #failure: Error | undefined;
  #retryAt: number | undefined;
  #inWindow: SignInOfWindow | undefined;
  /** Whether the next lookup begins a new connection also with the sign-in in use. */
  #beginsAnew = false;
  /** Whether a sign-in was `expected`, so that rows of it may be shown. */
  #wasExpected = false;
  /** False until the first lookup has ended. */
  #isLookedUp = false;
  #firstLookup: Promise<void> | undefined;
  #lastChange: Promise<void> = Promise.resolve();

  /**
   * Fires when `current` or `failure` has changed, and after the first lookup. Rows on screen may
   * stay if the account is the same: another sign-in with its token, or with one that renews it; or
   * the first lookup, if none was `expected` and nothing of another one is shown.
   */
  readonly onDidChange = this.#changed.event;
  /** Fires when `refusal`, `outage`, `waitUntil` or `retryAt` has changed while the connection stays. */
  readonly onDidChangeStatus = this.#statusChanged.event;

  constructor(parts: SessionParts) {
    const { clock, data, sample, secrets, signIns } = parts;
    this.#parts = parts;
    this.clock = clock;
    this.data = data;
    this.signIns = signIns;
    this.#subscriptions = [
      sample,
      this.#changed,
      this.#statusChanged,
      secrets.onDidChange(({ key }) => {
        if (signIns.concerns(key)) void this.#change(() => this.#followOthers());
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('http')) this.#closeRequests();
      }),
    ];
    secrets.onAnswer = () => {
      if (this.failure || this.#inWindow) void this.#change(() => this.#followAnswer());
    };
  }

  /** `undefined` without a connection, and until the first lookup has ended (`ready`). */
  get current(): ActiveConnection | undefined {
    return this.#current;
  }

  /**
   * The sign-in that will probably be used, so that its stored rows can be shown before the secret
   * storage has answered, and stay while it fails; `undefined` after a lookup has succeeded.
   */
  get expected(): LastSignIn | undefined {
    const isKnown = this.#isLookedUp && !this.#failure;
    const last = isKnown || this.#parts.sample.wanted ? undefined : this.#last;
    if (!last || this.#parts.signOuts.has(last.id)) return undefined;
    this.#wasExpected = true;
    return last;
  }

  get lastBase(): string | undefined {
    return this.#last?.base;
  }

  /** The account whose data may be shown: of `current` or, before the lookup, of `expected`. */
  get account(): string | undefined {
    return (this.current ?? this.expected)?.account;
  }

  get host(): string {
    return this.current?.address.host ?? l10n.t('the service');
  }

  /** Whether the service refused the token in use, and no request has succeeded since. */
  get refused(): boolean {
    return this.refusal !== undefined;
  }

  get refusal(): ServiceStatus['refusal'] {
    return this.current?.status.refusal;
  }

  /** Why the service cannot be reached or does not work; a new object after each failure. */
  get outage(): Outage | undefined {
    return this.current?.status.outage;
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
    return this.#retryAt;
  }

  set retryAt(at: number | undefined) {
    if (at === this.#retryAt) return;
    this.#retryAt = at;
    this.#statusChanged.fire();
  }

  /** Why the lookup found no connection: the secret storage or the sample service failed. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /**
   * Starts the lookup, which takes about 12 ms, but not sample data. Sends no request and loads no
   * code that could.
   */
  prepare(): void {
    if (!this.#parts.sample.wanted) void this.lookUp();
  }

  /** Looks up the connection; later calls return the same promise. */
  lookUp(): Promise<void> {
    if (this.#firstLookup) return this.#firstLookup;
    this.#firstLookup = this.#lookUpAgain();
    // Queued here, so that it runs after the lookup and before any other change.
    void this.#change(() =>
      this.#attempt(async () => {
        const dispose = this.#parts.signOuts.follow(this.#followSignOuts);
        this.#subscriptions.push({ dispose });
        await this.#parts.signIns.recordUse();
        await this.#parts.data.tidy(this.#current?.id);
      }),
    );
    return this.#firstLookup;
  }

  /** Resolves after the first lookup. Also starts to load the code for requests. */
  async ready(): Promise<void> {
    const lookup = this.lookUp();
    // In parallel, unless the user is signed out. The first request reports a failure of this load.
    if (!this.#isLookedUp || this.#current) this.#parts.requests.get().catch(() => undefined);
    await lookup;
  }

  /** Looks up the connection again for the user, also if the secret storage did not answer before. */
  retry(): Promise<void> {
    this.#parts.secrets.tryAgain();
    return this.#lookUpAgain();
  }

  /** Lets the next request ignore a pause. Call it before a request that the user has started. */
  probeNow(address = this.current?.address): void {
    // If the code for requests was never loaded, there is no pause to end.
    this.#parts.requests.ifAsked((all) => {
      if (address) all.probeNow(address.origin);
    });
  }

  /**
   * A client to check an address, and later a token, before they are stored. The user is waiting,
   * so the next request to that service ignores a pause.
   */
  trialClient(
    address: ServiceAddress,
    token?: AccessToken,
    onResponse?: ClientEvents['onResponse'],
  ): ServiceCalls {
    this.probeNow(address);
    return this.#parts.createClient(address, token, onResponse && { onResponse });
  }

  /** How requests to a service are sent; `undefined` if none was sent yet. */
  routeTo({ origin }: ServiceAddress) {
    return this.#parts.requests.loaded?.at(origin);
  }

  /**
   * Whether a token for this service and scope may be a new one of the account in use: only the
   * user knows.
   */
  mayRenew(address: ServiceAddress, scope: SignInScope): boolean {
    const { current } = this;
    if (current?.address.base !== address.base) return false;
    const isOfWindow = current.scope === 'window';
    return scope === (isOfWindow ? (this.#inWindow?.renewed ?? scope) : current.scope);
  }

  /**
   * Stores a sign-in, then looks up which one this window uses.
   * @param renews the id of the connection in use, if the token is a new one of the same account:
   *   it keeps the id, so its stored data stays. Ignored if it does not take its place
   *   (`mayRenew`).
   * @returns why it cannot be stored, if so; it is then used in this window only.
   */
  storeSignIn(
    scope: SignInScope,
    address: ServiceAddress,
    secret: string,
    renews?: string,
  ): Promise<SecretsError | undefined> {
    return this.#change(async () => {
      const { current } = this;
      const isRenewal = current?.id === renews && this.mayRenew(address, scope);
      const renewed = isRenewal ? current : undefined;
      const id = renewed?.id.replace(IN_WINDOW, '') ?? randomUUID();
      const account = renewed?.account ?? (await accountName(address.base, secret));
      let fault: SecretsError | undefined;
      let inWindow: SignInOfWindow | undefined;
      try {
        const named = { id, account };
        const replaced = await this.#parts.signIns.put(scope, address, secret, named);
        if (replaced !== undefined) await this.#forgetData(replaced);
      } catch (error) {
        if (!(error instanceof SecretsError)) throw error;
        fault = error;
        const token = new AccessToken(secret, address.origin);
        const ofWindow = renewed?.id ?? IN_WINDOW + id;
        inWindow = { id: ofWindow, scope: 'window', account, address, token };
        if (isStored(ofWindow)) inWindow.renewed = scope;
      }
      // Also with the same token, which the service may have refused before.
      this.#beginsAnew = renewed !== undefined;
      await this.#useStoredSignIn(inWindow);
      return fault;
    });
  }

  /** Uses another stored sign-in, in every window of its scope. Rejects if it is no longer stored. */
  switchTo(signIn: StoredSignIn): Promise<void> {
    return this.#change(async () => {
      if (!(await this.#parts.signIns.use(signIn))) {
        const { host } = signIn.address;
        throw new Error(
          l10n.t('The sign-in to {0} is no longer stored. Sign in there again.', host),
        );
      }
      await this.#useStoredSignIn();
    });
  }

  /**
   * Deletes the sign-in in use with its stored data, in all windows, also if its token cannot be
   * deleted: then that is done when the secret storage works again. With sample data, only ends its
   * use in this window.
   */
  signOut(): Promise<void> {
    return this.#change(async () => {
      const { current } = this;
      try {
        if (current && isStored(current.id)) await this.#deleteSignIn(current.id);
        // The storage may still answer, and hold its token from then on: `SignIns` deletes it.
        else if (current?.scope === 'window') await this.#noteEnd(current.id);
      } finally {
        // Its panels close, although the storage may not say which sign-in is used next.
        if (current?.scope !== 'sample') this.#use(undefined);
        await this.#useStoredSignIn();
      }
    });
  }

  forgetSignIn({ id }: StoredSignIn): Promise<void> {
    return this.#change(async () => {
      await this.#deleteSignIn(id);
      await this.#reload();
    });
  }

  /** Of every workspace, in every window. If a token cannot be deleted, those after it stay. */
  forgetAllSignIns(): Promise<void> {
    const { signOuts, data } = this.#parts;
    return this.#change(async () => {
      try {
        await this.#deleteAll();
        await this.#attempt(() => signOuts.note(null));
        await this.#attempt(() => data.forgetAll());
      } finally {
        await this.#reload();
      }
    });
  }

  /** Shows sample data in place of a sign-in. Rejects if the sample service cannot be started. */
  useSampleData(): Promise<void> {
    const { sample } = this.#parts;
    return this.#change(async () => {
      await sample.run();
      await sample.setWanted(true);
      await this.#reload();
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#life.abort(new Error(endedWords()));
    this.data.dispose();
    this.#closeRequests();
  }

  #closeRequests(): void {
    this.#parts.requests.ifAsked((all) => all.close());
  }

  get #last(): LastSignIn | undefined {
    const { id, account, base } = this.#parts.memento.get<Partial<LastSignIn>>(LAST) ?? {};
    return id && account && base ? { id, account, base } : undefined;
  }

  /**
   * Without any connection, forgets the last. Deletes the data of the one before if that is no
   * longer stored.
   */
  async #remember(): Promise<void> {
    const { current } = this;
    const last = this.#last;
    if ((current && !isStored(current.id)) || current?.id === last?.id) return;
    const { signIns, data, memento } = this.#parts;
    const { id, account, address } = current ?? {};
    await memento.update(LAST, id && { id, account, base: address?.base });
    const isGone = last && !(await signIns.list()).some((one) => one.id === last.id);
    if (isGone) await data.forget(last.id);
  }

  /**
   * Changes run one after another, because events of other windows arrive at any time. Rejects as
   * `work` does.
   */
  #change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastChange.then(work);
    this.#lastChange = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  /** @param inWindow one to use instead, which cannot be stored. */
  async #useStoredSignIn(inWindow?: SignInOfWindow): Promise<void> {
    this.#inWindow = inWindow;
    await this.#parts.sample.setWanted(false);
    await this.#reload();
    await this.#clearLeftovers();
  }

  /** A failure is only logged, so that upkeep does not fail the user's action. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.log.warn(`Sign-ins or stored data cannot be updated: ${String(error)}`);
    }
  }

  async #deleteSignIn(id: string): Promise<void> {
    try {
      await this.#parts.signIns.forget(id);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const words = l10n.t('The sign-in has ended, but its token is still stored. {0}', why);
      throw new Error(words, { cause: error });
    } finally {
      // From this on, the sign-in counts as deleted.
      await this.#forgetData(id);
    }
  }

  /** @param until see `SignIns.forgetAll`. */
  async #deleteAll(until?: number): Promise<void> {
    if (this.#inWindow) await this.#noteEnd(this.#inWindow.id);
    this.#inWindow = undefined;
    for await (const id of this.#parts.signIns.forgetAll(until)) await this.#forgetData(id);
  }

  #noteEnd(id: string): Promise<void> {
    return this.#attempt(() => this.#parts.signOuts.note(id.replace(IN_WINDOW, '')));
  }

  /** Deletes the stored data of a sign-in that has ended, in all windows. */
  async #forgetData(id: string): Promise<void> {
    const { data, memento } = this.#parts;
    // Note it first: from then on no window stores data of the sign-in.
    await this.#noteEnd(id);
    await this.#attempt(() => data.forget(id));
    if (id === this.#last?.id) await this.#attempt(async () => memento.update(LAST, undefined));
  }

  /** Deletes sign-ins of workspaces not opened for 90 days, and data of sign-ins not used as long. */
  #clearLeftovers(): Promise<void> {
    const { signIns, data } = this.#parts;
    return this.#attempt(async () => {
      await signIns.clearOthers();
      await data.tidy(this.#current?.id);
    });
  }

  /** @param allUntil see `SignOuts.follow`. */
  readonly #followSignOuts = (allUntil: number | undefined): void => {
    void this.#change(async () => {
      if (allUntil !== undefined) await this.#attempt(() => this.#deleteAll(allUntil));
      await this.#followOthers();
    });
  };

  /**
   * Follows another window, and says if that has signed this one out, or given it another account.
   */
  async #followOthers(): Promise<void> {
    const before = this.#current;
    await this.#reload();
    const { account, address } = this.#current ?? {};
    if (!before || this.#failure || account === before.account) return;
    const words = address
      ? l10n.t('Another window has changed the sign-in: {0} is used now.', hostAndPath(address))
      : l10n.t('Signed out of {0} in another window.', hostAndPath(before.address));
    void showInformation(words);
  }

  readonly #lookUpAgain = (): Promise<void> => this.#change(() => this.#reload());

  /** Follows a late answer of the secret storage, which may have stored the sign-in of this window. */
  async #followAnswer(): Promise<void> {
    const inWindow = this.#inWindow;
    await this.#attempt(async () => {
      const stored = inWindow ? await this.#parts.signIns.list() : [];
      if (!stored.some(({ token }) => inWindow?.token.isSame(token))) return;
      this.#inWindow = undefined;
      this.#beginsAnew = true;
    });
    await this.#reload();
  }

  async #reload(): Promise<void> {
    try {
      this.#use(await this.#find());
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      this.#parts.log.error(`No connection: ${failure.message}`);
      this.#use(undefined, failure);
      return;
    }
    await this.#attempt(() => this.#remember());
  }

  /** Rejects if sample data or the secret storage fails. */
  async #find(): Promise<ConnectionSource | undefined> {
    const { sample, signIns } = this.#parts;
    if (sample.wanted) return sample.run();
    if (this.#inWindow) return this.#inWindow;
    return (await signIns.list()).find(({ inUse }) => inUse);
  }

  /** @param failure why there is no connection, if it could not be looked up. */
  #use(found: ConnectionSource | undefined, failure?: Error): void {
    const { account, current: before } = this;
    const isSame =
      before?.id === found?.id && (!found || before?.token.isSame(found.token) === true);
    const isNew = !isSame || this.#beginsAnew || !this.#isLookedUp;
    if (!isNew && !failure && !this.#failure) return;
    this.#beginsAnew = false;
    this.#failure = failure;
    const lifeBefore = this.#life;
    this.#life = new AbortController();
    this.#current = found && this.#start(found, this.#life.signal);
    lifeBefore.abort(new Error(endedWords()));
    this.#retryAt = undefined;
    // Another window may have ended the expected one since its rows were shown.
    const isFirst = !this.#isLookedUp && !this.#wasExpected;
    this.#isLookedUp = true;
    const key = found?.scope ?? (this.#failure ? 'failed' : 'none');
    void vscode.commands.executeCommand('setContext', 'mintscope.connection', key);
    this.#parts.log.info(`Connected to ${found ? `${found.address.base} (${key})` : 'nothing'}`);
    this.#changed.fire({
      sameAccount: isFirst || (account !== undefined && account === this.account),
    });
  }

  #start(source: ConnectionSource, ended: AbortSignal): ActiveConnection {
    const { id, scope, account, address, token } = source;
    const { clock, createClient, data, log, pauseOf } = this.#parts;
    const onStatus = () => {
      this.#statusChanged.fire();
    };
    const status = new ServiceStatus(clock.now, onStatus, () => void offerNewToken(address));
    const events: ClientEvents = {
      // A late response to an earlier connection is ignored.
      onAccepted: () => {
        if (!ended.aborted) status.follow();
      },
      onFailure: (path, error) => {
        if (ended.aborted || !isServiceError(error)) return;
        const { failure } = error;
        status.follow(failure, path.endsWith('/stats') && failsAtOneProject(failure));
      },
    };
    const wait = pauseOf(address.origin);
    ended.addEventListener('abort', wait.onChange(onStatus));
    return {
      id,
      scope,
      account,
      address,
      token,
      clock,
      ended,
      status,
      wait,
      isFailing: () => status.outage !== undefined,
      client: createClient(address, token, events),
      beforeClose: new Set(),
      store: data.of(id),
      warn: (line) => {
        log.warn(line);
      },
      observed: (onResponse) => createClient(address, token, { ...events, onResponse }),
    };
  }
}

async function offerNewToken(address: ServiceAddress): Promise<void> {
  const refused = l10n.t(
    '{0} refused your token. What is shown stays, but is not kept up to date.',
    hostAndPath(address),
  );
  const signIn = l10n.t('Sign In…');
  const chosen = await showWarning(refused, signIn);
  if (chosen === signIn) await runCommand('mintscope.signIn');
}

/**
 * Call it when the user acts on rows: it notes their account. The returned function waits for the
 * lookup, and rejects with a message that can be shown if another account is in use by then.
 */
export function stayingWith(session: Pick<Session, 'account' | 'ready'>): () => Promise<void> {
  const { account } = session;
  return async () => {
    await session.ready();
    if (session.account !== account) throw new Error(endedWords());
  };
}
