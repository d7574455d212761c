import type { Page } from './decode.ts';
import type { Collection, Project, ProjectRef, ProjectStats } from './domain.ts';
import { ServiceError } from './failure.ts';
import { Lazy } from './lazy.ts';
import type { PageRequest } from './pageWalk.ts';
import type { ServiceCalls } from './serviceClient.ts';

/** A client whose code is loaded by its first call, and again by the next one if that failed. */
export class LateClient implements ServiceCalls {
  readonly #client: Lazy<ServiceCalls>;

  constructor(load: () => Promise<ServiceCalls>) {
    this.#client = new Lazy(load);
  }

  projects(request: PageRequest, signal: AbortSignal): Promise<Page<Project>> {
    return this.#ask((client) => client.projects(request, signal));
  }

  collections(request: PageRequest, signal: AbortSignal): Promise<Page<Collection>> {
    return this.#ask((client) => client.collections(request, signal));
  }

  stats(ref: ProjectRef, signal: AbortSignal): Promise<ProjectStats> {
    return this.#ask((client) => client.stats(ref, signal));
  }

  #ask<T>(call: (client: ServiceCalls) => Promise<T>): Promise<T> {
    // At once: who gives a request up to ask for the same again still finds it under way.
    const { loaded } = this.#client;
    return loaded ? call(loaded) : this.#whenLoaded().then(call);
  }

  async #whenLoaded(): Promise<ServiceCalls> {
    try {
      return await this.#client.get();
    } catch (error) {
      throw new ServiceError({ kind: 'internal' }, { cause: error });
    }
  }
}
