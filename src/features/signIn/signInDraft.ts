import type { SignInScope } from '../../connection/storedSignIn.ts';
import type { ServiceAddress } from '../../core/client/serviceAddress.ts';

/** How long the answers of a sign-in that was not finished are kept, in minutes. */
export const KEPT_MINUTES = 10;

/**
 * The answers of a sign-in that is not finished, one for each window. They are in memory only: while the questions are
 * asked, and after the person has put them away until `clear` or until `KEPT_MINUTES` are over.
 */
export class SignInDraft {
  /** The step it is at, from 0. */
  at = 0;
  address = '';
  scope: SignInScope = 'workspace';
  #offered = '';
  /** As typed, and the only origin it may be sent to. */
  #token: { readonly text: string; readonly origin: string } | undefined;
  #proven: { readonly secret: string; readonly base: string } | undefined;
  #run = new AbortController();
  #limit: NodeJS.Timeout | undefined;

  /** Whether nothing would be lost with it. */
  get isEmpty(): boolean {
    return this.address === this.#offered && !this.#token?.text;
  }

  /**
   * Starts to ask, with the answers there are.
   * @param offered the address to start from if nothing was typed.
   * @returns what aborts when it is started again, so that the questions are open once only.
   */
  begin(offered: string): AbortSignal {
    this.#run.abort();
    this.#run = new AbortController();
    clearTimeout(this.#limit);
    if (this.isEmpty) this.address = this.#offered = offered;
    return this.#run.signal;
  }

  /** The token as it was typed; empty for an address of another origin than it was typed for. */
  tokenFor({ origin }: ServiceAddress): string {
    return this.#token?.origin === origin ? this.#token.text : '';
  }

  setToken({ origin }: ServiceAddress, text: string): void {
    this.#token = { text, origin };
  }

  /** Whether the service at this address has accepted this token already. */
  isProven({ base }: ServiceAddress, secret: string): boolean {
    return this.#proven?.base === base && this.#proven.secret === secret;
  }

  setProven({ base }: ServiceAddress, secret: string): void {
    this.#proven = { base, secret };
  }

  /** Keeps the answers for a while after the questions were put away. */
  keep(): void {
    this.#limit = setTimeout(() => {
      this.clear();
    }, KEPT_MINUTES * 60_000);
    // The window may close before.
    this.#limit.unref();
  }

  /** Ends the questions, if they are open, and forgets the answers. */
  forget(): void {
    this.#run.abort();
    this.clear();
  }

  clear(): void {
    clearTimeout(this.#limit);
    this.at = 0;
    this.address = this.#offered;
    this.scope = 'workspace';
    this.#token = undefined;
    this.#proven = undefined;
  }
}
