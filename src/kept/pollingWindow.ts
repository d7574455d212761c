import type { Account } from './account.ts';
import { PendingWrite } from './pendingWrite.ts';

/** A window that has not renewed its lease for this long was closed or has crashed. */
const LEASE_MS = 45_000;
/** The time after which a window renews its lease. */
const RENEWED_MS = 15_000;

/**
 * Decides which window of an account polls the watched projects. Only one does; a window that gets
 * the focus takes over.
 */
export class PollingWindow {
  readonly #account: Account;
  readonly #window: string;
  readonly #releasing: PendingWrite;

  constructor(account: Account, window: string, warn: (line: string) => void) {
    this.#account = account;
    this.#window = window;
    const write = () => {
      this.#release();
      return false;
    };
    const what = 'Which window reads the watched projects';
    this.#releasing = new PendingWrite({ clock: account.clock, warn, what, write });
  }

  /**
   * Takes or renews the lease, unless another window has it. Returns whether this window polls: also
   * if the database cannot be written and no other window is known to poll.
   * @param takesOver whether this window takes the lease even if another one has it.
   */
  claim(takesOver: boolean): boolean {
    try {
      const { window, at } = this.#stored();
      const isRenewalDue = Math.abs(this.#account.clock.now() - at) > RENEWED_MS;
      if (window === this.#window && !isRenewalDue) return true;
      if (!this.#mayTake(takesOver)) return false;
      const isTaken = this.#account.write((id, database) => {
        if (!this.#mayTake(takesOver)) return false;
        const now = this.#account.clock.now();
        const sql = 'update account set poller = ?, polled_at = ? where id = ?';
        return database.run(sql, this.#window, now, id) > 0;
      });
      return isTaken ?? false;
    } catch {
      return true;
    }
  }

  /**
   * Gives the lease back, so that another window can poll at once. If that cannot be written, the
   * next call tries again.
   */
  release(): void {
    try {
      if (this.#stored().window === this.#window) this.#release();
    } catch {
      // Another window takes over when the lease has expired.
    }
  }

  /** As `release`, but tries again as `PendingWrite.settle` does. Never rejects. */
  settle(): Promise<void> {
    return this.#releasing.settle();
  }

  #release(): void {
    const { signIn, database } = this.#account;
    database.run(
      'update account set poller = null, polled_at = null where sign_in = ? and poller = ?',
      ...[signIn, this.#window],
    );
  }

  #stored() {
    const { signIn, database } = this.#account;
    const row = database.get('select poller, polled_at from account where sign_in = ?', signIn);
    return { window: row?.poller ?? undefined, at: Number(row?.polled_at ?? 0) };
  }

  #mayTake(takesOver: boolean): boolean {
    const { window, at } = this.#stored();
    if (takesOver || window === undefined || window === this.#window) return true;
    // A time in the future means that the clock was set back.
    return Math.abs(this.#account.clock.now() - at) > LEASE_MS;
  }
}
