import { randomUUID } from 'node:crypto';
import { Secrets } from '../../src/connection/secrets.ts';
import { accountName, type SignInScope, SignIns } from '../../src/connection/signIns.ts';
import { systemClock } from '../../src/editor/systemClock.ts';
import { addressOf } from './address.ts';
import type { FakeSecrets } from './fakeVscode/storage.ts';

/** Stores a sign-in for every workspace, as a window does. */
export async function keepSignIn(
  secrets: FakeSecrets,
  { address, token }: { readonly address: string; readonly token: string },
): Promise<void> {
  await putSignIn(signInsIn(secrets), 'every', address, token);
}

/** Stores a sign-in as a new account, unless it is given. */
export async function putSignIn(
  signIns: SignIns,
  scope: SignInScope,
  at: string,
  token: string,
  known?: { readonly id: string; readonly account: string },
): Promise<string[]> {
  const address = addressOf(at);
  const account = known?.account ?? (await accountName(address.base, token));
  return signIns.put(scope, address, token, { id: known?.id ?? randomUUID(), account });
}

/** The stored sign-ins, as a window without a folder uses them. */
export function signInsIn(
  secrets: FakeSecrets,
  isEnded: (id: string) => boolean = () => false,
): SignIns {
  const storage = new Secrets(secrets, systemClock);
  return new SignIns({ secrets: storage, workspace: undefined, now: Date.now, isEnded });
}

/** The name of the account under which data is stored, such as `https://api.example.com#3f…`. */
export function accountAt({ address }: { readonly address: string }, token: string) {
  return accountName(address, token);
}

/** The hosts of all stored sign-ins, as far as they can be read. */
export function storedHosts({ stored }: FakeSecrets): string[] {
  return [...stored.values()].flatMap((text) => {
    const { signIns } = JSON.parse(text) as { signIns: { address: string }[] };
    return signIns.map(({ address }) => new URL(address).host);
  });
}
