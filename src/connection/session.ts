import * as vscode from 'vscode';
import { AccessToken, type Endpoint } from '../core/client/accessToken.ts';
import { parseServiceAddress, type ServiceAddress } from '../core/client/serviceAddress.ts';
import type { ClientEvents, ServiceCalls } from '../core/client/serviceClient.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import type { Log } from '../editor/log.ts';
import type { SampleData } from './sampleData.ts';
import { concerns, isTouchDue, listSignIns } from './signInStore.ts';
import type { SignOutNotices } from './signOutNotices.ts';
import type { SignInScope, SignInStorage } from './storedSignIn.ts';

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
}

/** Why something that was under way for a connection has ended with it. */
const ENDED = 'The sign-in changed meanwhile. Run this again once you are signed in as you like.';

/** The `account` and the `id` of sample data. */
export const SAMPLE = 'sample';

/** What a session is made of. */
export interface SessionParts {
  readonly storage: SignInStorage;
  readonly notices: SignOutNotices;
  readonly sample: SampleData;
  readonly createClient: CreateClient;
  /** Ends the pause of requests to a service that kept failing. */
  readonly probe: (address: ServiceAddress) => void;
  /** Loads what requests take; called ahead of the first ones. */
  readonly prepare: () => void;
  readonly log: Log;
}

/**
 * Which connection this window uses: sample data if the person asked for that here, else the
 * workspace's own sign-in, else the one for every workspace. It follows sign-outs and sign-ins of
 * other windows. What a person changes about it is in `connectionChanges.ts`.
 */
export class Session implements vscode.Disposable {
  /** For `connectionChanges.ts`. */
  readonly parts: SessionParts;
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

  /** Fires when `current` is another connection than before, or none. */
  readonly onDidChange = this.#changed.event;
  /** Fires once for a sign-in whose token the service refuses. */
  readonly onDidRefuse = this.#refused.event;
  /** Fires when `refused` has changed while the connection stays. */
  readonly onDidJudge = this.#judged.event;

  constructor(parts: SessionParts) {
    this.parts = parts;
    const { notices, storage } = parts;
    this.#subscriptions = [
      this.#changed,
      this.#refused,
      this.#judged,
      notices.onDidAppear(() => void this.#followNotice()),
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

  /** Why nobody can be signed in: the editor's secret storage or the sample service failed. */
  get failure(): Error | undefined {
    return this.#failed;
  }

  /** Looks the stored sign-in up, ahead of those who will wait for it. */
  lookUp(): Promise<void> {
    if (this.#ready) return this.#ready;
    this.#ready = this.reload();
    // After it, and before whatever else may write.
    void this.change(() => this.keepUp(() => this.#touch()));
    return this.#ready;
  }

  /** Resolves once the stored sign-in was looked up, for whoever has something to ask then. */
  ready(): Promise<void> {
    const found = this.lookUp();
    // Meanwhile. Where it is known that nobody is signed in, there will be nothing to ask.
    if (!this.#known || this.#current) this.parts.prepare();
    return found;
  }

  /** Looks up again which connection counts. */
  reload(): Promise<void> {
    return this.change((reload) => reload());
  }

  /**
   * Changes what `reload` looks up, once all that was asked for before is done: events of other
   * windows come at any time, and two changes at once would mix. Rejects as `work` does.
   * @param work is handed a `reload` to call where it has changed something.
   */
  change(work: (reload: () => Promise<void>) => Promise<void>): Promise<void> {
    const done = this.#last.then(() => work(() => this.#reload()));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Does what nobody waits for: what a person asked for is done, whether or not this works. */
  async keepUp(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.parts.log.warn(`Sign-ins are not kept up: ${String(error)}`);
    }
  }

  /** A person asks again: a service whose requests are paused is asked at once. */
  probeNow(): void {
    if (this.current) this.parts.probe(this.current.address);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#current?.end();
  }

  async #touch(): Promise<void> {
    const { storage } = this.parts;
    if (!(await isTouchDue(storage))) return;
    const { touch } = await import('./signInWriter.ts');
    await touch(storage);
  }

  #followNotice(): Promise<void> {
    return this.change(async (reload) => {
      const { notices, storage } = this.parts;
      const until = notices.hearAll();
      if (until !== undefined) {
        await this.keepUp(async () => {
          const { forgetAll } = await import('./signInWriter.ts');
          await forgetAll(storage, until);
        });
      }
      await reload();
    });
  }

  async #reload(): Promise<void> {
    const failedBefore = this.#failed;
    try {
      const next = this.parts.sample.wanted ? await this.#runSample() : await this.#findSignIn();
      this.#failed = undefined;
      this.#use(next, failedBefore !== undefined);
    } catch (error) {
      this.#failed = error instanceof Error ? error : new Error(String(error));
      this.parts.log.error(`No connection: ${this.#failed.message}`);
      this.#use(undefined, true);
    }
  }

  async #findSignIn(): Promise<Held | undefined> {
    const all = await listSignIns(this.parts.storage);
    const signIn = all.find(({ inUse }) => inUse);
    return signIn && this.#activate(signIn, signIn.account ?? signIn.address.base);
  }

  #activate(
    { id, scope, address, token }: Pick<ActiveConnection, 'id' | 'scope'> & Endpoint,
    account: string,
  ): Held {
    const life = new AbortController();
    let known = false;
    const judge = (refused: boolean) => {
      if (this.current?.id !== id || this.#isRefused === refused) return;
      this.#isRefused = refused;
      this.#judged.fire();
    };
    const client = this.parts.createClient(address, token, {
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
    const service = await this.parts.sample.run();
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
