import type { SignInScope } from '../../connection/storedSignIn.ts';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { ServiceAddress } from '../../core/client/serviceAddress.ts';

/** How long the answers of an unfinished sign-in stay in memory, in minutes. */
export const DRAFT_MINUTES = 10;

/**
 * The answers of an unfinished sign-in; each window has one draft. They are in memory only: while
 * the prompts are open, and for `DRAFT_MINUTES` after they were closed unless `clear` is called.
 */
export class SignInDraft {
  /** The current step, from 0. */
  step = 0;
  address = '';
  scope: SignInScope = 'workspace';
  /**
   * The id of the connection whose account the token is of; empty for another account, `undefined`
   * before the answer.
   */
  renews: string | undefined;
  /** The address that was signed out of in this window; offered if none is in use. */
  signedOutOf = '';
  /** The address that the first prompt was filled with. */
  #offered = '';
  /** The token as typed, and the only origin it may be sent to. */
  token: { readonly text: string; readonly origin: string } | undefined;
  /** Addresses at which the service answered. */
  readonly reached = new Set<string>();
  /** The address whose last check failed; pressing Enter again accepts it. */
  doubted: string | undefined;
  /** The token that the service has accepted, and at which address. */
  proven: { readonly secret: string; readonly base: string } | undefined;
  #run = new AbortController();
  readonly #limit: Later;

  constructor(clock: Clock) {
    this.#limit = new Later(clock, () => {
      this.clear();
    });
  }

  get isEmpty(): boolean {
    return this.address === this.#offered && !this.token?.text;
  }

  /**
   * Call this when the prompts are shown.
   * @param offered the address to start with if the draft is empty.
   * @param scope the scope to start with then.
   * @returns a signal that aborts when this is called again, so that only one set of prompts is
   * open, or when `forget` is called.
   */
  begin(offered: string, scope: SignInScope = 'workspace'): AbortSignal {
    this.#run.abort();
    this.#run = new AbortController();
    this.#limit.cancel();
    if (this.isEmpty) {
      this.address = this.#offered = offered;
      this.scope = scope;
    }
    return this.#run.signal;
  }

  /** The token as typed; empty for an address of another origin. */
  tokenFor({ origin }: ServiceAddress): string {
    return this.token?.origin === origin ? this.token.text : '';
  }

  /** Call this when the prompts were closed: the answers stay for `DRAFT_MINUTES`. */
  keep(): void {
    this.#limit.restart(DRAFT_MINUTES * 60_000);
  }

  /** Closes open prompts, and clears the answers and `signedOutOf`. */
  forget(): void {
    this.signedOutOf = '';
    this.#run.abort();
    this.clear();
  }

  clear(): void {
    this.#limit.cancel();
    this.step = 0;
    this.address = this.#offered;
    this.scope = 'workspace';
    this.renews = undefined;
    this.token = undefined;
    this.doubted = undefined;
    this.reached.clear();
    this.proven = undefined;
  }
}
