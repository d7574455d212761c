import type { Locator } from 'playwright-core';

/** Whether an element appears. @param patience how long that may take, in milliseconds. */
export async function isThere(element: Locator, patience: number): Promise<boolean> {
  return element.waitFor({ timeout: patience }).then(
    () => true,
    () => false,
  );
}

/** Whether an element is visible and not cut off at the top or the bottom of another. */
export async function isWithin(element: Locator, other: Locator): Promise<boolean> {
  if (!(await element.isVisible())) return false;
  // A row that is drawn elsewhere meanwhile has no place.
  const boxOf = (one: Locator) => one.boundingBox({ timeout: 1000 }).catch(() => null);
  const [inner, outer] = await Promise.all([boxOf(element), boxOf(other)]);
  if (!inner || !outer) return false;
  return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}
