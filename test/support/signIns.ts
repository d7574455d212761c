import { Secrets } from '../../src/connection/secrets.ts';
import { accountName, type SignInParts, SignIns } from '../../src/connection/signIns.ts';
import { systemClock } from '../../src/editor/systemClock.ts';
import { addressOf } from './address.ts';
import type { FakeSecrets } from './fakeVscode/storage.ts';

/** Stores a sign-in for every workspace, as a window does. */
export async function keepSignIn(
  secrets: FakeSecrets,
  { address, token }: { readonly address: string; readonly token: string },
): Promise<void> {
  const account = await accountName(addressOf(address).base, token);
  const id = crypto.randomUUID();
  await signInsOf(secrets).put('every', addressOf(address), token, { id, account });
}

/** The sign-ins as a window uses them; without a folder unless `parts` name one. */
export function signInsOf(secrets: FakeSecrets, parts: Partial<SignInParts> = {}): SignIns {
  return new SignIns({
    secrets: new Secrets(secrets, systemClock),
    workspace: undefined,
    now: Date.now,
    isEnded: () => false,
    ...parts,
  });
}

/** The name of the account under which data is stored, such as `https://api.example.com#3f…`. */
export function accountAt({ address }: { readonly address: string }, token: string) {
  return accountName(address, token);
}
