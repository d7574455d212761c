/**
 * The keys of the rows to repaint. If one of several selected rows is among them, all selected rows
 * are added, in the order of the tree: the editor drops the rows selected below a repainted one from
 * the selection that a click with Ctrl extends, until they are repainted as well.
 * @param inOrder the keys of all rows from the top.
 * @param paintedWith the key of the row to repaint in order to repaint this one.
 * @returns `keys` itself if none of several selected rows is among them.
 */
export function repaintedTogether(
  keys: readonly string[],
  selected: readonly string[],
  inOrder: () => readonly string[],
  paintedWith: (key: string) => string = (key) => key,
): readonly string[] {
  if (selected.length < 2) return keys;
  const painted = new Set(keys.map(paintedWith));
  if (!selected.some((key) => painted.has(paintedWith(key)))) return keys;
  const together = new Set([...keys, ...selected]);
  return inOrder().filter((key) => together.has(key));
}
