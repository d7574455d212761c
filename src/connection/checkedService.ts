import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import type { NetworkProbe } from '../core/doctor/connectionCheck.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { trialClient } from './connectionChanges.ts';
import type { Session } from './session.ts';

/** The service that Check Connection checks. Nothing here gives a token away. */
export interface CheckedService {
  readonly address: ServiceAddress;
  readonly hasToken: boolean;
  /** A client that reports each answer. It uses the transport and the policy of all requests. */
  readonly client: ActiveConnection['observed'];
  readonly hideToken: (text: string) => string;
  /** Looks at the way to the service, with the settings that requests use. */
  readonly probe: () => Promise<NetworkProbe>;
  /** How the requests so far were sent; see `SessionParts.requests`. */
  readonly route: () => string | undefined;
  /** Aborts when the window stops using the connection; `undefined` if none is used. */
  readonly ended: AbortSignal | undefined;
}

/** The connection in use. The next request is let through a pause, because the user asks for it. */
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

function wayTo(session: Session, address: ServiceAddress) {
  return {
    probe: async () => (await session.parts.requests.get()).probeNetwork(address),
    route: () => session.parts.requests.loaded?.transportFor(address.origin),
  };
}

/** See `KeptData.check`. */
export function tryStorage({ parts }: Session): Promise<void> {
  return parts.data.check();
}
