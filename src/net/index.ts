import type { Transport } from '../core/client/transport.ts';
import type { NetworkSettings } from './agent.ts';
import { UndiciTransport } from './undiciTransport.ts';

export type { NetworkSettings };

export function createTransport(settings: NetworkSettings): Transport {
  return new UndiciTransport(settings);
}
