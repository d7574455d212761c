import { AccessToken } from '../../src/core/client/accessToken.ts';
import type { Policy } from '../../src/core/client/requestPolicy.ts';
import { addressOf } from './address.ts';
import { type ClientEvents, ServiceClient } from '../../src/core/client/serviceClient.ts';
import type { Transport } from '../../src/core/client/transport.ts';
import type { NetworkSettings } from '../../src/net/proxyChoice.ts';
import type { Network } from '../../src/net/connect.ts';
import { windowTransport } from '../../src/net/origin.ts';

export const TOKEN = 'sk-test-1234567890';
export const USER_AGENT = 'mintscope/1.2.3';

/** No proxy, whatever the machine's environment says. */
export const DIRECT: NetworkSettings = { proxy: undefined, noProxy: ['*'], strictSSL: true };

export function networkWith(settings: NetworkSettings): Network {
  return { settings, userAgent: USER_AGENT, uptime: () => 0, log: () => undefined };
}

export type WindowTransport = ReturnType<typeof windowTransport>;

/** The transport as it ships. The editor's `fetch` is used only if the settings say so. */
export function createTransport(settings = DIRECT): WindowTransport {
  return windowTransport(() => networkWith(settings));
}

/** A policy without a deadline, so that only the transport or the test ends a request. */
export const patient: Policy = (signal, run) => run(signal);

interface ClientOptions {
  readonly policy?: Policy;
  readonly now?: () => number;
  readonly transport?: Transport;
  readonly events?: ClientEvents;
}

export interface TestClient {
  readonly client: ServiceClient;
  readonly transport: Transport;
}

/** The client as it ships, for a service at `address`. The test has to close its transport. */
export function clientFor(
  address: string,
  {
    policy = patient,
    now = () => 0,
    transport = createTransport(),
    events = {},
  }: ClientOptions = {},
): TestClient {
  const service = addressOf(address);
  const token = new AccessToken(TOKEN, service.origin);
  const parts = { address: service, token, transport, policy, now, events };
  return { client: new ServiceClient(parts), transport };
}

export const first = { page: 1, limit: 50 };
export const noAbort = new AbortController().signal;
