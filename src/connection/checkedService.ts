import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import type { ClientEvents, ServiceCalls } from '../core/client/serviceClient.ts';
import type { NetworkProbe } from '../core/doctor/connectionCheck.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { switchableSignIns, trialClient } from './connectionChanges.ts';
import type { Session } from './session.ts';

/** What Check Connection needs of the session. Nothing here gives a token away. */

type OnAnswer = NonNullable<ClientEvents['onAnswer']>;

/** The service that is checked. */
export interface CheckedService {
  readonly address: ServiceAddress;
  readonly hasToken: boolean;
  /** A client that tells of each answer. It uses the transport and the policy of all requests. */
  readonly client: (onAnswer: OnAnswer) => ServiceCalls;
  readonly hideToken: (text: string) => string;
  /** Looks at the way to the service, with the settings that requests use. */
  readonly probe: () => Promise<NetworkProbe>;
  /** How the requests so far were sent; see `SessionParts.transportFor`. */
  readonly route: () => string | undefined;
  /** Aborts when the window stops using the connection; `undefined` if none is used. */
  readonly ended: AbortSignal | undefined;
}

/** The connection in use. The next request is let through a pause, because a person asks. */
export function serviceInUse(session: Session, connection: ActiveConnection): CheckedService {
  const { address, observed, hideToken, ended } = connection;
  session.probeNow();
  return {
    ...{ address, hasToken: true, client: observed, hideToken, ended },
    ...wayTo(session, address),
  };
}

/** A service without a token: nobody is signed in, or the token cannot be read. */
export function serviceWithoutToken(session: Session, address: ServiceAddress): CheckedService {
  return {
    ...{ address, hasToken: false, ended: undefined },
    client: (onAnswer) => trialClient(session, address, undefined, { onAnswer }),
    hideToken: (text) => text,
    ...wayTo(session, address),
  };
}

function wayTo({ parts }: Session, address: ServiceAddress) {
  return {
    probe: () => parts.probeNetwork(address),
    route: () => parts.transportFor(address.origin),
  };
}

/** See `KeptData.check`. */
export function tryStorage({ parts }: Session): Promise<void> {
  return parts.data.check();
}

/** Asks the secret storage for the sign-ins of this window. Rejects with a sentence for people. */
export async function trySecrets(session: Session): Promise<number> {
  return (await switchableSignIns(session)).length;
}
