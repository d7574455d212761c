import type { ServiceAddress } from './serviceAddress.ts';

type TokenResult =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly sentence: string };

/** Reads a token as a person pastes it: spaces around it are dropped, anything else odd is named. */
export function parseToken(text: string): TokenResult {
  const secret = text.trim();
  if (secret === '') return { ok: false, sentence: 'Paste the token.' };
  if (/^bearer\s/i.test(secret)) {
    return { ok: false, sentence: 'Paste the token alone, without the word “Bearer”.' };
  }
  if (secret.length > 4096) {
    return { ok: false, sentence: 'This is longer than any token (4,096 characters at most).' };
  }
  if (!/^[\x21-\x7E]+$/.test(secret)) {
    return {
      ok: false,
      sentence: 'A token has no spaces, line breaks or accented letters. Copy it again.',
    };
  }
  return { ok: true, secret };
}

/**
 * The only holder of a token. It gives the token out as an Authorization header for the origin it
 * was entered for (service-interface §5) and in no other way: not to other origins, not to
 * `JSON.stringify`, string templates or the console.
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

  toJSON(): string {
    return '[token]';
  }

  toString(): string {
    return '[token]';
  }
}

/** Where requests go and what they are allowed by. The token in it goes nowhere else. */
export interface Endpoint {
  readonly address: ServiceAddress;
  readonly token: AccessToken;
}
