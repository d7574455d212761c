/** A colour as a canvas takes it: without variables and `color-mix`. */
export function colour(value: string, styled: HTMLElement): string {
  styled.style.color = value;
  const { color } = getComputedStyle(styled);
  styled.style.color = '';
  return color;
}
