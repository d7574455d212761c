export function activate(): void {
  // Intentionally empty.
}
