import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { AccessToken, isToken } from '../core/client/accessToken.ts';
import { readAddress, type ServiceAddress } from '../core/client/serviceAddress.ts';
import type { Secrets } from './secrets.ts';

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

/**
 * Where sign-ins are stored: the editor's SecretStorage, which is one per extension for all
 * workspaces. So each key contains the scope, with the id of the workspace, and the origin:
 * `mintscope.token|workspace:3f…|https://…`, or `mintscope.token|every|https://…`.
 */
export interface SignInStorage {
  readonly secrets: Secrets;
  /** The id of this workspace; `undefined` if no folder is open. */
  readonly workspace: string | undefined;
  readonly now: () => number;
  /** See `SignOuts.has`. */
  readonly isEnded: (id: string) => boolean;
  /** Logs a secret that cannot be read, once. */
  readonly warn?: (line: string) => void;
}

/** Where a sign-in applies: in one workspace, or in all without a sign-in of their own. */
export type SignInScope = 'workspace' | 'every';

/** The sign-in that this workspace used last, without its token. */
export interface LastSignIn {
  readonly id: string;
  readonly scope: SignInScope;
  /** See `ActiveConnection.account`. */
  readonly account: string;
  /** The address of the service, with its path prefix. */
  readonly base: string;
}

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
  /** When its use was last recorded, began or ended, in milliseconds since 1970; 0 if unknown. */
  readonly usedAt: number;
}

/** One secret as it is stored, in JSON. */
export interface StoredText {
  readonly id: string;
  /** With the path prefix; its origin is in the key as well. */
  readonly address: string;
  readonly token: string;
  readonly account: string;
  readonly usedAt: number;
  /** Left out for the sign-in in use. */
  readonly resting?: true | undefined;
}

export interface StoredEntry {
  readonly key: string;
  readonly text: StoredText;
  readonly signIn: StoredSignIn;
}

const PREFIX = 'mintscope.token|';

export function scopePrefix({ workspace }: SignInStorage, scope: SignInScope): string {
  return `${PREFIX}${scope === 'every' ? 'every' : `workspace:${workspace ?? ''}`}|`;
}

/** The keys of the sign-ins of all workspaces. */
export async function storedKeys({ secrets }: SignInStorage): Promise<string[]> {
  return (await secrets.keys()).filter((key) => key.startsWith(PREFIX));
}

/** Stores a sign-in under a key. The token is removed from an error of the storage. */
export function write({ secrets }: SignInStorage, key: string, text: StoredText): Promise<void> {
  const asStored = JSON.stringify(text.token).slice(1, -1);
  return secrets.store(key, JSON.stringify(text), (message) =>
    message.replaceAll(text.token, '[token]').replaceAll(asStored, '[token]'),
  );
}

/** Reads a secret; `undefined` if it is not a complete sign-in. */
export function readSignIn(
  stored: string | undefined,
  scope: SignInScope,
): { readonly text: StoredText; readonly signIn: StoredSignIn } | undefined {
  if (stored === undefined) return undefined;
  let value: Readonly<Record<keyof StoredText, unknown>> | null;
  try {
    value = JSON.parse(stored) as typeof value;
  } catch {
    return undefined;
  }
  const { id, token, account } = value ?? {};
  if (typeof id !== 'string' || typeof account !== 'string') return undefined;
  if (typeof value?.address !== 'string' || typeof token !== 'string') return undefined;
  const address = readAddress(value.address);
  if (typeof address === 'string' || !isToken(token)) return undefined;
  const usedAt = Number.isSafeInteger(value.usedAt) ? (value.usedAt as number) : 0;
  const inUse = value.resting !== true;
  const common = { id, account, usedAt };
  return {
    text: { ...common, address: address.base, token, ...(!inUse && { resting: true }) },
    signIn: { ...common, scope, address, token: new AccessToken(token, address.origin), inUse },
  };
}

/** Whether the secret of this key may change which sign-in is used here. */
export function concerns(storage: SignInStorage, key: string): boolean {
  return scopes(storage).some((scope) => key.startsWith(scopePrefix(storage, scope)));
}

/**
 * The sign-in that will probably be used, found with one call of the secret storage. `undefined` if
 * that fails, or if the secret is not this sign-in, complete, in use and not ended. Other secrets
 * may take precedence (see `listSignIns`); this one is used until they were read.
 */
export async function readExpected(
  storage: SignInStorage,
  { id, scope, account, base }: LastSignIn,
): Promise<StoredSignIn | undefined> {
  const address = readAddress(base);
  if (typeof address === 'string') return undefined;
  const key = scopePrefix(storage, scope) + address.origin;
  const stored = await storage.secrets.get(key).then(undefined, () => undefined);
  const signIn = readSignIn(stored, scope)?.signIn;
  const isExpected = signIn?.id === id && signIn.account === account && signIn.inUse;
  return isExpected && !storage.isEnded(id) ? signIn : undefined;
}

export function scopes({ workspace }: SignInStorage): readonly SignInScope[] {
  return workspace === undefined ? ['every'] : ['workspace', 'every'];
}

const MEMORY = 'mintscope.lastSignIn';

interface Used extends Pick<LastSignIn, 'id' | 'account'> {
  readonly scope: ConnectionScope;
  readonly address: ServiceAddress;
}

/**
 * Remembers the sign-in that this workspace used last, so that its stored rows can be shown before
 * the secret storage has answered. Which one is used, the secrets decide.
 */
export class LastSignInMemory {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get value(): LastSignIn | undefined {
    const value = this.#memento.get<Partial<Record<keyof LastSignIn, unknown>>>(MEMORY);
    if (typeof value !== 'object') return undefined;
    const { id, scope, account, base } = value;
    if (typeof id !== 'string' || typeof account !== 'string') return undefined;
    if (typeof base !== 'string' || (scope !== 'workspace' && scope !== 'every')) return undefined;
    return { id, scope, account, base };
  }

  /** Remembers the stored sign-in in use; without any connection, forgets the last. */
  async follow(connection: Used | undefined): Promise<void> {
    if (connection?.scope === 'sample' || connection?.scope === 'window') return;
    const { id, scope, account, address } = connection ?? {};
    const value = scope && { id, scope, account, base: address?.base };
    if (JSON.stringify(value) === JSON.stringify(this.value)) return;
    await this.#memento.update(MEMORY, value);
  }
}
