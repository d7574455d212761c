import type { Locator } from 'playwright-core';

/** After this long without success, something is tried again that a person would try again. */
export const A_WHILE_MS = 10_000;

/** Whether it is there within some seconds: long enough for all but a very slow machine. */
export async function isThere(element: Locator): Promise<boolean> {
  return element.waitFor({ timeout: A_WHILE_MS }).then(
    () => true,
    () => false,
  );
}

/** Whether an element is drawn and no edge of the other cuts it off. */
export async function isWithin(element: Locator, other: Locator): Promise<boolean> {
  if (!(await element.isVisible())) return false;
  const [inner, outer] = await Promise.all([element.boundingBox(), other.boundingBox()]);
  if (!inner || !outer) return false;
  return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}
