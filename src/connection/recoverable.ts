/** A view, a panel or documents that may show an outage. */
export interface Recoverable {
  /** Whether it shows an outage, also while it reads again. */
  readonly failed: boolean;
  readonly busy: boolean;
  readonly visible: boolean;
  /** Reads again what failed. Resolves when that has ended, successfully or not. */
  retry(): Promise<unknown>;
}
