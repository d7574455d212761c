import { beforeEach } from 'mocha';
import type { Transport, TransportResponse } from '../../src/core/client/transport.ts';
import { type Failure, ServiceError } from '../../src/core/model/serviceError.ts';
import { type FallbackTransport, withFallback } from '../../src/net/fallbackTransport.ts';
import { UnsentError } from '../../src/net/networkError.ts';
import { FakeClock } from './fakeClock.ts';

/** The service that is asked, unless told otherwise. */
export const ORIGIN = 'https://api.example.test';

/** What one of the two transports does with a request. */
export type Answer = () => Promise<TransportResponse>;

/** A failure of the network. */
export const network = (code: string, more: object = {}): Failure => ({
  kind: 'network',
  code,
  tls: false,
  ...more,
});

/** The service answers. */
export const answers: Answer = () =>
  Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{}') });

/** The request was not sent. */
export const cannotConnect =
  (code = 'ENOTFOUND', more = {}): Answer =>
  () =>
    Promise.reject(new UnsentError(network(code, more)));

/** The request fails, and may have been sent. */
export const fails =
  (failure: Failure): Answer =>
  () =>
    Promise.reject(new ServiceError(failure));

/**
 * A `FallbackTransport` anew for each case. Mintscope itself cannot connect and the editor can, as
 * long as the case does not say otherwise. Call it within `describe`.
 */
export function fallbackTransport() {
  const the = {
    own: cannotConnect(),
    editor: answers,
    /** Which transport was asked, in order. */
    asked: [] as string[],
    logged: [] as string[],
    clock: new FakeClock(),
    transport: undefined as unknown as FallbackTransport,

    /** Notes who is asked, and answers as the case says. */
    asking: (name: string, answer: () => Answer): Transport => ({
      get: () => {
        the.asked.push(name);
        return answer()();
      },
      close: () => {
        the.asked.push(`${name} closed`);
        return Promise.resolve();
      },
    }),

    start: (second?: Transport, mayUse?: () => boolean) =>
      withFallback(
        Object.assign(
          the.asking('own', () => the.own),
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
    the.editor = answers;
    [the.asked, the.logged] = [[], []];
    the.clock = new FakeClock();
    the.transport = the.start(the.asking('editor', () => the.editor));
  });

  return the;
}
