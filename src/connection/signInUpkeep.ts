import { accountName } from './accounts.ts';
import { inWords, type SignInStorage, type StoredEntry, type StoredText } from './storedSignIn.ts';

/*
 * Completes sign-ins that were stored without an account, and deletes unusable ones, when they are
 * read. Each function rejects as `inWords` does.
 */

/**
 * Deletes the unusable secrets, and adds the account to those that were stored without one.
 * @param keys the keys that were read.
 * @param entries those of them that hold a usable sign-in.
 * @returns `entries`, each with its account.
 */
export async function tidy(
  storage: SignInStorage,
  keys: readonly string[],
  entries: readonly StoredEntry[],
): Promise<StoredEntry[]> {
  const useful = new Set(entries.map(({ key }) => key));
  for (const key of keys) if (!useful.has(key)) await remove(storage, key);
  const named: StoredEntry[] = [];
  for (const entry of entries) {
    const { key, text, signIn } = entry;
    if (text.account !== undefined) {
      named.push(entry);
      continue;
    }
    const account = await accountName(storage.memory, text.address, text.token, true);
    await write(storage, key, { ...text, account });
    named.push({ key, text: { ...text, account }, signIn: { ...signIn, account } });
  }
  return named;
}

/** Stores a sign-in under a key. The token is removed from an error of the storage. */
export function write({ secrets }: SignInStorage, key: string, text: StoredText): Promise<void> {
  const asStored = JSON.stringify(text.token).slice(1, -1);
  return inWords(secrets.store(key, JSON.stringify(text)), (said) =>
    said.replaceAll(text.token, '[token]').replaceAll(asStored, '[token]'),
  );
}

export function remove({ secrets }: SignInStorage, key: string): Promise<void> {
  return inWords(secrets.delete(key));
}
