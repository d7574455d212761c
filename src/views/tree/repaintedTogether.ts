/**
 * Adds the keys of all selected rows, in the order of the tree, if one of several is repainted: the
 * editor drops the rows selected below a repainted one from the selection that a click with Ctrl
 * extends, until they are repainted as well. Only rows of the service count as selected.
 * @param inOrder the keys of all rows from the top.
 * @param repaintedWith the keys of all rows that have to be repainted in order to repaint this one.
 */
export function repaintedTogether(
  keys: readonly string[],
  selected: readonly string[],
  inOrder: () => readonly string[],
  repaintedWith: (key: string) => readonly string[] = (key) => [key],
): readonly string[] {
  if (selected.length < 2) return keys;
  const painted = new Set(keys.flatMap(repaintedWith));
  if (!selected.some((key) => painted.has(key))) return keys;
  const together = new Set([...keys, ...selected]);
  return inOrder().filter((key) => together.has(key));
}
