import { AccessToken } from '../../src/core/client/accessToken.ts';
import type { Policy } from '../../src/core/client/requestPolicy.ts';
import { ServiceClient } from '../../src/core/client/serviceClient.ts';
import type { Transport } from '../../src/core/client/transport.ts';
import { isServiceError } from '../../src/core/model/serviceError.ts';
import { addressOf } from '../support/address.ts';
import type { FaultyService } from './faultyService.ts';

/** Signs in again whenever its token is refused, and informs the surfaces, as the extension does. */
export class Account {
  client: ServiceClient;
  readonly #open: () => ServiceClient;
  readonly #listeners: (() => void)[] = [];
  #later: NodeJS.Timeout | undefined;

  constructor(service: FaultyService, transport: Transport, policy: Policy, now: () => number) {
    const address = addressOf(service.address);
    this.#open = () => {
      const token = new AccessToken(service.token, address.origin);
      const onFailure = (_: string, error: unknown) => {
        const isRefused = isServiceError(error) && error.failure.kind === 'auth';
        // A user takes a while to sign in, and is asked only once.
        if (isRefused && client === this.client) this.#later ??= setTimeout(this.signInNow, 10);
      };
      const parts = { address, token, transport, policy, now, events: { onFailure } };
      const client: ServiceClient = new ServiceClient(parts);
      return client;
    };
    this.client = this.#open();
  }

  onSignIn(listener: () => void): void {
    this.#listeners.push(listener);
  }

  readonly signInNow = (): void => {
    this.close();
    this.client = this.#open();
    for (const listener of this.#listeners) listener();
  };

  close(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
  }
}
