import * as vscode from 'vscode';
import { AccessToken, type Endpoint } from '../core/client/accessToken.ts';
import { parseServiceAddress, type ServiceAddress } from '../core/client/serviceAddress.ts';
import type { ClientEvents, ServiceCalls } from '../core/client/serviceClient.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import type { Log } from '../editor/log.ts';
import type { SampleData } from './sampleData.ts';
import type { SignInStore } from './signInStore.ts';
import type { SignOutNotices } from './signOutNotices.ts';
import type { SignInScope, StoredSignIn } from './storedSignIn.ts';

/** What this window is signed in to. */
export interface ActiveConnection {
  readonly address: ServiceAddress;
  readonly client: ServiceCalls;
  readonly scope: SignInScope | 'sample';
  /** Tells one sign-in from the next, also to the same address. */
  readonly id: string;
  /** Whose data it is: an account of a service, `https://api.example.com#3f…`, or sample data. */
  readonly account: string;
  /**
   * Aborts when the window uses another connection, or none. No request may go out after that, and
   * no surface stays that is about this one. Its reason is an Error with a sentence for people.
   */
  readonly ended: AbortSignal;
}

/** Makes the client of a connection; handed in, so that this file needs no network. */
export type CreateClient = (
  address: ServiceAddress,
  token: AccessToken,
  events?: Pick<ClientEvents, 'onRefused' | 'onAccepted'>,
) => ServiceCalls;

/** What a change of connection means for what is on screen. */
export interface ConnectionChange {
  /**
   * What is shown may be old, but it is of this account: there is another sign-in with the same
   * token, or it is the first connection known since the window was opened.
   */
  readonly sameAccount: boolean;
  /** The service is the same, perhaps under another account. */
  readonly sameService: boolean;
}

interface Held {
  readonly connection: ActiveConnection;
  readonly end: () => void;
  /** What to forget at sign-out; none for sample data. */
  readonly signIn?: Pick<StoredSignIn, 'id' | 'scope'>;
}

/** Why something that was under way for a connection has ended with it. */
const ENDED = 'The sign-in changed meanwhile. Run this again once you are signed in as you like.';

/** The `account` and the `id` of sample data. */
export const SAMPLE = 'sample';

/**
 * Which connection this window uses: sample data if the person asked for that here, else the
 * workspace's own sign-in, else the one for every workspace. It follows sign-outs and sign-ins of
 * other windows.
 */
export class Session implements vscode.Disposable {
  readonly #store: SignInStore;
  readonly #notices: SignOutNotices;
  readonly #sample: SampleData;
  readonly #createClient: CreateClient;
  readonly #probe: (address: ServiceAddress) => void;
  readonly #prepare: () => void;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<ConnectionChange>();
  readonly #refused = new vscode.EventEmitter<ActiveConnection>();
  readonly #judged = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #current: Held | undefined;
  #failed: Error | undefined;
  #isRefused = false;
  /** False until it was looked up once whether there is a connection. */
  #known = false;
  #ready: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  /** Whether a sign-in was ended, here or in another window. */
  readonly #ended = (id: string) => this.#notices.has(id);

  /** Fires when `current` is another connection than before, or none. */
  readonly onDidChange = this.#changed.event;
  /** Fires once for a sign-in whose token the service refuses. */
  readonly onDidRefuse = this.#refused.event;
  /** Fires when `refused` has changed while the connection stays. */
  readonly onDidJudge = this.#judged.event;

