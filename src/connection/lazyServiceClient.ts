import { Lazy } from '../core/base/lazy.ts';
import type { ServiceCalls } from '../core/client/serviceClient.ts';
import { ServiceError } from '../core/model/serviceError.ts';

/** A client whose code is loaded by its first call, and by the next one if that failed. */
export function lazyServiceClient(load: () => Promise<ServiceCalls>): ServiceCalls {
  const client = new Lazy(load);
  const loaded = async () => {
    try {
      return await client.get();
    } catch (error) {
      throw new ServiceError({ kind: 'internal' }, { cause: error });
    }
  };
  return {
    projects: async (...asked) => (await loaded()).projects(...asked),
    collections: async (...asked) => (await loaded()).collections(...asked),
    stats: async (...asked) => (await loaded()).stats(...asked),
  };
}
