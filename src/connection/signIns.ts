import { scrypt } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { AccessToken, isToken } from '../core/client/accessToken.ts';
import { hostAndPath, readAddress, type ServiceAddress } from '../core/client/serviceAddress.ts';
import { DAY_MS } from '../core/base/clock.ts';
import type { Secrets } from './secrets.ts';

/** Where a sign-in applies: in one workspace, or in all without a sign-in of their own. */
export type SignInScope = 'workspace' | 'every';

/** Also one that could not be stored, and sample data. */
export type ConnectionScope = SignInScope | 'window' | 'sample';

export function scopeWords(scope: ConnectionScope): string {
  switch (scope) {
    case 'workspace':
      return l10n.t('this workspace');
    case 'every':
      return l10n.t('every workspace');
    case 'window':
      return l10n.t('this window only');
    case 'sample':
      return l10n.t('sample data');
  }
}

/** What a service is called: its host and path, or `sample data`. */
export function serviceName({
  scope,
  address,
}: {
  readonly scope: ConnectionScope;
  readonly address: ServiceAddress;
}): string {
  return scope === 'sample' ? scopeWords(scope) : hostAndPath(address);
}

export interface StoredSignIn {
  /** A random id that is not secret; a token that renews another one keeps it. */
  readonly id: string;
  readonly scope: SignInScope;
  readonly address: ServiceAddress;
  readonly token: AccessToken;
  /** False for an inactive one, which can be switched to. */
  readonly inUse: boolean;
  /** See `ActiveConnection.account`. */
  readonly account: string;
  /** When its use was last recorded, began or ended, in milliseconds since 1970; 0 if unknown. */
  readonly usedAt: number;
}

interface StoredText extends Pick<StoredSignIn, 'id' | 'account' | 'usedAt'> {
  /** With the path prefix. */
  readonly address: string;
  readonly token: string;
  /** Left out for the sign-in in use. */
  readonly resting?: true | undefined;
}

interface Entry {
  readonly key: string;
  readonly text: StoredText;
  readonly signIn: StoredSignIn;
}

export interface SignInParts {
  readonly secrets: Secrets;
  /** The id of this workspace; `undefined` if no folder is open. */
  readonly workspace: string | undefined;
  readonly now: () => number;
  /** See `SignOuts.has`. */
  readonly isEnded: (id: string) => boolean;
}

const PREFIX = 'mintscope.token|';
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
 * The sign-ins are in the editor's SecretStorage, which is one per extension for all workspaces. So
 * each key contains the scope, with the id of the workspace, and the base address:
 * `mintscope.token|workspace:3f…|https://…/`, or `mintscope.token|every|https://…/`.
 *
 * In each scope at most one sign-in is in use; the others can be switched to. Only the secrets say
 * which one is in use, so there is no second record that could disagree. If a window closed between
 * two writes, several may be marked as in use: then the last one put in use counts. Each method
 * rejects with a `SecretsError`.
 */
