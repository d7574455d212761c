/**
 * The keys of the rows of the service to repaint. If one of several selected ones is among them, all
 * that are selected are added, in the order of the tree: the editor drops the rows selected below a
 * repainted one from the selection that a click with Ctrl extends, until they are repainted as well.
 * @param inOrder the keys of all rows from the top.
 * @param beside the keys of all rows that have to be repainted in order to repaint this one.
 * @returns `keys` itself if none of several selected rows is among them.
 */
export function repaintedTogether(
  keys: readonly string[],
  selected: readonly string[],
  inOrder: () => readonly string[],
  beside: (key: string) => readonly string[] = (key) => [key],
): readonly string[] {
  if (selected.length < 2) return keys;
  const painted = new Set(keys.flatMap(beside));
  if (!selected.some((key) => painted.has(key))) return keys;
  const together = new Set([...keys, ...selected]);
  return inOrder().filter((key) => together.has(key));
}
