import type { Collection, Project } from '../../src/core/model/model.ts';

/** A Project as it is held; what is not given is missing. */
export function project(id: string | undefined, rest: Partial<Project> = {}): Project {
  return {
    kind: 'project',
    key: `project/${id ?? rest.name ?? ''}`,
    id,
    name: undefined,
    symbol: undefined,
    description: undefined,
    image: undefined,
    animationUrl: undefined,
    mintAddress: undefined,
    transferable: true,
    status: undefined,
    source: {},
    ...rest,
  };
}

/** A Collection as it is held; what is not given is missing. */
export function collection(name: string, rest: Partial<Collection> = {}): Collection {
  return {
    kind: 'collection',
    key: `collection/${name}`,
    mintAddress: undefined,
    name,
    description: undefined,
    image: undefined,
    uri: undefined,
    ownerAddress: undefined,
    source: {},
    ...rest,
  };
}
