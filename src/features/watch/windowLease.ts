import type { Clock } from '../../core/base/clock.ts';
import { isDue, isFree, withoutLease } from '../../core/watch/lease.ts';
import type { WatchFile } from '../../core/watch/watchText.ts';
import type { WatchStore } from './watchStore.ts';

/** What the lease of a window is made of. */
export interface LeaseParts {
  readonly store: WatchStore;
  readonly clock: Clock;
  /** The id of this window. */
  readonly window: string;
  /** Whether this window has the focus. */
  readonly focused: () => boolean;
  /** Whether watching has ended here; then the lease is not taken any more. */
  readonly hasEnded: () => boolean;
}

/**
 * How a window takes, renews and gives back the lease in the file that the windows of a sign-in
 * share. The window that holds it asks the service for all of them.
 */
export class WindowLease {
  readonly #parts: LeaseParts;
  /** Whether it is to be taken from another window, because a person looks at this one. */
  #takesOver = true;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  /** Whether this window holds the lease. */
  isHeldIn({ lease }: WatchFile): boolean {
    return lease?.window === this.#parts.window;
  }

  /** The next `update` takes the lease from another window, if this one has the focus. */
  takeOver(): void {
    this.#takesOver = true;
  }

  /**
   * Takes or renews the lease if this window wants to ask the service and may have it; gives it back
   * if it does not want to. Never rejects.
   * @param file what was read just now.
   * @returns what the file says then.
   */
  async update(file: WatchFile, wants: boolean): Promise<WatchFile> {
    const { store, clock, window, hasEnded } = this.#parts;
    const takesOver = this.#takesOver;
    this.#takesOver = false;
    if (wants && this.#mayTake(file, takesOver) && isDue(file.lease, window, clock.now())) {
      return store.change((before) =>
        !hasEnded() && this.#mayTake(before, takesOver) ? this.#taken(before) : before,
      );
    }
    if (!wants && this.isHeldIn(file)) {
      return store.change((before) => withoutLease(before, window));
    }
    return file;
  }

  /** The file with the lease renewed, if this window holds it. */
  renewed(file: WatchFile): WatchFile {
    return this.isHeldIn(file) ? this.#taken(file) : file;
  }

  #mayTake({ lease }: WatchFile, takesOver: boolean): boolean {
    const { window, clock, focused } = this.#parts;
    return isFree(lease, window, clock.now()) || (takesOver && focused());
  }

  #taken(file: WatchFile): WatchFile {
    const { window, clock } = this.#parts;
    return { ...file, lease: { window, at: clock.now() } };
  }
}
