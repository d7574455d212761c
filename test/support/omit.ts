import type { Json, JsonObject } from '../../src/core/model/model.ts';

/** A copy without one member: not `undefined`, but absent, as it is in JSON. */
export function omit(object: Readonly<Record<string, Json>>, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}
