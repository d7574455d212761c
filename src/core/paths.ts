import type { ProjectRef } from './domain.ts';
import type { PageRequest } from './pageWalk.ts';

/** The two lists of the service (service-interface §4.1, §4.3). */
const LIST_PATHS = { projects: '/v2/projects', collections: '/v1/collections' } as const;

/** One page of a list, to be put after the base address (§4.4). */
export function listPath(list: keyof typeof LIST_PATHS, { page, limit }: PageRequest): string {
  return `${LIST_PATHS[list]}?page=${page}&limit=${limit}`;
}

/** A Project's stats (§4.2). */
export function statsPath({ kind, id }: ProjectRef): string {
  return `/v2/projects/${kind}/${id}/stats`;
}
