import type { ServiceAddress } from './serviceAddress.ts';

/** Whether a text can be a token: 1 to 4,096 visible ASCII characters. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7E]{1,4096}$/.test(text);
}

/**
 * A token in use. Only an Authorization header for the origin that it was entered for gets it
 * (service-interface §5); `JSON.stringify`, string templates and the console do not.
 */
export class AccessToken {
  readonly #secret: string;
  readonly #origin: string;

  constructor(secret: string, origin: string) {
    this.#secret = secret;
    this.#origin = origin;
  }

  /** @throws if `url` is not of the origin the token was entered for. */
  authorizationFor(url: URL): string {
    if (url.origin !== this.#origin) {
      throw new Error('A token is sent only to the origin it was entered for.');
    }
    return `Bearer ${this.#secret}`;
  }

  isSame(other: AccessToken): boolean {
    return this.#secret === other.#secret && this.#origin === other.#origin;
  }

  /** Hides the token in a text of the service, which may send it back in upper or lower case. */
  hideIn(text: string): string {
    const pattern = this.#secret.replace(/\W/g, '\\$&');
    return text.replace(new RegExp(pattern, 'gi'), '[token]');
  }

  toJSON(): string {
    return '[token]';
  }

  toString(): string {
    return '[token]';
  }
}

/** A service address and the token for it. The token is sent to its origin only. */
export interface Endpoint {
  readonly address: ServiceAddress;
  readonly token: AccessToken;
}
