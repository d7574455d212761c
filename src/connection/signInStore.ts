import { readAddress } from '../core/client/serviceAddress.ts';
import type { LastSignIn } from './lastSignIn.ts';
import {
  readSignIn,
  scopePrefix,
  type SignInScope,
  type SignInStorage,
  type StoredSignIn,
} from './storedSignIn.ts';

/* What a start needs to know of stored sign-ins; `signInLookUp.ts` finds all of them. */

/** Whether the secret of this key may change which sign-in is used here. */
export function concerns(storage: SignInStorage, key: string): boolean {
  return scopes(storage).some((scope) => key.startsWith(scopePrefix(storage, scope)));
}

/**
 * The sign-in that will probably count, found with one question to the secret storage. `undefined`
 * if that fails, or unless the secret holds this sign-in, complete and in use. Whether it counts
 * depends on other secrets as well: see `listSignIns`. Until they were read, it is used.
 */
export async function readExpected(
  storage: SignInStorage,
  { id, scope, account, base }: LastSignIn,
): Promise<StoredSignIn | undefined> {
  const address = readAddress(base);
  if (typeof address === 'string') return undefined;
  const key = scopePrefix(storage, scope) + address.origin;
  const stored = await storage.secrets.get(key).then(undefined, () => undefined);
  const signIn = readSignIn(stored, scope)?.signIn;
  const isExpected = signIn?.id === id && signIn.account === account && signIn.inUse;
  return isExpected && !storage.isEnded(id) ? signIn : undefined;
}

/** The scopes that count here. */
export function scopes({ workspace }: SignInStorage): readonly SignInScope[] {
  return workspace?.known === undefined ? ['every'] : ['workspace', 'every'];
}
