import type { Locator } from 'playwright-core';

/** @param patience how long it may take to appear, in milliseconds. */
export async function isThere(element: Locator, patience: number): Promise<boolean> {
  return element.waitFor({ timeout: patience }).then(
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
