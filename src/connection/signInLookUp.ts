import { scopes } from './signInStore.ts';
import {
  inWords,
  readSignIn,
  remove,
  scopePrefix,
  storedKeys,
  type SignInScope,
  type SignInStorage,
  type StoredEntry,
  type StoredSignIn,
  write,
} from './storedSignIn.ts';

/*
 * Finds stored sign-ins; `signInWriter.ts` changes them. In each scope at most one sign-in is in
 * use; the others are inactive and can be switched to. Only the secrets say which one is in use, so
 * there is no second record that could disagree. If a window closed between two writes, several may
 * be marked as in use: then the last one put in use counts. Each function rejects as `inWords`
 * does.
 */

/** The least time between two records of the use of a sign-in. */
const TOUCH_MS = 24 * 3600 * 1000;

/**
 * Every sign-in that can be switched to here: the workspace's own first. In each scope the one in
 * use comes first, then the others, the most recently used first. This window uses the first one
 * that is in use.
 */
export async function listSignIns(storage: SignInStorage): Promise<StoredSignIn[]> {
  // Few calls, because each crosses to the editor’s window and a person waits for rows.
  const keys = await storedKeys(storage);
  const entries = await Promise.all(
    scopes(storage).map((scope) => readScope(storage, scope, keys)),
  );
  return entries.flat().map(({ signIn }) => signIn);
}

/** Notes, at most once a day, that this workspace is used, so that `clearOthers` spares it. */
export async function touch(storage: SignInStorage): Promise<void> {
  if (storage.workspace?.known === undefined) return;
  const own = await readScope(storage, 'workspace');
  const [newest] = own.toSorted((one, other) => other.signIn.usedAt - one.signIn.usedAt);
  if (!newest || storage.now() - newest.signIn.usedAt < TOUCH_MS) return;
  await write(storage, newest.key, { ...newest.text, usedAt: storage.now() });
}

/**
 * The sign-ins of a scope in order; the first alone may be in use. What cannot be read, or was
 * ended in another window, is deleted.
 * @param keys the keys of all sign-ins, if the caller has read them.
 */
export async function readScope(
  storage: SignInStorage,
  scope: SignInScope,
  keys?: readonly string[],
): Promise<StoredEntry[]> {
  const prefix = scopePrefix(storage, scope);
  const own = (keys ?? (await storedKeys(storage))).filter((key) => key.startsWith(prefix));
  const stored = await Promise.all(own.map((key) => inWords(storage.secrets.get(key))));
  const entries: StoredEntry[] = [];
  for (const [at, key] of own.entries()) {
    const found = readSignIn(stored[at], scope);
    if (found && !storage.isEnded(found.text.id)) entries.push({ key, ...found });
    else await remove(storage, key);
  }
  entries.sort(
    ({ signIn: one }, { signIn: other }) =>
      Number(other.inUse) - Number(one.inUse) || other.usedAt - one.usedAt,
  );
  return entries.map((entry, at) =>
    at === 0 ? entry : { ...entry, signIn: { ...entry.signIn, inUse: false } },
  );
}