  constructor(parts: {
    readonly store: SignInStore;
    readonly notices: SignOutNotices;
    readonly sample: SampleData;
    readonly createClient: CreateClient;
    readonly probe: (address: ServiceAddress) => void;
    /** Loads what requests take; called ahead of the first ones. */
    readonly prepare: () => void;
    readonly secrets: vscode.SecretStorage;
    readonly log: Log;
  }) {
    this.#store = parts.store;
    this.#notices = parts.notices;
    this.#sample = parts.sample;
    this.#createClient = parts.createClient;
    this.#probe = parts.probe;
    this.#prepare = parts.prepare;
    this.#log = parts.log;
    const follow = () => {
      void this.reload();
    };
    this.#subscriptions = [
      this.#changed,
      this.#refused,
      this.#judged,
      parts.notices.onDidAppear(() => void this.#oneByOne(() => this.#followNotice())),
      parts.secrets.onDidChange(({ key }) => {
        if (parts.store.concerns(key)) follow();
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

  /** Why nobody can be signed in: the editor's secret storage or the sample service failed. */
  get failure(): Error | undefined {
    return this.#failed;
  }

  /** Looks the stored sign-in up, ahead of those who will wait for it. */
  lookUp(): Promise<void> {
    if (this.#ready) return this.#ready;
    this.#ready = this.reload();
    // After it, and before whatever else may write.
    void this.#oneByOne(() => this.#keepUp(() => this.#store.touch()));
    return this.#ready;
  }

  /** Resolves once the stored sign-in was looked up, for whoever has something to ask then. */
  ready(): Promise<void> {
    const found = this.lookUp();
    // Meanwhile. Where it is known that nobody is signed in, there will be nothing to ask.
    if (!this.#known || this.#current) this.#prepare();
    return found;
  }

  /** Looks up again which connection counts. */
  reload(): Promise<void> {
    return this.#oneByOne(() => this.#reload());
  }

  /**
   * A client for an address and a token that are still to be proven. A person waits for it, so its
   * service is asked at once, however often that has failed.
   */
  tryOut(address: ServiceAddress, token: AccessToken): ServiceCalls {
    this.#probe(address);
    return this.#createClient(address, token);
  }

  /** A person asks again: a service that was left in peace is asked at once. */
  probeNow(): void {
    if (this.current) this.#probe(this.current.address);
  }

  /**
   * Keeps a sign-in and uses whichever counts here then: one for every workspace gives way to the
   * workspace's own. Rejects if the editor's secret storage does.
   */
  signIn(scope: SignInScope, address: ServiceAddress, secret: string): Promise<void> {
    return this.#oneByOne(async () => {
      await this.#store.put(scope, address, secret);
      await this.#sample.want(false);
      await this.#reload();
      await this.#clearOthers();
    });
  }

  /** Forgets the connection in use, here and in every other window that uses the same sign-in. */
  signOut(): Promise<void> {
    return this.#oneByOne(async () => {
      const signIn = this.#current?.signIn;
      if (signIn) await this.#forget(signIn);
      else await this.#sample.want(false);
      await this.#reload();
      await this.#clearOthers();
    });
  }

  /** The sign-ins to choose from here, the one in use included. Rejects as `signIn` does. */
  kept(): Promise<StoredSignIn[]> {
    return this.#store.list(this.#ended);
  }

  /** Uses another of the sign-ins kept, here and wherever its scope says. Rejects if it is gone. */
  switchTo(signIn: StoredSignIn): Promise<void> {
    return this.#oneByOne(async () => {
      const { host } = signIn.address;
      if (!(await this.#store.use(signIn))) {
        throw new Error(`The sign-in to ${host} is no longer kept. Sign in there again.`);
      }
      await this.#sample.want(false);
      await this.#reload();
      await this.#clearOthers();
    });
  }

  /** Forgets a sign-in that is kept, in every window. */
  forget(signIn: StoredSignIn): Promise<void> {
    return this.#oneByOne(async () => {
      await this.#forget(signIn);
      await this.#reload();
    });
  }

  /** How many sign-ins `forgetAll` would forget. Rejects as `signIn` does. */
  async keptEverywhere(): Promise<number> {
    const { countAll } = await import('./everySignIn.ts');
    return countAll(this.#store, this.#ended);
  }

  /** Forgets the sign-ins of every workspace, and what only other windows know of. */
  forgetAll(): Promise<void> {
    return this.#oneByOne(async () => {
      for (const id of await this.#forgetUntil()) await this.#notices.leave(id);
      await this.#notices.leaveAll(Date.now());
      await this.#reload();
    });
  }

  /** Rejects if the sample service cannot be started. */
  exploreSampleData(): Promise<void> {
    return this.#oneByOne(async () => {
      await this.#sample.want(true);
      await this.#reload();
      const failed = this.#failed;
      if (!failed) return;
      // Else the window would come back to the same fault, and not to a sign-in it has.
      await this.#sample.want(false);
      await this.#reload();
      throw failed;
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#current?.end();
  }

  async #forget(signIn: Pick<StoredSignIn, 'id' | 'scope'>): Promise<void> {
    await this.#store.forget(signIn);
    await this.#notices.leave(signIn.id);
  }

  async #forgetUntil(until?: number): Promise<string[]> {
    const { forgetAll } = await import('./everySignIn.ts');
    return forgetAll(this.#store, until);
  }

  #clearOthers(): Promise<void> {
    return this.#keepUp(async () => {
      const { clearOthers } = await import('./everySignIn.ts');
      await clearOthers(this.#store, this.#ended);
    });
  }

  async #followNotice(): Promise<void> {
    const until = this.#notices.hearAll();
    if (until !== undefined) await this.#keepUp(() => this.#forgetUntil(until));
    await this.#reload();
  }

  /** Events of other windows come at any time; two changes at once would mix. */
  #oneByOne(change: () => Promise<void>): Promise<void> {
    const done = this.#last.then(change);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #reload(): Promise<void> {
    const failedBefore = this.#failed;
    try {
      const next = this.#sample.wanted ? await this.#runSample() : await this.#findSignIn();
      this.#failed = undefined;
      this.#use(next, failedBefore !== undefined);
    } catch (error) {
      this.#failed = error instanceof Error ? error : new Error(String(error));
      this.#log.error(`No connection: ${this.#failed.message}`);
      this.#use(undefined, true);
    }
  }

  async #findSignIn(): Promise<Held | undefined> {
    const signIn = await this.#store.find(this.#ended);
    return signIn && this.#connect(signIn);
  }

  /** What a person asked for is done, whether or not this works. */
  async #keepUp(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#log.warn(`Sign-ins are not kept up: ${String(error)}`);
    }
  }

  #connect(signIn: StoredSignIn): Held {
    return { ...this.#activate(signIn, signIn.account ?? signIn.address.base), signIn };
  }

  #activate(
    { id, scope, address, token }: Pick<ActiveConnection, 'id' | 'scope'> & Endpoint,
    account: string,
  ): Pick<Held, 'connection' | 'end'> {
    const life = new AbortController();
    let known = false;
    const judge = (refused: boolean) => {
      if (this.current?.id !== id || this.#isRefused === refused) return;
      this.#isRefused = refused;
      this.#judged.fire();
    };
    const client = this.#createClient(address, token, {
      onAccepted: () => {
        judge(false);
      },
      onRefused: () => {
        judge(true);
        // Every surface may meet the refusal; the person needs to hear of it once.
        if (known || this.current?.id !== id) return;
        known = true;
        this.#refused.fire(this.current);
      },
    });
    return {
      connection: { id, scope, address, account, client, ended: life.signal },
      end: () => {
        life.abort(new Error(ENDED));
      },
    };
  }

  async #runSample(): Promise<Held> {
    const service = await this.#sample.run();
    const parsed = parseServiceAddress(service.address);
    if (!parsed.ok) throw new Error(parsed.sentence);
    const { address } = parsed;
    const token = new AccessToken(service.token, address.origin);
    // Its address is another one after each start, and its data the same.
    const connection = { id: SAMPLE, scope: 'sample', address, token } as const;
    return this.#activate(connection, SAMPLE);
  }

  #use(next: Held | undefined, announce: boolean): void {
    const same = this.#current?.connection.id === next?.connection.id;
    if (same && this.#known && !announce) return;
    const before = this.current;
    const left = this.#current;
    this.#current = next;
    left?.end();
    if (!same) this.#isRefused = false;
    const { current } = this;
    this.#changed.fire({
      sameAccount: !this.#known || (before !== undefined && before.account === current?.account),
      sameService: before !== undefined && before.address.base === current?.address.base,
    });
    this.#known = true;
  }
}

/**
 * The client in use, for what is only ever asked while signed in.
 * @throws ServiceError `aborted` if the person signed out in between.
 */
export function currentClient(session: Session): ServiceCalls {
  if (!session.current) throw new ServiceError({ kind: 'aborted' });
  return session.current.client;
}
