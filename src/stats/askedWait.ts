import type { Failure } from '../core/model/serviceError.ts';
import { askedWait } from '../core/client/retry.ts';
import type { Account } from '../kept/account.ts';
import { readOr } from '../kept/fault.ts';

/** The wait after a 429 that does not say how long to wait. */
const UNSPECIFIED_MS = 60_000;
/** The longest wait that is respected: a date far ahead must not stop requests for good. */
const LONGEST_MS = 3_600_000;
/**
 * The shortest wait, because the service may ask for no wait and refuse again at once. After each
 * refusal it doubles, up to `SHORTEST_AT_MOST_MS`, until a request succeeds.
 */
const SHORTEST_MS = 5_000;
const SHORTEST_AT_MOST_MS = 60_000;

/**
 * The wait that the service asks for by a 429, or by `Retry-After` with another error (RFC 9110
 * §10.2.3). It applies to all windows of a sign-in and is stored with the account.
 */
export class AskedWait {
  readonly #account: Account;
  /** The wait that a response to this window has asked for; times in milliseconds since 1970. */
  #own: { readonly askedAt: number; readonly until: number } | undefined;
  #shortest = SHORTEST_MS;

  constructor(account: Account) {
    this.#account = account;
  }

  /** Until when no request may be sent, in milliseconds since 1970; `undefined` without a wait. */
  get until(): number | undefined {
    const now = this.#account.clock.now();
    const ends = [this.#own, this.#stored()].flatMap((wait) =>
      // A wait that was asked for in the future is ignored: the clock was set back since.
      wait && wait.askedAt <= now && wait.until > now ? [wait.until] : [],
    );
    return ends.length > 0 ? Math.max(...ends) : undefined;
  }

  /** Starts the wait that a failure asks for. Returns whether it asks for one. */
  follow(failure: Failure): boolean {
    const asked =
      askedWait(failure) ?? (failure.kind === 'rateLimited' ? UNSPECIFIED_MS : undefined);
    if (asked === undefined) return false;
    const now = this.#account.clock.now();
    const before = this.until;
    // Parallel requests are refused together, which counts once.
    const shortest = before === undefined ? this.#shortest : 0;
    const until = now + Math.min(LONGEST_MS, Math.max(asked, shortest));
    if (before === undefined) this.#shortest = Math.min(SHORTEST_AT_MOST_MS, 2 * this.#shortest);
    if (before !== undefined && before >= until) return true;
    this.#own = { askedAt: now, until };
    try {
      this.#account.write((id, database) =>
        database.run(
          'update account set wait_asked_at = ?, wait_until = ? where id = ?',
          ...[now, until, id],
        ),
      );
    } catch {
      // The wait applies in this window; other windows get their own refusal.
    }
    return true;
  }

  /** Resets the shortest wait. Call this when a request has succeeded. */
  answered(): void {
    this.#shortest = SHORTEST_MS;
  }

  #stored(): { readonly askedAt: number; readonly until: number } | undefined {
    const { signIn, database } = this.#account;
    const sql = 'select wait_asked_at, wait_until from account where sign_in = ?';
    const row = readOr(undefined, () => database.get(sql, signIn));
    const { wait_asked_at: askedAt, wait_until: until } = row ?? {};
    if (typeof askedAt !== 'number' || typeof until !== 'number') return undefined;
    return { askedAt, until };
  }
}
