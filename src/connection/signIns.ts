import { randomUUID, scrypt } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { DAY_MS } from '../core/base/clock.ts';
import { AccessToken, isToken } from '../core/client/accessToken.ts';
import { readAddress, type ServiceAddress } from '../core/client/serviceAddress.ts';
import type { Secrets } from './secrets.ts';

/** Where a sign-in applies: in one workspace, or in all without a sign-in of their own. */
export type SignInScope = 'workspace' | 'every';

/** Where a connection applies: that of a stored sign-in; one of this window only; sample data. */
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

/** A sign-in as read back from the secret storage. */
export interface StoredSignIn {
  /** A random id that is not secret; names this sign-in to other windows. */
  readonly id: string;
  readonly scope: SignInScope;
  readonly address: ServiceAddress;
  readonly token: AccessToken;
  /** False for an inactive one, which can be switched to. */
  readonly inUse: boolean;
  /** See `ActiveConnection.account`. */
  readonly account: string;
  /** When its use began or ended last, in milliseconds since 1970. */
  readonly usedAt: number;
}

type NamedSignIn = Pick<StoredSignIn, 'id' | 'scope'>;

/** One sign-in as it is stored. */
interface StoredText {
  readonly id: string;
  /** With the path prefix. */
  readonly address: string;
  readonly token: string;
  readonly account: string;
  readonly usedAt: number;
}

/** One secret as it is stored, in JSON. */
interface StoredScope {
  /** When a window with this scope was last opened, at most a day ago; in milliseconds since 1970. */
  readonly openedAt: number;
  /** The id of the sign-in in use; empty if none is. */
  readonly inUse: string;
  /** The last used one first. */
  readonly signIns: readonly StoredText[];
}

const PREFIX = 'mintscope.signIns|';
const EVERY = `${PREFIX}every`;
/** Sign-ins stored for each scope. More would be unused tokens. */
const MOST_SIGN_INS = 6;
/** A workspace that was not opened for this long is taken for deleted. */
const ORPHAN_MS = 90 * DAY_MS;
const NAME_BYTES = 6;

export interface SignInsParts {
  readonly secrets: Secrets;
  /** The id of this workspace; `undefined` if no folder is open. */
  readonly workspace: string | undefined;
  readonly now: () => number;
  /** See `SignOuts.has`. */
  readonly isEnded: (id: string) => boolean;
}

/**
 * The stored sign-ins. The editor's SecretStorage is one per extension for all workspaces, so there is
 * one secret for each workspace, and one for all. It holds the sign-ins of its scope and says which
 * one is in use, so that each change is one write. Each method rejects with a `SecretsError`.
 */
export class SignIns {
  readonly secrets: Secrets;
  readonly isEnded: (id: string) => boolean;
  readonly #now: () => number;
  /** The keys of the scopes that apply here; the first one that has a sign-in in use counts. */
  readonly #keys: ReadonlyMap<SignInScope, string>;

