import { AccessToken } from '../../src/core/client/accessToken.ts';
import type { Policy } from '../../src/core/client/requestPolicy.ts';
import { ServiceClient } from '../../src/core/client/serviceClient.ts';
import type { Transport } from '../../src/core/client/transport.ts';
import { isServiceError } from '../../src/core/model/serviceError.ts';
import { addressOf } from '../support/address.ts';
import type { FaultyService } from './faultyService.ts';

/** Signs in again whenever its token is refused, and informs the surfaces, as the extension does. */
export interface Account {
  readonly client: ServiceClient;
  readonly signIns: number;
  onSignIn(listener: () => void): void;
  signInNow(): void;
  close(): void;
}

export function openAccount(
  service: FaultyService,
  transport: Transport,
  policy: Policy,
  now: () => number,
): Account {
  const listeners = new Set<() => void>();
  let later: NodeJS.Timeout | undefined;
  let signIns = 0;
  let client = create();

  function create(): ServiceClient {
    const address = addressOf(service.address);
    const token = new AccessToken(service.token, address.origin);
    const created = new ServiceClient({ address, token }, transport, policy, now, {
      onFailure: (_, error) => {
        const isRefused = isServiceError(error) && error.failure.kind === 'auth';
        // A user takes a while to sign in, and is asked only once.
        if (isRefused && created === client) later ??= setTimeout(signInNow, 10);
      },
    });
    return created;
  }

  function signInNow(): void {
    clearTimeout(later);
    later = undefined;
    signIns++;
    client = create();
    for (const listener of listeners) listener();
  }

  return {
    get client() {
      return client;
    },
    get signIns() {
      return signIns;
    },
    onSignIn: (listener) => listeners.add(listener),
    signInNow,
    close: () => {
      clearTimeout(later);
      listeners.clear();
    },
  };
}
