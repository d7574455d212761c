import { randomUUID, scrypt } from 'node:crypto';
import { DAY_MS } from '../core/base/clock.ts';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import {
  concerns,
  readSignIn,
  scopePrefix,
  scopes,
  storedKeys,
  type SignInScope,
  type SignInStorage,
  type StoredEntry,
  type StoredSignIn,
  write,
} from './storedSignIn.ts';

/*
 * Finds and changes stored sign-ins. In each scope at most one sign-in is in use; the others are
 * inactive and can be switched to. Only the secrets say which one is in use, so there is no second
 * record that could disagree. If a window closed between two writes, several may be marked as in
 * use: then the last one put in use counts. Each function rejects with a `SecretsError`.
 */

/** The least time between two records of the use of a sign-in. */
const TOUCH_MS = DAY_MS;
/** Inactive sign-ins stored for each scope. More would be unused tokens. */
const MOST_INACTIVE = 5;
/** A workspace that was not opened for this long is taken for deleted. */
const ORPHAN_MS = 90 * DAY_MS;
const NAME_BYTES = 6;

/**
 * The name of an account, under which its data is stored: `https://api.example.com#3f…`. The same
 * token always gives the same name. It is on disk, so it must not reveal the token: it takes about
 * 50 ms to compute, which makes guessing slow, and has only 48 bits, so a match does not prove a
 * guessed token.
 * @param base the address of the service, with its path prefix.
 */
export function accountName(base: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(token, `mintscope ${base}`, NAME_BYTES, (error, name) => {
      if (error) reject(error);
      else resolve(`${base}#${name.toString('hex')}`);
    });
  });
}

/**
 * Every sign-in that can be switched to here: the workspace's own first. In each scope the one in
 * use comes first, then the others, the most recently used first. This window uses the first one
 * that is in use.
 */
export async function listSignIns(storage: SignInStorage): Promise<StoredSignIn[]> {
  // Few calls, because each crosses to the editor’s window while the user waits for rows.
  const keys = await storedKeys(storage);
  const entries = await Promise.all(
    scopes(storage).map((scope) => readScope(storage, scope, keys)),
  );
  return entries.flat().map(({ signIn }) => signIn);
}

/** Records, at most once a day, that this workspace is used, so that `clearOthers` spares it. */
export async function recordUse(storage: SignInStorage): Promise<void> {
  if (storage.workspace === undefined) return;
  const own = await readScope(storage, 'workspace');
  const [newest] = own.toSorted((one, other) => other.signIn.usedAt - one.signIn.usedAt);
  if (!newest || storage.now() - newest.signIn.usedAt < TOUCH_MS) return;
  await write(storage, newest.key, { ...newest.text, usedAt: storage.now() });
}

/**
 * The sign-ins of a scope in order; the first alone may be in use. Those that were ended are deleted;
 * if that fails, the next call tries again. What cannot be read stays, because a later version may
 * have written it.
 * @param keys the keys of all sign-ins, if the caller has read them.
 */
async function readScope(
  storage: SignInStorage,
  scope: SignInScope,
  keys?: readonly string[],
): Promise<StoredEntry[]> {
  const prefix = scopePrefix(storage, scope);
  const own = (keys ?? (await storedKeys(storage))).filter((key) => key.startsWith(prefix));
  const stored = await Promise.all(own.map((key) => storage.secrets.get(key)));
  const entries: StoredEntry[] = [];
  for (const [at, key] of own.entries()) {
    const found = readSignIn(stored[at], scope);
    if (!found) storage.warn?.(`The stored sign-in ${key} cannot be read, and stays as it is.`);
    else if (storage.isEnded(found.text.id)) {
      void storage.secrets.delete(key).catch(() => undefined);
    } else entries.push({ key, ...found });
  }
  entries.sort(
    ({ signIn: one }, { signIn: other }) =>
      Number(other.inUse) - Number(one.inUse) || other.usedAt - one.usedAt,
  );
  return entries.map((entry, at) =>
    at === 0 ? entry : { ...entry, signIn: { ...entry.signIn, inUse: false } },
  );
}

/**
 * Stores a sign-in and puts it in use; the others of its scope become inactive. It replaces a stored
 * one of the same origin and scope.
 * @param known its id and its account; if left out, the id is new and the account is that of the
 *   address and the token.
 */
