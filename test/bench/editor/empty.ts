/** The floor of activation: an extension that does nothing. */
export function activate(): void {
  // Nothing, which is the point.
}
