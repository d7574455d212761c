import type { Page } from '../model/decode.ts';

export interface PageRead {
  readonly rows: readonly { readonly key: string }[];
  readonly unreadable: number;
  /** Items from the start of the list to the end of the page. */
  readonly end: number;
}

/**
 * The actual limit of a page, because a wrong limit would skip rows. A smaller limit in the
 * response is used unless the page has more items; a larger one only if the page has that many.
 * @param asked the limit that was requested.
 */
export function believedLimit(asked: number, page: Page<unknown>): number {
  const echoed = page.limit;
  if (echoed === undefined || echoed < 1) return asked;
  if (echoed < asked) return page.received <= echoed ? echoed : asked;
  return page.received === echoed ? echoed : asked;
}
