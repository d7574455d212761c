import type { Transport } from '../../src/core/client/transport.ts';
import { sendByEditor } from '../../src/net/exchange.ts';
import { createTransport, USER_AGENT } from './client.ts';

/** Both ways out; the same limits apply to each. */
export const TRANSPORTS: readonly (readonly [name: string, make: () => Transport])[] = [
  ['undici', createTransport],
  [
    'the editor’s fetch',
    () => ({
      get: (request) => sendByEditor(request, USER_AGENT),
      close: () => Promise.resolve(),
    }),
  ],
];
