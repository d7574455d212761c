import type { Page } from './decode.ts';
import type { Collection, Project, ProjectRef, ProjectStats } from './domain.ts';
import { ServiceError } from './failure.ts';
import type { PageRequest } from './pageWalk.ts';
import type { ServiceCalls } from './serviceClient.ts';

/** A client whose code is loaded by its first call, and again by the next one if that failed. */
export class LateClient implements ServiceCalls {
  readonly #load: () => Promise<ServiceCalls>;
  #loading: Promise<ServiceCalls> | undefined;
  #client: ServiceCalls | undefined;

  constructor(load: () => Promise<ServiceCalls>) {
    this.#load = load;
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
    return this.#client ? call(this.#client) : this.#loaded().then(call);
  }

  async #loaded(): Promise<ServiceCalls> {
    try {
      this.#client = await (this.#loading ??= this.#load());
      return this.#client;
    } catch (error) {
      this.#loading = undefined;
      throw new ServiceError({ kind: 'internal' }, { cause: error });
    }
  }
}
