import { AccessToken } from '../../src/core/client/accessToken.ts';
import { addressOf } from '../support/address.ts';
import type { Policy } from '../../src/core/client/requestPolicy.ts';
import { ServiceClient } from '../../src/core/client/serviceClient.ts';
import type { Transport } from '../../src/core/client/transport.ts';
import { isServiceError } from '../../src/core/model/serviceError.ts';
import type { FaultyService } from './faultyService.ts';

/** Signs in again whenever its token is refused, and informs the surfaces, as the extension does. */
export class Account {
  signIns = 0;
  #client: ServiceClient;
  readonly #service: FaultyService;
  readonly #parts: {
    readonly transport: Transport;
    readonly policy: Policy;
    readonly now: () => number;
  };
  readonly #listeners = new Set<() => void>();
  #signIn: NodeJS.Timeout | undefined;

  constructor(
    service: FaultyService,
    parts: { readonly transport: Transport; readonly policy: Policy; readonly now: () => number },
  ) {
    this.#service = service;
    this.#parts = parts;
    this.#client = this.#create();
  }

  get client(): ServiceClient {
    return this.#client;
  }

  onSignIn(listener: () => void): void {
    this.#listeners.add(listener);
  }

  signInNow(): void {
    clearTimeout(this.#signIn);
    this.#signIn = undefined;
    this.signIns++;
    this.#client = this.#create();
    for (const listener of this.#listeners) listener();
  }

  close(): void {
    clearTimeout(this.#signIn);
    this.#listeners.clear();
  }

  #create(): ServiceClient {
    const address = addressOf(this.#service.address);
    const token = new AccessToken(this.#service.token, address.origin);
    const { transport, policy, now } = this.#parts;
    const client = new ServiceClient({ address, token }, transport, policy, now, {
      onFailure: (_, error) => {
        if (!isServiceError(error) || error.failure.kind !== 'auth') return;
        // A user takes a while to sign in, and is asked only once.
        if (client !== this.#client) return;
        this.#signIn ??= setTimeout(() => {
          this.signInNow();
        }, 10);
      },
    });
    return client;
  }
}
