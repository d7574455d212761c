import { getEventListeners } from 'node:events';

export function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

/** Finds signals that still have a listener after their request has ended. */
export class SignalWatch {
  // Weak references, because strong ones would be a leak themselves.
  readonly #suspects: WeakRef<AbortSignal>[] = [];

  ended(signal: AbortSignal): void {
    setImmediate(() => {
      if (listenersOf(signal) > 0) this.#suspects.push(new WeakRef(signal));
    });
  }

  /** How many still have a listener. */
  get left(): number {
    return this.#suspects.filter((suspect) => {
      const signal = suspect.deref();
      return signal !== undefined && listenersOf(signal) > 0;
    }).length;
  }
}