  constructor({ secrets, workspace, now, isEnded }: SignInsParts) {
    this.secrets = secrets;
    this.isEnded = isEnded;
    this.#now = now;
    this.#keys = new Map<SignInScope, string>([
      ...(workspace === undefined ? [] : [['workspace', `${PREFIX}${workspace}`] as const]),
      ['every', EVERY],
    ]);
  }

  /** Whether the secret of this key may change which sign-in is used here. */
  concerns(key: string): boolean {
    return [...this.#keys.values()].includes(key);
  }

  /**
   * Every sign-in that can be switched to here: the workspace's own first, and in each scope the last
   * used first. This window uses the first one that is in use.
   */
  async list(): Promise<StoredSignIn[]> {
    const found = await Promise.all(
      [...this.#keys].map(async ([scope, key]) => {
        const { inUse, signIns } = await this.#read(key);
        return signIns.map(({ address: text, token, ...named }) => {
          const address = readAddress(text) as ServiceAddress;
          const secret = new AccessToken(token, address.origin);
          return { ...named, scope, address, token: secret, inUse: named.id === inUse };
        });
      }),
    );
    return found.flat();
  }

  /**
   * Stores a sign-in and puts it in use. It replaces a stored one of the same origin and scope.
   * @returns the ids of those that are no longer stored.
   */
  async put(
    scope: SignInScope,
    address: ServiceAddress,
    token: string,
    { id, account }: Pick<StoredSignIn, 'id' | 'account'>,
  ): Promise<string[]> {
    const added = { id, address: address.base, token, account, usedAt: this.#now() };
    const isReplaced = (one: StoredText) => originOf(one) === address.origin;
    const gone: string[] = [];
    await this.#change(scope, (stored) => {
      const { signIns, ...left } = this.#unused(stored);
      const all = [added, ...signIns.filter((one) => !isReplaced(one))];
      const kept = all.slice(0, MOST_SIGN_INS);
      gone.push(...signIns.filter((one) => !kept.includes(one)).map((one) => one.id));
      return { ...left, inUse: id, signIns: kept };
    });
    return gone;
  }

  /**
   * Makes this sign-in the one in use. If it is for every workspace, none of this workspace is in use
   * then, because it would be used instead.
   * @returns false if it is no longer stored.
   */
  async use({ id, scope }: NamedSignIn): Promise<boolean> {
    const isFound = await this.#change(scope, (stored) => {
      const { signIns, ...left } = this.#unused(stored);
      const chosen = signIns.find((one) => one.id === id);
      if (!chosen) return stored;
      const others = signIns.filter((one) => one !== chosen);
      return { ...left, inUse: id, signIns: [{ ...chosen, usedAt: this.#now() }, ...others] };
    });
    if (isFound && scope === 'every') {
      await this.#change('workspace', (stored) => this.#unused(stored));
    }
    return isFound;
  }

  /** Deletes one sign-in. No inactive one becomes active instead. */
  async forget({ id, scope }: NamedSignIn): Promise<void> {
    await this.#change(scope, (stored) => without(stored, (one) => one.id === id));
  }

  /** Counts the sign-ins of every workspace. */
  async count(): Promise<number> {
    const scopes = await Promise.all((await this.#allKeys()).map((key) => this.#read(key)));
    return scopes.reduce((count, { signIns }) => count + signIns.length, 0);
  }

  /**
   * Deletes the sign-ins of every workspace, and what cannot be read.
   * @param until spares those put in use later, in milliseconds since 1970.
   * @returns the ids of those that could be read.
   */
  async forgetAll(until = Infinity): Promise<string[]> {
    const gone: string[] = [];
    for (const key of await this.#allKeys()) {
      const stored = await this.#read(key);
      const isGone = ({ usedAt }: StoredText) => usedAt <= until;
      gone.push(...stored.signIns.filter(isGone).map(({ id }) => id));
      await this.#write(key, without(stored, isGone));
    }
    return gone;
  }

  /**
   * Records, at most once a day, that this workspace is used. Deletes sign-ins of workspaces that
   * were not opened for 90 days, and those that were ended in another window.
   */
  async tidy(): Promise<void> {
    const now = this.#now();
    for (const key of await this.#allKeys()) {
      const text = await this.secrets.get(key);
      const stored = this.#parsed(text);
      const isGone = key !== EVERY && !this.concerns(key) && now - stored.openedAt > ORPHAN_MS;
      const isOpened = this.concerns(key) && now - stored.openedAt >= DAY_MS;
      const left = isGone ? without(stored, () => true) : stored;
      if (left.signIns.length < parsed(text).signIns.length || isOpened) {
        await this.#write(key, isOpened ? { ...left, openedAt: now } : left);
      }
    }
  }

  async #allKeys(): Promise<string[]> {
    return (await this.secrets.keys()).filter((key) => key.startsWith(PREFIX));
  }

  async #read(key: string): Promise<StoredScope> {
    return this.#parsed(await this.secrets.get(key));
  }

  #parsed(text: string | undefined): StoredScope {
    return without(parsed(text), ({ id }) => this.isEnded(id));
  }

  /** Resolves with whether `change` has changed anything. */
  async #change(
    scope: SignInScope,
    change: (stored: StoredScope) => StoredScope,
  ): Promise<boolean> {
    const key = this.#keys.get(scope);
    if (key === undefined) return false;
    const stored = await this.#read(key);
    const changed = change(stored);
    if (changed === stored) return false;
    await this.#write(key, { ...changed, openedAt: this.#now() });
    return true;
  }

  /** Stores the sign-ins of a scope. Their tokens are removed from an error of the storage. */
  #write(key: string, stored: StoredScope): Promise<void> {
    if (stored.signIns.length === 0) return this.secrets.delete(key);
    const hide = (message: string) =>
      stored.signIns
        .flatMap(({ token }) => [token, JSON.stringify(token).slice(1, -1)])
        .reduce((text, token) => text.replaceAll(token, '[token]'), message);
    return this.secrets.store(key, JSON.stringify(stored), hide);
  }

  /** With none in use. The one that was has been used until now. */
  #unused(stored: StoredScope): StoredScope {
    if (stored.inUse === '') return stored;
    const ended = (one: StoredText) =>
      one.id === stored.inUse ? { ...one, usedAt: this.#now() } : one;
    return { ...stored, inUse: '', signIns: stored.signIns.map(ended) };
  }
}

