import * as decode from '../../src/core/model/decode.ts';
import type { Collection, Json, Project } from '../../src/core/model/model.ts';
import * as json from '../../src/core/model/json.ts';

/** Takes work that comes in steps to its end at once. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export const parseJson = (body: Uint8Array): Json => atOnce(json.parseJson(body));

export const decodeProjects = (body: Json): decode.Page<Project> =>
  atOnce(decode.decodeProjects(body));

export const decodeCollections = (body: Json): decode.Page<Collection> =>
  atOnce(decode.decodeCollections(body));
