import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { displayText } from '../core/base/displayText.ts';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import type { Accounts } from './accounts.ts';
import {
  readSignIn,
  type SignInScope,
  type StoredSignIn,
  type StoredText,
} from './storedSignIn.ts';
import type { WorkspaceId } from './workspaceId.ts';

/** What all our keys begin with. */
const PREFIX = 'mintscope.token|';
/** More sign-ins at rest than anybody switches between are only tokens lying about. */
const MOST_AT_REST = 5;
/** How exactly it is known when a sign-in was used last. */
const TOUCH_MS = 24 * 3600 * 1000;

/** One of the secrets of every workspace. */
export interface KeptSecret {
  readonly key: string;
  /** The id of the sign-in, if it can be read. */
  readonly id: string | undefined;
  /** As `StoredSignIn.usedAt`. */
  readonly usedAt: number;
}

interface Entry {
  readonly key: string;
  readonly text: StoredText;
  readonly signIn: StoredSignIn;
}

/**
 * Tokens in the editor's SecretStorage, which is one per extension for all workspaces: so each key
 * says the workspace and the origin it is for, `mintscope.token|workspace:3f…|https://…`.
 * Of each scope one sign-in is in use, and others are kept at rest to switch to. Which one counts
 * is read off the secrets alone; nothing else is kept that could disagree. Where several say that
 * they are in use, because a window ended between two writes, the one put in use last is.
 * Rejects with a sentence for people if the storage fails: there may be no keyring, or a locked one.
 */
