import type { PageRequest } from '../lists/pageWalk.ts';
import { canonicalId, type ProjectRef } from '../model/model.ts';

/** The path of one page of a list, relative to the base address (§4.4). */
export function listPath(list: { readonly path: string }, { page, limit }: PageRequest): string {
  return `${list.path}?page=${page}&limit=${limit}`;
}

/**
 * The path of a Project's stats (§4.2).
 * @throws TypeError unless `kind` is `t` or `n` and `id` is a `canonicalId`.
 */
export function statsPath({ kind, id }: ProjectRef): string {
  if (!/^[tn]$/.test(kind) || canonicalId(id) !== id) {
    throw new TypeError('A project is asked for by its kind, t or n, and the digits of its id.');
  }
  return `/v2/projects/${kind}/${id}/stats`;
}
