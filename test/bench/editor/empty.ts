/** The rival for activation: an extension that does nothing. */
export function activate(): void {
  // Intentionally empty.
}
