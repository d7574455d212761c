import type { AccessToken } from './accessToken.ts';
import type { ServiceAddress } from './serviceAddress.ts';

/** Where requests go and what they are allowed by. The token in it goes nowhere else. */
export interface Endpoint {
  readonly address: ServiceAddress;
  readonly token: AccessToken;
}
