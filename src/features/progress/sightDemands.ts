import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { formatRef, type ProjectRef } from '../../core/model/model.ts';
import { endOf } from '../../core/stats/share.ts';
import { readerOf } from '../../stats/statsReader.ts';

/** Counts younger than this are not demanded again, nor after a younger failure. */
const YOUNG_MS = MINUTE_MS;
/** As `YOUNG_MS`, for a project with all NFTs confirmed. */
const YOUNG_DONE_MS = 10 * MINUTE_MS;

/** The most demands at a time: more than rows are visible at once. */
const MOST_DEMANDS = 60;

/** The demands for counts of rows that are or were in sight; too many end the oldest. */
export class SightDemands {
  readonly #isServiceUp: () => boolean;
  readonly #onRoom: () => void;
  /** By `t/12`, the newest last. */
  readonly #demands = new Map<string, AbortController>();
  /** When requests have failed, by `t/12`, in milliseconds since 1970. */
  readonly #failed = new Map<string, number>();
  /** Whether demands were ended because newer ones came: their rows may be in sight again. */
  #wereEnded = false;

  /**
   * @param isServiceUp whether a failure now is of the project, not of the service as a whole.
   * @param onRoom called when all demands are done, if some were ended because there were too many.
   */
  constructor(isServiceUp: () => boolean, onRoom: () => void) {
    this.#isServiceUp = isServiceUp;
    this.#onRoom = onRoom;
  }

  get size(): number {
    return this.#demands.size;
  }

  has(ref: ProjectRef): boolean {
    return this.#demands.has(formatRef(ref));
  }

  /** Whether the counts need not be demanded, because they or the last failure are young. */
  isYoung(connection: ActiveConnection, ref: ProjectRef): boolean {
    const last = readerOf(connection).last(ref);
    const at = Math.max(last?.at ?? -Infinity, this.#failed.get(formatRef(ref)) ?? -Infinity);
    const isDone = last !== undefined && endOf(last, false) === 'done';
    // The clock may have been set back since.
    return Math.abs(connection.store.clock.now() - at) < (isDone ? YOUNG_DONE_MS : YOUNG_MS);
  }

  /** Demands counts. If they are demanded already, that becomes the newest demand. */
  add(connection: ActiveConnection, ref: ProjectRef, maxAgeMs = YOUNG_MS): void {
    const key = formatRef(ref);
    const before = this.#demands.get(key);
    this.#demands.delete(key);
    if (before) {
      this.#demands.set(key, before);
      return;
    }
    void this.read(connection, ref, maxAgeMs);
    const [oldest] = this.#demands.keys();
    if (this.#demands.size > MOST_DEMANDS && oldest !== undefined) {
      this.#demands.get(oldest)?.abort();
      this.#demands.delete(oldest);
      this.#wereEnded = true;
    }
  }

  /** Demands counts. Resolves when they were read or that failed; never rejects. */
  async read(connection: ActiveConnection, ref: ProjectRef, maxAgeMs: number): Promise<void> {
    const key = formatRef(ref);
    const end = new AbortController();
    const { signal } = end;
    this.#demands.set(key, end);
    try {
      await readerOf(connection).read(ref, { urgency: 'visible', signal, maxAgeMs });
    } catch {
      if (!signal.aborted && this.#isServiceUp())
        this.#failed.set(key, connection.store.clock.now());
    }
    if (this.#demands.get(key) !== end) return;
    this.#demands.delete(key);
    if (this.#demands.size > 0 || !this.#wereEnded) return;
    this.#wereEnded = false;
    this.#onRoom();
  }

  end(): void {
    for (const end of this.#demands.values()) end.abort();
    this.#demands.clear();
    this.#wereEnded = false;
  }

  forgetFailures(): void {
    this.#failed.clear();
  }
}
