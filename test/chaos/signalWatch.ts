import { getEventListeners } from 'node:events';

export function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

/** Signals whose request has ended and which should have no listeners. */
export class SignalWatch {
  // Weak, or the watch would be the leak.
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