export async function put(
  storage: SignInStorage,
  scope: SignInScope,
  address: ServiceAddress,
  secret: string,
  known?: Pick<StoredSignIn, 'id' | 'account'>,
): Promise<void> {
  const { base } = address;
  const account = known?.account ?? (await accountName(base, secret));
  const id = known?.id ?? randomUUID();
  const others = await readScope(storage, scope);
  const usedAt = nextUse(storage, others);
  const key = scopePrefix(storage, scope) + address.origin;
  await write(storage, key, { id, address: base, token: secret, account, usedAt });
  await deactivate(storage, others, usedAt, key);
}

/**
 * Makes this sign-in the one in use. If it is for every workspace, the sign-ins of this workspace
 * become inactive, because they would be used instead.
 * @returns false if it is no longer stored.
 */
export async function use(
  storage: SignInStorage,
  { id, scope }: Pick<StoredSignIn, 'id' | 'scope'>,
): Promise<boolean> {
  const entries = await readScope(storage, scope);
  const chosen = entries.find(({ signIn }) => signIn.id === id);
  if (!chosen) return false;
  const usedAt = nextUse(storage, entries);
  await write(storage, chosen.key, { ...chosen.text, usedAt, resting: undefined });
  await deactivate(storage, entries, usedAt, chosen.key);
  if (scope === 'every' && storage.workspace !== undefined) {
    const own = await readScope(storage, 'workspace');
    await deactivate(storage, own, nextUse(storage, own));
  }
  return true;
}

/** Deletes one sign-in. No inactive one becomes active instead. */
export async function forget(
  storage: SignInStorage,
  { id, scope }: Pick<StoredSignIn, 'id' | 'scope'>,
): Promise<void> {
  const entries = await readScope(storage, scope);
  const gone = entries.find(({ signIn }) => signIn.id === id);
  if (!gone) return;
  // First, so that a sign-in left active by an interrupted write does not replace it.
  if (gone.signIn.inUse) await deactivate(storage, entries, nextUse(storage, entries), gone.key);
  await storage.secrets.delete(gone.key);
}

/** Counts the sign-ins of every workspace, also those that cannot be read. */
export async function countAll(storage: SignInStorage): Promise<number> {
  return (await everySecret(storage)).filter(({ id }) => id === undefined || !storage.isEnded(id))
    .length;
}

/**
 * Deletes the sign-ins of every workspace.
 * @param until spares those put in use later, in milliseconds since 1970.
 * @returns the ids of those that could be read.
 */
export async function forgetAll(storage: SignInStorage, until = Infinity): Promise<string[]> {
  const gone = (await everySecret(storage)).filter(({ usedAt }) => usedAt <= until);
  for (const { key } of gone) await storage.secrets.delete(key);
  return gone.flatMap(({ id }) => id ?? []);
}

/**
 * Deletes sign-ins of other workspaces: those of workspaces that were not opened for 90 days, and
 * those that were ended in another window.
 */
export async function clearOthers(storage: SignInStorage): Promise<void> {
  const others = (await everySecret(storage)).filter(
    ({ key, id }) => id !== undefined && !concerns(storage, key),
  );
  // The key up to its origin names the workspace.
  const byWorkspace = Map.groupBy(others, ({ key }) => key.split('|', 2).join('|'));
  for (const secrets of byWorkspace.values()) {
    const lastUse = Math.max(...secrets.map(({ usedAt }) => usedAt));
    const isGone = storage.now() - lastUse > ORPHAN_MS;
    for (const { key, id } of secrets) {
      if (isGone || storage.isEnded(id ?? '')) await storage.secrets.delete(key);
    }
  }
}

/** The secrets of every workspace, also those that cannot be read. */
async function everySecret(storage: SignInStorage) {
  const keys = await storedKeys(storage);
  return Promise.all(
    keys.map(async (key) => {
      const found = readSignIn(await storage.secrets.get(key), 'every');
      return { key, id: found?.text.id, usedAt: found?.signIn.usedAt ?? 0 };
    }),
  );
}

/**
 * Makes these sign-ins inactive, and deletes the ones beyond `MOST_INACTIVE`.
 * @param entries last used first, as `readScope` gives them.
 * @param except the key of one that is left as it is.
 */
async function deactivate(
  storage: SignInStorage,
  entries: readonly StoredEntry[],
  usedAt: number,
  except?: string,
): Promise<void> {
  for (const [at, { key, text }] of entries.filter(({ key }) => key !== except).entries()) {
    if (at >= MOST_INACTIVE) await storage.secrets.delete(key);
    else if (!text.resting) await write(storage, key, { ...text, usedAt, resting: true });
  }
}

/** The current time, or just after the newest recorded use if the clock was set back since. */
function nextUse(storage: SignInStorage, entries: readonly StoredEntry[]): number {
  return Math.max(storage.now(), ...entries.map(({ signIn }) => signIn.usedAt + 1));
}
