import { accountName } from './accounts.ts';
import {
  inWords,
  readSignIn,
  scopePrefix,
  storedKeys,
  workspacePrefix,
  type SignInStorage,
  type StoredEntry,
  type StoredText,
} from './storedSignIn.ts';

/*
 * What is stored in an earlier form, or is of no use any more, is put in order when it is read. All
 * of it rejects as `inWords` does.
 */

/**
 * Moves sign-ins that are stored under the path of the folder over to the id of the workspace: once,
 * because nothing is stored under a path any more.
 */
export async function moveEarlier(storage: SignInStorage): Promise<void> {
  const { workspace } = storage;
  if (!workspace) return;
  const keys = await storedKeys(storage);
  const prefix = workspacePrefix(workspace.earlier);
  const earlier = keys.filter((key) => key.startsWith(prefix));
  if (earlier.length > 0) await workspace.make();
  for (const key of earlier) {
    const found = readSignIn(await inWords(storage.secrets.get(key)), 'workspace');
    const to = scopePrefix(storage, 'workspace') + key.slice(prefix.length);
    if (found && !keys.includes(to)) await write(storage, to, found.text);
    await remove(storage, key);
  }
}

/**
 * Deletes the secrets that are of no use to anybody, and names the accounts of those that were
 * stored before accounts were told apart.
 * @param keys what was read.
 * @param entries what is of use.
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

/** Stores a sign-in under a key. An error of the storage does not tell its token. */
export function write({ secrets }: SignInStorage, key: string, text: StoredText): Promise<void> {
  const asStored = JSON.stringify(text.token).slice(1, -1);
  return inWords(secrets.store(key, JSON.stringify(text)), (said) =>
    said.replaceAll(text.token, '[token]').replaceAll(asStored, '[token]'),
  );
}

export function remove({ secrets }: SignInStorage, key: string): Promise<void> {
  return inWords(secrets.delete(key));
}
