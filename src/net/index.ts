import type { Transport } from '../core/transport.ts';
import type { NetworkSettings } from './agent.ts';
import { UndiciTransport } from './undiciTransport.ts';

export type { NetworkSettings };

/** Loaded at the first request only: undici costs more to load than the rest of the extension. */
export function createTransport(settings: NetworkSettings): Transport {
  return new UndiciTransport(settings);
}
