import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import type { NetworkProbe } from '../core/client/transport.ts';
import { checkDatabase } from '../kept/contents.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { trialClient } from './connectionChanges.ts';
import type { Session } from './session.ts';

/** The service that Check Connection checks. It does not expose a token. */
export interface CheckedService {
  readonly address: ServiceAddress;
  readonly hasToken: boolean;
  /** Creates a client that reports each response, with the transport and policy of all requests. */
  readonly client: ActiveConnection['observed'];
  readonly hideToken: (text: string) => string;
  /** Examines the network path to the service, with the settings that requests use. */
  readonly probe: () => Promise<NetworkProbe>;
  /** How requests to the service are sent; `undefined` if none was sent yet. */
  readonly route: () => string | undefined;
  /** Aborts when the window stops using the connection; `undefined` without one. */
  readonly ended: AbortSignal | undefined;
}

/** The connection in use. The user requested the check, so its next request ignores a pause. */
export function serviceInUse(session: Session, connection: ActiveConnection): CheckedService {
  const { address, observed, hideToken, ended } = connection;
  session.probeNow();
  return {
    ...{ address, hasToken: true, client: observed, hideToken, ended },
    ...wayTo(session, address),
  };
}

/** A service without a token: the user is signed out, or the token cannot be read. */
export function serviceWithoutToken(session: Session, address: ServiceAddress): CheckedService {
  return {
    ...{ address, hasToken: false, ended: undefined },
    client: (onResponse) => trialClient(session, address, undefined, { onResponse }),
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

export function tryStorage({ parts }: Session): Promise<void> {
  return checkDatabase(parts.data.file);
}
