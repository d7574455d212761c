import * as l10n from '@vscode/l10n';
import type { Clock } from '../core/base/clock.ts';
import type { Lazy } from '../core/base/lazy.ts';
import { AccessToken, type Endpoint } from '../core/client/accessToken.ts';
import { readAddress, type ServiceAddress } from '../core/client/serviceAddress.ts';
import type { ClientEvents, ServiceCalls } from '../core/client/serviceClient.ts';
import type { NetworkProbe } from '../core/client/transport.ts';
import type { OriginPause, OriginPauses } from '../core/client/originPause.ts';
import { type Failure, failsAtOneProject, isServiceError } from '../core/model/serviceError.ts';
import type { Account, KeptData } from '../kept/keptData.ts';
import type { SignOuts } from '../kept/signOuts.ts';
import type { Log } from '../editor/log.ts';
import type { SampleData } from './sampleData.ts';
import { listSignIns } from './signInStore.ts';
import type { ConnectionScope, LastSignInMemory, SignInStorage } from './storedSignIn.ts';

export interface ActiveConnection {
  readonly address: ServiceAddress;
  readonly client: ServiceCalls;
  readonly clock: Clock;
  /** The wait that the service asks for, if it does. */
  readonly wait: Pick<OriginPause, 'leftMs' | 'onChange'>;
  /** Whether the service is unreachable or failing as a whole, as its last response says. */
  readonly isFailing: () => boolean;
  readonly scope: ConnectionScope;
  /** The id of the sign-in. Another sign-in has another id, also to the same address. */
  readonly id: string;
  /** The account that the data belongs to: `https://api.example.com#3f…`, or `sample`. */
  readonly account: string;
  /**
   * Aborts when the window stops using this connection. Then no request may be sent through it, and
   * its open prompts, searches and exports end. Lists, panels and documents stay and follow
   * `Session.onDidChange`. Its reason is an Error whose message can be shown.
   */
  readonly ended: AbortSignal;
  /** What is called before the window closes, to write data of the sign-in that is pending. */
  readonly beforeClose: Set<() => Promise<unknown>>;
  /** Creates a client for Check Connection: like `client`, but it reports each response. */
  readonly observed: (onResponse: NonNullable<ClientEvents['onResponse']>) => ServiceCalls;
  /** Replaces the token in a text that may hold it. */
  readonly hideToken: (text: string) => string;
  readonly warn: (line: string) => void;
  readonly store: Account;
}

export interface ConnectionChange {
  /**
   * The account is the same, so rows on screen may stay: another sign-in with the same token, or with
   * one that renews it. Also true after the first lookup if none was `expected`, because no rows of
   * another account are shown then.
   */
  readonly sameAccount: boolean;
  /** The service is the same, perhaps under another account. */
  readonly sameService: boolean;
}

/** What is used of `serviceClientFactory`. Its own type is in `net/`, which loads undici. */
interface Requests {
  probeNow(origin: string): void;
  /**
   * How requests to an origin are sent: `direct`, `proxy http://host:port`, `proxy invalid` or
   * `editor`; `undefined` if none was sent since the network settings changed.
   */
  transportFor(origin: string): string | undefined;
  probeNetwork(address: ServiceAddress): NetworkProbe;
}

export interface SessionParts {
  readonly clock: Clock;
  readonly storage: SignInStorage;
  readonly signOuts: SignOuts;
  readonly sample: SampleData;
  readonly last: LastSignInMemory;
  readonly data: KeptData;
  readonly createClient: (
    address: ServiceAddress,
    token: AccessToken | undefined,
    events?: ClientEvents,
  ) => ServiceCalls;
  readonly waits: OriginPauses;
  /** The code that sends all requests. It is loaded before the first one. */
  readonly requests: Lazy<Requests>;
  readonly log: Log;
}

export const SAMPLE = 'sample';
/** The ids of sign-ins that are in use in one window, without being stored, begin with this. */
export const IN_WINDOW = 'window:';

/** Whether data of the connection with this id may be stored on disk. */
export function isStored(id: string): boolean {
  return id !== SAMPLE && !id.startsWith(IN_WINDOW);
}

/** The reason of `ended`, shown by whatever was interrupted. */
export function endedWords(): string {
  return l10n.t('The sign-in changed meanwhile. Run this again.');
}

export type ConnectionSource = Pick<ActiveConnection, 'id' | 'scope' | 'account'> & Endpoint;

/**
 * The connection to use; `undefined` if there is none. Rejects if sample data or the secret storage
 * fails.
 * @param inWindow see `Session.useInWindow`.
 */
export async function findConnection(
  { sample, storage }: SessionParts,
  inWindow: ConnectionSource | undefined,
): Promise<ConnectionSource | undefined> {
  if (sample.wanted) {
    // Its address changes at each start, but the data is the same.
    const { address: text, token } = await sample.run();
    const address = readAddress(text);
    if (typeof address === 'string') throw new Error(`Sample data has no address (${address}).`);
    const names = { id: SAMPLE, scope: SAMPLE, account: SAMPLE } as const;
    return { ...names, address, token: new AccessToken(token, address.origin) };
  }
  return inWindow ?? (await listSignIns(storage)).find(({ inUse }) => inUse);
}

/**
 * @param ended aborts when the window stops using the connection.
 * @param onEnd called when the service has accepted a request, and when one has failed, with the
 *   failure and whether it is of one project only. Not called for a canceled request.
 * @param isFailing see `ActiveConnection`.
 */
export function startConnection(
  { id, scope, account, address, token }: ConnectionSource,
  { clock, createClient, data, log, waits }: SessionParts,
  ended: AbortSignal,
  onEnd: (failure?: Failure, isOfOneProject?: boolean) => void,
  isFailing: () => boolean,
): ActiveConnection {
  const events: ClientEvents = {
    onAccepted: () => {
      onEnd();
    },
    onFailure: (path, error) => {
      if (!isServiceError(error)) return;
      onEnd(error.failure, path.endsWith('/stats') && failsAtOneProject(error.failure));
    },
  };
  return {
    ...{ id, scope, address, account, clock, ended, isFailing },
    client: createClient(address, token, events),
    wait: waits.of(address.origin),
    beforeClose: new Set(),
    store: data.of(id),
    warn: (line) => {
      log.warn(line);
    },
    observed: (onResponse) => createClient(address, token, { ...events, onResponse }),
    hideToken: (text) => token.hideIn(text),
  };
}

/**
 * Call it when the user acts on rows: it notes their account. The returned function waits for the
 * lookup, and rejects with a message that can be shown if another account is in use by then.
 */
export function stayingWith(session: {
  readonly account: string | undefined;
  ready(): Promise<void>;
}): () => Promise<void> {
  const { account } = session;
  return async () => {
    await session.ready();
    if (session.account !== account) throw new Error(endedWords());
  };
}
