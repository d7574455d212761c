import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import type { ServiceCalls } from '../core/client/serviceClient.ts';
import type { NetworkProbe } from '../core/doctor/network.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { trialClient } from './connectionChanges.ts';
import type { Session } from './session.ts';

/** The service that Check Connection checks. Nothing here gives a token away. */
export interface CheckedService {
  readonly address: ServiceAddress;
  /** Where the address is from: a sign-in, sample data, the sign-in used last, or typed. */
  readonly from: ActiveConnection['scope'] | 'last' | 'typed';
  readonly hasToken: boolean;
  /** A client that reports each answer. It uses the transport and the policy of all requests. */
  readonly client: (...events: Parameters<ActiveConnection['observed']>) => ServiceCalls;
  readonly hideToken: (text: string) => string;
  /** How the requests so far were sent; see `SessionParts.transportFor`. */
  readonly route: () => string | undefined;
  /** Aborts when the window stops using the connection; `undefined` if none is used. */
  readonly ended: AbortSignal | undefined;
}

/** The connection in use. The next request is let through a pause, because the user asks for it. */
export function serviceInUse(session: Session, connection: ActiveConnection): CheckedService {
  const { address, scope, observed, hideToken, ended } = connection;
  session.probeNow();
  const route = () => session.parts.requests.loaded?.transportFor(address.origin);
  return { address, from: scope, hasToken: true, client: observed, hideToken, route, ended };
}

/** A service without a token: nobody is signed in, or the token cannot be read. */
export function serviceWithoutToken(
  session: Session,
  address: ServiceAddress,
  from: 'last' | 'typed',
): CheckedService {
  return {
    ...{ address, from, hasToken: false, ended: undefined },
    client: (onAnswer) => trialClient(session, address, undefined, { onAnswer }),
    hideToken: (text) => text,
    route: () => session.parts.requests.loaded?.transportFor(address.origin),
  };
}

/** Looks at the way to a service without a request. */
export async function networkProbe(
  { parts }: Session,
  address: ServiceAddress,
): Promise<NetworkProbe> {
  return (await parts.requests.get()).probeNetwork(address);
}

/** See `KeptData.check`. */
export function tryStorage({ parts }: Session): Promise<void> {
  return parts.data.check();
}
