import { isObject } from '../model/json.ts';
import type { Json } from '../model/model.ts';

/** How many projects a file names, of whichever sign-in. */
export function watchedIn(bytes: Uint8Array): number {
  try {
    const file = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    return isObject(file) && Array.isArray(file.watched) ? file.watched.length : 0;
  } catch {
    return 0;
  }
}