export class SignIns {
  readonly #parts: SignInParts;
  readonly #scopes: readonly SignInScope[];

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#scopes = parts.workspace === undefined ? ['every'] : ['workspace', 'every'];
  }

  /** Whether the secret of this key may change which sign-in is used here. */
  concerns(key: string): boolean {
    return this.#scopes.some((scope) => key.startsWith(this.#prefix(scope)));
  }

  /**
   * Those that can be switched to here: the workspace's own first, in each scope the one in use,
   * then the most recently used. This window uses the first one that is in use.
   */
  async list(): Promise<StoredSignIn[]> {
    return (await this.#entries()).map(({ signIn }) => signIn);
  }

  /**
   * The others of its scope become inactive. It replaces one of the same address and scope.
   * @returns the id of the one that it replaces.
   */
  async put(
    scope: SignInScope,
    address: ServiceAddress,
    token: string,
    named: Pick<StoredSignIn, 'id' | 'account'>,
  ): Promise<string | undefined> {
    const { base } = address;
    const entries = await this.#entries(scope);
    const key = `${this.#prefix(scope)}${base}/`;
    await this.#activate(key, { ...named, address: base, token }, entries);
    const replaced = entries.find((entry) => entry.key === key)?.text.id;
    return replaced === named.id ? undefined : replaced;
  }

  /**
   * If it is for every workspace, the sign-ins of this workspace become inactive, because they
   * would be used instead.
   * @returns false if it is no longer stored.
   */
  async use({ id, scope }: Pick<StoredSignIn, 'id' | 'scope'>): Promise<boolean> {
    const entries = await this.#entries(scope);
    const chosen = entries.find(({ text }) => text.id === id);
    if (!chosen) return false;
    await this.#activate(chosen.key, chosen.text, entries);
    if (scope === 'every') await this.#deactivate(await this.#entries('workspace'));
    return true;
  }

  /** No inactive one becomes active instead. */
  async forget(id: string): Promise<void> {
    const entries = await this.#entries();
    const gone = entries.find(({ text }) => text.id === id);
    if (!gone) return;
    const { inUse, scope } = gone.signIn;
    // First, so that a sign-in left active by an interrupted write does not replace it.
    if (inUse)
      await this.#deactivate(entries.filter((e) => e !== gone && e.signIn.scope === scope));
    await this.#parts.secrets.delete(gone.key);
  }

  /**
   * Deletes the sign-ins of every workspace.
   * @param until spares those put in use later, in milliseconds since 1970.
   * @yields the id of each after its deletion, if it could be read.
   */
  async *forgetAll(until = Infinity): AsyncGenerator<string, void> {
    for (const { key, entry } of await this.#read([PREFIX])) {
      if ((entry?.text.usedAt ?? 0) > until) continue;
      await this.#parts.secrets.delete(key);
      if (entry) yield entry.text.id;
    }
  }

  /** Records, at most once a day, that this workspace is used, so that `clearOthers` spares it. */
  async recordUse(): Promise<void> {
    const now = this.#parts.now();
    const own = await this.#entries('workspace');
    const [newest] = own.sort((one, other) => other.text.usedAt - one.text.usedAt);
    if (!newest || now - newest.text.usedAt < DAY_MS) return;
    await this.#write(newest.key, { ...newest.text, usedAt: now });
  }

  /**
   * Deletes sign-ins of other workspaces: those of workspaces that were not opened for 90 days, and
   * those that were ended in another window.
   */
  async clearOthers(): Promise<void> {
    const { secrets, now, isEnded } = this.#parts;
    const all = (await this.#read([PREFIX])).flatMap(({ entry }) => entry ?? []);
    const others = all.filter(({ key }) => !this.concerns(key));
    // The key up to its address names the workspace.
    for (const entries of Map.groupBy(others, ({ key }) => key.split('|', 2).join()).values()) {
      const lastUse = Math.max(...entries.map(({ text }) => text.usedAt));
      const isGone = now() - lastUse > ORPHAN_MS;
      for (const { key, text } of entries) {
        if (isGone || isEnded(text.id)) await secrets.delete(key);
      }
    }
  }

  #prefix(scope: SignInScope): string {
    return `${PREFIX}${scope === 'every' ? 'every' : `workspace:${this.#parts.workspace ?? ''}`}|`;
  }

  /** The secrets whose keys begin so; those that cannot be read without an entry. */
  async #read(prefixes: readonly string[]) {
    const { secrets } = this.#parts;
    const isWanted = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
    const keys = (await secrets.keys()).filter(isWanted);
    const entries = keys.map(async (key) => ({ key, entry: entryOf(key, await secrets.get(key)) }));
    return Promise.all(entries);
  }

  /**
   * The sign-ins of a scope, or of all, in the order of `list`; the first of a scope alone may be in
   * use. Those that were ended are deleted; if that fails, the next call tries again. What cannot be
   * read stays, because a later version may have written it.
   */
  async #entries(only?: SignInScope): Promise<Entry[]> {
    const { secrets, isEnded } = this.#parts;
    const scopes = this.#scopes.filter((scope) => (only ?? scope) === scope);
    const entries: Entry[] = [];
    for (const { key, entry } of await this.#read(scopes.map((scope) => this.#prefix(scope)))) {
      if (entry && !isEnded(entry.text.id)) entries.push(entry);
      else if (entry) void secrets.delete(key).catch(() => undefined);
    }
    const isActive = ({ text }: Entry) => Number(!text.resting);
    entries.sort((a, b) => isActive(b) - isActive(a) || b.text.usedAt - a.text.usedAt);
    return scopes.flatMap((scope) => {
      const own = entries.filter(({ signIn }) => signIn.scope === scope);
      return own.map((entry, at) => {
        const inUse = at === 0 && !entry.text.resting;
        return { ...entry, signIn: { ...entry.signIn, inUse } };
      });
    });
  }

  async #activate(key: string, text: Omit<StoredText, 'usedAt'>, entries: readonly Entry[]) {
    await this.#write(key, { ...text, usedAt: this.#parts.now(), resting: undefined });
    await this.#deactivate(entries.filter((entry) => entry.key !== key));
  }

  async #deactivate(entries: readonly Entry[]): Promise<void> {
    const usedAt = this.#parts.now();
    for (const { key, text } of entries) {
      if (!text.resting) await this.#write(key, { ...text, usedAt, resting: true });
    }
  }

  #write(key: string, text: StoredText): Promise<void> {
    return this.#parts.secrets.store(key, JSON.stringify(text), text.token);
  }
}

/** `undefined` if it is not a complete sign-in. */
function entryOf(key: string, stored: string | undefined): Entry | undefined {
  let value: Readonly<Partial<Record<keyof StoredText, unknown>>> | null;
  try {
    value = JSON.parse(stored ?? '') as typeof value;
  } catch {
    return undefined;
  }
  const { id, token, account, address: base } = value ?? {};
  if (typeof id !== 'string' || typeof account !== 'string') return undefined;
  if (typeof base !== 'string' || typeof token !== 'string') return undefined;
  const address = readAddress(base);
  if (typeof address === 'string' || !isToken(token)) return undefined;
  const usedAt = Number.isSafeInteger(value?.usedAt) ? Number(value?.usedAt) : 0;
  const inUse = value?.resting !== true;
  const scope = key.startsWith(`${PREFIX}every|`) ? 'every' : 'workspace';
  const named = { id, account, usedAt };
  return {
    key,
    text: { ...named, address: address.base, token, ...(!inUse && { resting: true }) },
    signIn: { ...named, scope, address, token: new AccessToken(token, address.origin), inUse },
  };
}
