import { beforeEach } from 'mocha';
import type { Transport, TransportResponse } from '../../src/core/client/transport.ts';
import { type Failure, ServiceError } from '../../src/core/model/serviceError.ts';
import { type FallbackTransport, withFallback } from '../../src/net/fallbackTransport.ts';
import { UnsentError } from '../../src/net/networkError.ts';
import { FakeClock } from './fakeClock.ts';

/** The service that is requested unless a test names another. */
export const ORIGIN = 'https://api.example.test';

/** What one of the two transports does with a request. */
export type Get = () => Promise<TransportResponse>;

/** A failure of the network. */
export const network = (code: string, more: object = {}): Failure => ({
  kind: 'network',
  code,
  tls: false,
  ...more,
});

/** The service responds. */
export const responds: Get = () =>
  Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{}') });

/** The request was not sent. */
export const cannotConnect =
  (code = 'ENOTFOUND', more = {}): Get =>
  () =>
    Promise.reject(new UnsentError(network(code, more)));

/** The request fails, and may have been sent. */
export const fails =
  (failure: Failure): Get =>
  () =>
    Promise.reject(new ServiceError(failure));

/**
 * Creates a `FallbackTransport` for each case. Mintscope itself cannot connect and the editor can,
 * unless the case changes that. Call it within `describe`.
 */
export function fallbackTransport() {
  const the = {
    own: cannotConnect(),
    editor: responds,
    /** The transports that were requested or closed, in order. */
    calls: [] as string[],
    logged: [] as string[],
    clock: new FakeClock(),
    transport: undefined as unknown as FallbackTransport,

    /** Records its calls, and does with a request what the case says. */
    recording: (name: string, current: () => Get): Transport => ({
      get: () => {
        the.calls.push(name);
        return current()();
      },
      close: () => {
        the.calls.push(`${name} closed`);
        return Promise.resolve();
      },
    }),

    start: (second?: Transport, mayUse?: () => boolean) =>
      withFallback(
        Object.assign(
          the.recording('own', () => the.own),
          { transportFor: () => 'proxy http://proxy.test:8080' },
        ),
        second,
        the.clock.now,
        (line) => the.logged.push(line),
        mayUse,
      ),

    get: (signal = new AbortController().signal, origin = ORIGIN) =>
      the.transport.get({
        url: new URL(`${origin}/v2/projects`),
        headers: {},
        signal,
        maxBodyBytes: 9,
      }),
  };

  beforeEach(() => {
    the.own = cannotConnect();
    the.editor = responds;
    [the.calls, the.logged] = [[], []];
    the.clock = new FakeClock();
    the.transport = the.start(the.recording('editor', () => the.editor));
  });

  return the;
}
