import type { Transport } from '../../src/core/client/transport.ts';
import { createEditorTransport } from '../../src/net/editorTransport.ts';
import { createTransport } from '../../src/net/undiciTransport.ts';
import { DIRECT } from './client.ts';

/** Both transports that ship; the same limits apply to each. */
export const TRANSPORTS: readonly (readonly [name: string, make: () => Transport])[] = [
  ['undici', () => createTransport(DIRECT)],
  ['the editor’s fetch', createEditorTransport],
];
