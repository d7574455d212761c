import type { Transport } from '../../src/core/client/transport.ts';
import { createEditorTransport } from '../../src/net/editorTransport.ts';
import { createTransport } from '../../src/net/undiciTransport.ts';
import { DIRECT } from './client.ts';

/** Both transports that ship, each of which has to hold the same limits. */
export const TRANSPORTS: readonly (readonly [name: string, make: () => Transport])[] = [
  ['undici', () => createTransport(DIRECT)],
  ['the editor’s fetch', createEditorTransport],
];
