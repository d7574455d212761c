import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Dispatcher } from 'undici';
import { createAgent, type MakePool, type NetworkSettings, poolWith, reachOf } from './agent.ts';

const LONGEST_NAME = 100;

/**
 * Who issued the certificate at an https address, or of the proxy that inspects the connection to
 * it. Node's error for an unknown issuer does not say. So this connects once more, the same way but
 * without verification, reads the certificate and closes the connection: no request is sent on it.
 * A proxy is verified all the same, so its password goes to nobody else.
 * @returns the issuer's common name or else organization; `undefined` if it cannot be read.
 */
export async function readIssuer(
  settings: NetworkSettings,
  url: URL,
  signal: AbortSignal,
): Promise<string | undefined> {
  let issuer: string | undefined;
  const looked = Promise.withResolvers<undefined>();
  const end = () => {
    looked.resolve(undefined);
  };
  const makePool: MakePool = (origin, options) => {
    return poolWith(origin, options, (open) => (target, done) => {
      open(target, (error, socket) => {
        issuer = issuerAt(socket);
        socket?.destroy();
        done(error ?? new Error('Only the certificate was wanted.'), null);
      });
    });
  };
  const agent = createAgent(settings, reachOf(url), makePool, false);
  signal.addEventListener('abort', end);
  agent.dispatch({ origin: url.origin, path: '/', method: 'GET' }, new Unsent(end));
  await looked.promise;
  signal.removeEventListener('abort', end);
  await agent.destroy();
  return issuer;
}

function issuerAt(socket: Socket | null): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  // Empty if the service has no certificate.
  const { CN, O } = socket.getPeerCertificate().issuer as Partial<Record<'CN' | 'O', unknown>>;
  const name = [CN, O].flat().find((part) => typeof part === 'string' && part !== '');
  return typeof name === 'string' ? name.slice(0, LONGEST_NAME) : undefined;
}

/** A request that is given up before it is written, should a connection be made after all. */
class Unsent implements Dispatcher.DispatchHandler {
  readonly onResponseError: () => void;

  constructor(onEnd: () => void) {
    this.onResponseError = onEnd;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    controller.abort(new Error('Only the certificate was wanted.'));
  }
}
