import type { SignInStore } from './signInStore.ts';

/* What is done to the sign-ins of every workspace, and not only to those that count in this one. */

/** Whether a sign-in was ended in another window, by its id. */
type Ended = (id: string) => boolean;

/** A sign-in of a workspace that nobody has opened for so long is one of a workspace that is gone. */
const ORPHAN_MS = 90 * 24 * 3600 * 1000;

/** How many sign-ins are kept. Rejects as the store does. */
export async function countAll(store: SignInStore, ended: Ended): Promise<number> {
  const all = await store.all();
  return all.filter(({ id }) => id === undefined || !ended(id)).length;
}

/**
 * Forgets the sign-ins of every workspace. Rejects as the store does.
 * @param until spares those put in use later, in milliseconds since 1970.
 * @returns the ids of those that could be read.
 */
export async function forgetAll(store: SignInStore, until = Infinity): Promise<string[]> {
  const gone = (await store.all()).filter(({ usedAt }) => usedAt <= until);
  for (const { key } of gone) await store.drop(key);
  return gone.flatMap(({ id }) => id ?? []);
}

/**
 * Forgets what other workspaces have left: sign-ins of those that were not opened for 90 days, and
 * those that were ended in another window. Rejects as the store does.
 */
export async function clearOthers(store: SignInStore, ended: Ended): Promise<void> {
  const others = (await store.all()).filter(({ key }) => !store.concerns(key));
  // A key without its origin tells the workspace.
  const byWorkspace = Map.groupBy(others, ({ key }) => key.split('|', 2).join('|'));
  for (const secrets of byWorkspace.values()) {
    const lastUse = Math.max(store.usesNotedFrom, ...secrets.map(({ usedAt }) => usedAt));
    const isGone = store.now() - lastUse > ORPHAN_MS;
    for (const { key, id } of secrets) {
      if (isGone || (id !== undefined && ended(id))) await store.drop(key);
    }
  }
}
