/**
 * A translated sentence with elements in it. Translate without arguments, so that the placeholders
 * are still there: `withElements(l10n.t('as of {0}'), [time])`.
 * @param elements what takes the place of `{0}`, `{1}` and so on, wherever a translation has them.
 * @param around draws the text between the elements; by default as it is.
 */
export function withElements(
  message: string,
  elements: readonly unknown[],
  around: (text: string) => unknown = (text) => text,
): readonly unknown[] {
  return message
    .split(/(\{\d\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{\d\}$/.test(piece) ? elements[Number(piece[1])] : around(piece)));
}
