/** A view, a panel or documents that may show why the service could not be reached. */
export interface Recoverable {
  /** Whether it shows an outage. Also while it is read again. */
  readonly failed: boolean;
  readonly busy: boolean;
  readonly visible: boolean;
  /** Reads again what failed. Resolves when that has ended, well or not. */
  retry(): Promise<unknown>;
}
