import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { displayText } from '../core/base/displayText.ts';

/** In milliseconds. A locked keyring may never answer. */
const LONGEST_MS = 3000;

/** Why the secret storage cannot be used, in words for the user. */
export class SecretsError extends Error {}

/**
 * Each call ends, and rejects with a `SecretsError`: there may be no keyring, or a locked one.
 * After a call without an answer, later ones reject at once, until that answer comes or `tryAgain`
 * is called.
 */
export class Secrets {
  readonly #storage: vscode.SecretStorage;
  readonly #clock: Clock;
  #isSilent = false;
  readonly onDidChange: vscode.SecretStorage['onDidChange'];
  /** Called when a call that was given up is answered: the storage may work again. */
  onAnswer: () => void = () => undefined;

  constructor(storage: vscode.SecretStorage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    this.onDidChange = storage.onDidChange;
  }

  keys(): Promise<string[]> {
    return this.#call(() => this.#storage.keys());
  }

  get(key: string): Promise<string | undefined> {
    return this.#call(() => this.#storage.get(key));
  }

  /** @param token in `value`; it is hidden in the message of a failure. */
  store(key: string, value: string, token: string): Promise<void> {
    return this.#call(() => this.#storage.store(key, value), token);
  }

  delete(key: string): Promise<void> {
    return this.#call(() => this.#storage.delete(key));
  }

  /** Lets the next call wait for an answer again. */
  tryAgain(): void {
    this.#isSilent = false;
  }

  async #call<T>(call: () => Thenable<T>, token = ''): Promise<T> {
    const silence = new SecretsError(l10n.t('The editor’s secret storage does not answer.'));
    if (this.#isSilent) throw silence;
    const given = Promise.withResolvers<never>();
    let isGivenUp = false;
    const cancel = this.#clock.after(LONGEST_MS, () => {
      isGivenUp = true;
      this.#isSilent = true;
      given.reject(silence);
    });
    const answer = (async () => await call())();
    const end = () => {
      cancel();
      if (!isGivenUp) return;
      this.#isSilent = false;
      this.onAnswer();
    };
    answer.then(end, end);
    try {
      return await Promise.race([answer, given.promise]);
    } catch (error) {
      if (error instanceof SecretsError) throw error;
      let why = error instanceof Error ? error.message : String(error);
      for (const hidden of [token, JSON.stringify(token).slice(1, -1)]) {
        if (hidden !== '') why = why.replaceAll(hidden, '[token]');
      }
      throw new SecretsError(
        l10n.t('The editor’s secret storage does not work ({0}).', displayText(why)),
      );
    }
  }
}
