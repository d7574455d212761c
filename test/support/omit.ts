import type { Json, JsonObject } from '../../src/core/model/model.ts';

/** A copy in which one member is absent, as it may be in JSON, and not `undefined`. */
export function omit(object: Readonly<Record<string, Json>>, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}
