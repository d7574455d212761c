import { Lazy } from '../core/base/lazy.ts';
import type { Freshness, ServiceCalls } from '../core/client/serviceClient.ts';
import type { PageRequest } from '../core/lists/pageWalk.ts';
import type { Page } from '../core/model/decode.ts';
import type { Collection, Project, ProjectRef, ProjectStats } from '../core/model/model.ts';
import { ServiceError } from '../core/model/serviceError.ts';

/** A client whose code is loaded by its first call, and again by the next one if that failed. */
export class LazyServiceClient implements ServiceCalls {
  readonly #client: Lazy<ServiceCalls>;

  constructor(load: () => Promise<ServiceCalls>) {
    this.#client = new Lazy(load);
  }

  async projects(
    request: PageRequest,
    signal: AbortSignal,
    freshness?: Freshness,
  ): Promise<Page<Project>> {
    return (await this.#loaded()).projects(request, signal, freshness);
  }

  async collections(
    request: PageRequest,
    signal: AbortSignal,
    freshness?: Freshness,
  ): Promise<Page<Collection>> {
    return (await this.#loaded()).collections(request, signal, freshness);
  }

  async stats(ref: ProjectRef, signal: AbortSignal, freshness?: Freshness): Promise<ProjectStats> {
    return (await this.#loaded()).stats(ref, signal, freshness);
  }

  async #loaded(): Promise<ServiceCalls> {
    try {
      return await this.#client.get();
    } catch (error) {
      throw new ServiceError({ kind: 'internal' }, { cause: error });
    }
  }
}