export class SignInStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #workspace: WorkspaceId | undefined;
  readonly now: () => number;
  /** Since when `touch` is called here: before, nobody noted whether a workspace was used. */
  readonly usesNotedFrom: number;
  readonly #accounts: Accounts;

  constructor(parts: {
    readonly secrets: vscode.SecretStorage;
    /** What tells this workspace from others; none if no folder is open. */
    readonly workspace: WorkspaceId | undefined;
    readonly accounts: Accounts;
    readonly now: () => number;
    readonly usesNotedFrom: number;
  }) {
    this.#secrets = parts.secrets;
    this.#workspace = parts.workspace;
    this.#accounts = parts.accounts;
    this.now = parts.now;
    this.usesNotedFrom = parts.usesNotedFrom;
  }

  /** True for the key of a secret that may decide which sign-in counts here. */
  concerns(key: string): boolean {
    return this.#scopes().some((scope) => key.startsWith(this.#keyPrefix(scope)));
  }

  /** The sign-in that counts here: the workspace's own before the one for every workspace. */
  async find(ended: (id: string) => boolean): Promise<StoredSignIn | undefined> {
    return (await this.list(ended)).find(({ inUse }) => inUse);
  }

  /**
   * Every sign-in that can be switched to here: the workspace's own first, in each scope the one in
   * use first, then those used last.
   * @param ended whether a sign-in was ended in another window.
   */
  async list(ended: (id: string) => boolean): Promise<StoredSignIn[]> {
    // A person waits for their rows, and each call takes the way to the editor's window and back.
    const keys = await this.#moveEarlier(await this.#keys(PREFIX));
    const entries = await Promise.all(
      this.#scopes().map((scope) => this.#read(scope, ended, keys)),
    );
    return entries.flat().map(({ signIn }) => signIn);
  }

  /**
   * Keeps a sign-in and puts it in use; the others of its scope come to rest. The same token entered
   * again opens the same account.
   */
  async put(scope: SignInScope, address: ServiceAddress, secret: string): Promise<void> {
    if (scope === 'workspace') {
      await this.#moveEarlier(await this.#keys(PREFIX));
      await this.#workspace?.make();
    }
    const { base } = address;
    const account = await this.#accounts.nameOf(base, secret);
    const others = await this.#read(scope);
    const usedAt = this.#later(others);
    const key = this.#keyPrefix(scope) + address.origin;
    await this.#store(key, { id: randomUUID(), address: base, token: secret, account, usedAt });
    await this.#rest(without(others, key), usedAt);
  }

  /**
   * Puts a sign-in in use that is at rest, or counts only where a workspace has none of its own.
   * @returns false if it is no longer kept.
   */
  async use({ id, scope }: Pick<StoredSignIn, 'id' | 'scope'>): Promise<boolean> {
    const all = await this.#read(scope);
    const chosen = all.find(({ signIn }) => signIn.id === id);
    if (!chosen) return false;
    const usedAt = this.#later(all);
    await this.#store(chosen.key, { ...chosen.text, usedAt, resting: undefined });
    await this.#rest(without(all, chosen.key), usedAt);
    if (scope === 'every' && this.#workspace?.known !== undefined) {
      const own = await this.#read('workspace');
      await this.#rest(own, this.#later(own));
    }
    return true;
  }

  /** Forgets one sign-in; none at rest takes its place. */
  async forget({ id, scope }: Pick<StoredSignIn, 'id' | 'scope'>): Promise<void> {
    const all = await this.#read(scope);
    const gone = all.find(({ signIn }) => signIn.id === id);
    if (!gone) return;
    // First, so that nothing left over from a broken write moves up.
    if (gone.signIn.inUse) await this.#rest(without(all, gone.key), this.#later(all));
    await this.#delete(gone.key);
  }

  /** Notes, at most once a day, that this workspace is used, so that `clearOthers` spares it. */
  async touch(): Promise<void> {
    if (this.#workspace?.known === undefined) return;
    const own = await this.#read('workspace');
    const [newest] = own.toSorted((one, other) => other.signIn.usedAt - one.signIn.usedAt);
    if (!newest || this.now() - newest.signIn.usedAt < TOUCH_MS) return;
    await this.#store(newest.key, { ...newest.text, usedAt: this.now() });
  }

  /** All that is kept, of every workspace, also what cannot be read. */
  async all(): Promise<KeptSecret[]> {
    const keys = await this.#keys(PREFIX);
    return Promise.all(
      keys.map(async (key) => {
        const found = readSignIn(await this.#get(key), 'every');
        return { key, id: found?.text.id, usedAt: found?.signIn.usedAt ?? 0 };
      }),
    );
  }

  /** Forgets what is kept under a key of `all`. */
  drop(key: string): Promise<void> {
    return this.#delete(key);
  }

  /**
   * The sign-ins of a scope in order; the first alone may be in use.
   * @param keys those there are, if that is known.
   */
  async #read(
    scope: SignInScope,
    ended: (id: string) => boolean = () => false,
    keys?: readonly string[],
  ): Promise<Entry[]> {
    const prefix = this.#keyPrefix(scope);
    const own = (keys ?? (await this.#keys(prefix))).filter((key) => key.startsWith(prefix));
    const stored = await Promise.all(own.map((key) => this.#get(key)));
    const entries: Entry[] = [];
    for (const [at, key] of own.entries()) {
      const found = readSignIn(stored[at], scope);
      if (found && !ended(found.text.id)) entries.push(await this.#withAccount({ key, ...found }));
      // What cannot be read, or was signed out elsewhere, is of no use to anybody.
      else await this.#delete(key);
    }
    entries.sort(
      ({ signIn: one }, { signIn: other }) =>
        Number(other.inUse) - Number(one.inUse) || other.usedAt - one.usedAt,
    );
    return entries.map((entry, at) =>
      at === 0 ? entry : { ...entry, signIn: { ...entry.signIn, inUse: false } },
    );
  }

  /** What was kept before accounts were told apart is given one, once. */
  async #withAccount(entry: Entry): Promise<Entry> {
    const { key, text, signIn } = entry;
    if (text.account !== undefined) return entry;
    const account = await this.#accounts.nameOf(text.address, text.token, true);
    await this.#store(key, { ...text, account });
    return { key, text: { ...text, account }, signIn: { ...signIn, account } };
  }

  /**
   * Puts to rest those that are not, and forgets the longest unused of too many.
   * @param entries last used first, as `#read` gives them.
   */
  async #rest(entries: readonly Entry[], usedAt: number): Promise<void> {
    for (const { key, text } of entries.slice(0, MOST_AT_REST)) {
      if (!text.resting) await this.#store(key, { ...text, usedAt, resting: true });
    }
    for (const { key } of entries.slice(MOST_AT_REST)) await this.#delete(key);
  }

  /** Now, and later than anything before, also if the machine's clock was set back. */
  #later(entries: readonly Entry[]): number {
    return Math.max(this.now(), ...entries.map(({ signIn }) => signIn.usedAt + 1));
  }

  /**
   * Moves sign-ins that are kept by the path of the folder over to the id of the workspace: once,
   * because nothing is kept by a path any more.
   * @returns the keys there are then.
   */
  async #moveEarlier(keys: readonly string[]): Promise<readonly string[]> {
    const workspace = this.#workspace;
    if (!workspace) return keys;
    const prefix = `${PREFIX}workspace:${workspace.earlier}|`;
    const earlier = keys.filter((key) => key.startsWith(prefix));
    if (earlier.length === 0) return keys;
    await workspace.make();
    for (const key of earlier) {
      const found = readSignIn(await this.#get(key), 'workspace');
      const to = this.#keyPrefix('workspace') + key.slice(prefix.length);
      if (found && !keys.includes(to)) await this.#store(to, found.text);
      await this.#delete(key);
    }
    return this.#keys(PREFIX);
  }

  #scopes(): readonly SignInScope[] {
    return this.#workspace?.known === undefined ? ['every'] : ['workspace', 'every'];
  }

  #keyPrefix(scope: SignInScope): string {
    return PREFIX + (scope === 'every' ? 'every|' : `workspace:${this.#workspace?.known ?? ''}|`);
  }

  async #keys(prefix: string): Promise<string[]> {
    const keys = await inWords(this.#secrets.keys());
    return keys.filter((key) => key.startsWith(prefix));
  }

  #get(key: string): Promise<string | undefined> {
    return inWords(this.#secrets.get(key));
  }

  #store(key: string, text: StoredText): Promise<void> {
    return inWords(this.#secrets.store(key, JSON.stringify(text)), text.token);
  }

  #delete(key: string): Promise<void> {
    return inWords(this.#secrets.delete(key));
  }
}

function without(entries: readonly Entry[], key: string): Entry[] {
  return entries.filter((entry) => entry.key !== key);
}

/** @param secret what an error of the storage may quote and nobody should read. */
async function inWords<T>(work: Thenable<T>, secret?: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    let said = error instanceof Error ? error.message : String(error);
    if (secret !== undefined) {
      const asStored = JSON.stringify(secret).slice(1, -1);
      said = said.replaceAll(secret, '[token]').replaceAll(asStored, '[token]');
    }
    // eslint-disable-next-line preserve-caught-error -- its message may hold the token
    throw new Error(`The editor’s secret storage does not work (${displayText(said)}).`);
  }
}
