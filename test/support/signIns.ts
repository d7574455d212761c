import { Secrets } from '../../src/connection/secrets.ts';
import { accountName, put } from '../../src/connection/signInStore.ts';
import type { SignInStorage } from '../../src/connection/storedSignIn.ts';
import { systemClock } from '../../src/editor/systemClock.ts';
import { addressOf } from './address.ts';
import type { FakeSecrets } from './fakeVscode/storage.ts';

/** Stores a sign-in for every workspace, as a window does. */
export async function keepSignIn(
  secrets: FakeSecrets,
  { address, token }: { readonly address: string; readonly token: string },
): Promise<void> {
  await put(storageOf(secrets), 'every', addressOf(address), token);
}

/** The secret storage, as a window uses it. */
export function secretsOf(secrets: FakeSecrets): Secrets {
  return new Secrets(secrets, systemClock);
}

/** The storage of a window without a folder. */
export function storageOf(secrets: FakeSecrets): SignInStorage {
  return { secrets: secretsOf(secrets), workspace: undefined, now: Date.now, isEnded: () => false };
}

/** The name of the account under which data is stored, such as `https://api.example.com#3f…`. */
export function accountAt({ address }: { readonly address: string }, token: string) {
  return accountName(address, token);
}