function without(stored: StoredScope, isGone: (one: StoredText) => boolean): StoredScope {
  const signIns = stored.signIns.filter((one) => !isGone(one));
  return signIns.length === stored.signIns.length ? stored : { ...stored, signIns };
}

function originOf({ address }: StoredText): string | undefined {
  const read = readAddress(address);
  return typeof read === 'string' ? undefined : read.origin;
}

/** What can be read of a secret. Incomplete sign-ins are left out. */
function parsed(text: string | undefined): StoredScope {
  const { openedAt, inUse, signIns } = membersOf(text);
  return {
    openedAt: typeof openedAt === 'number' ? openedAt : 0,
    inUse: typeof inUse === 'string' ? inUse : '',
    signIns: Array.isArray(signIns) ? signIns.filter(isStoredText) : [],
  };
}

function membersOf(text = '{}'): Partial<Record<keyof StoredScope, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as ReturnType<typeof membersOf>;
  } catch {
    return {};
  }
}

function isStoredText(value: unknown): value is StoredText {
  const { id, address, token, account, usedAt } = (value ?? {}) as Partial<StoredText>;
  if (typeof id !== 'string' || typeof account !== 'string') return false;
  if (typeof address !== 'string' || typeof token !== 'string') return false;
  return typeof usedAt === 'number' && typeof readAddress(address) !== 'string' && isToken(token);
}

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

const WORKSPACE_ID = 'mintscope.workspaceId';

/**
 * The id of a workspace: a random one in its own state, made by the first call. A path would not be
 * unique: two containers may have the same path and share the secrets of one editor.
 */
export function workspaceId(memento: vscode.Memento): string {
  const known = memento.get<unknown>(WORKSPACE_ID);
  if (typeof known === 'string' && known !== '') return known;
  const made = randomUUID();
  void memento.update(WORKSPACE_ID, made);
  return made;
}

/** The sign-in that this workspace used last, without its token. */
export interface LastSignIn extends NamedSignIn {
  readonly account: string;
  /** The address of the service, with its path prefix. */
  readonly base: string;
}

const LAST = 'mintscope.lastSignIn';

/** What is remembered of the sign-in that this workspace used last, if all of it is there. */
export function lastSignIn(memento: vscode.Memento): LastSignIn | undefined {
  const value = memento.get<Partial<Record<keyof LastSignIn, unknown>>>(LAST);
  if (typeof value !== 'object') return undefined;
  const { id, scope, account, base } = value;
  if (typeof id !== 'string' || typeof account !== 'string') return undefined;
  if (typeof base !== 'string' || (scope !== 'workspace' && scope !== 'every')) return undefined;
  return { id, scope, account, base };
}

/**
 * Remembers the stored sign-in in use, so that its stored rows can be shown before the secret storage
 * has answered; without any connection, forgets the last.
 */
export async function rememberSignIn(
  memento: vscode.Memento,
  connection:
    | (Omit<LastSignIn, 'scope' | 'base'> & {
        readonly scope: ConnectionScope;
        readonly address: ServiceAddress;
      })
    | undefined,
): Promise<void> {
  if (connection?.scope === 'sample' || connection?.scope === 'window') return;
  const { id, scope, account, address } = connection ?? {};
  const value = scope && { id, scope, account, base: address?.base };
  if (JSON.stringify(value) === JSON.stringify(lastSignIn(memento))) return;
  await memento.update(LAST, value);
}
