import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { parseServiceAddress, type ServiceAddress } from '../core/address.ts';
import { AccessToken, parseToken } from '../core/accessToken.ts';
import { displayText } from '../core/displayText.ts';

/** Where a sign-in counts: in one workspace, or wherever a workspace has none of its own. */
export type SignInScope = 'workspace' | 'every';

/** A sign-in as read back from the secret storage. */
export interface StoredSignIn {
  /** Random, and no secret: names this sign-in to other windows. */
  readonly id: string;
  readonly scope: SignInScope;
  readonly address: ServiceAddress;
  readonly token: AccessToken;
}

const PREFIX = 'mintscope.token';

/**
 * Tokens in the editor's SecretStorage, which is one per extension for all workspaces: so each key
 * says the workspace and the origin it is for, `mintscope.token|workspace:file:///a/b|https://…`.
 * Which sign-in counts is read off the keys alone; nothing else is kept that could disagree.
 * Rejects with a sentence for people if the storage fails: there may be no keyring, or a locked one.
 */
export class TokenStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #workspace: string | undefined;

  /** @param workspace what tells this workspace from others; none if no folder is open. */
  constructor(secrets: vscode.SecretStorage, workspace: vscode.Uri | undefined) {
    this.#secrets = secrets;
    this.#workspace = workspace?.toString();
  }

  /** True for the key of a secret that may decide which sign-in counts here. */
  concerns(key: string): boolean {
    return this.#scopes().some((scope) => key.startsWith(this.#keyPrefix(scope)));
  }

  /** The sign-in that counts here: the workspace's own before the one for every workspace. */
  find(ignored: (id: string) => boolean): Promise<StoredSignIn | undefined> {
    return inWords(this.#find(ignored));
  }

  /** Keeps a sign-in, in place of the one that counted in the same scope. */
  put(scope: SignInScope, address: ServiceAddress, secret: string): Promise<void> {
    return inWords(this.#put(scope, address, secret), secret);
  }

  /** Forgets what counts in a scope. */
  remove(scope: SignInScope): Promise<void> {
    return inWords(this.#removeAll(scope));
  }

  async #find(ignored: (id: string) => boolean): Promise<StoredSignIn | undefined> {
    const keys = await this.#secrets.keys();
    for (const scope of this.#scopes()) {
      for (const key of keys.filter((one) => one.startsWith(this.#keyPrefix(scope)))) {
        const found = readSignIn(await this.#secrets.get(key), scope);
        if (found && !ignored(found.id)) return found;
        // What cannot be read, or was signed out elsewhere, is of no use to anybody.
        await this.#secrets.delete(key);
      }
    }
    return undefined;
  }

  async #put(scope: SignInScope, address: ServiceAddress, secret: string): Promise<void> {
    const id = randomUUID();
    const key = this.#keyPrefix(scope) + address.origin;
    await this.#secrets.store(key, JSON.stringify({ id, address: address.base, token: secret }));
    await this.#removeAll(scope, key);
  }

  async #removeAll(scope: SignInScope, except?: string): Promise<void> {
    for (const key of await this.#secrets.keys()) {
      if (key.startsWith(this.#keyPrefix(scope)) && key !== except) await this.#secrets.delete(key);
    }
  }

  #scopes(): readonly SignInScope[] {
    return this.#workspace === undefined ? ['every'] : ['workspace', 'every'];
  }

  #keyPrefix(scope: SignInScope): string {
    return scope === 'every' ? `${PREFIX}|every|` : `${PREFIX}|workspace:${this.#workspace ?? ''}|`;
  }
}

/** @param secret what an error of the storage may quote and nobody should read. */
async function inWords<T>(work: Promise<T>, secret?: string): Promise<T> {
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

function readSignIn(stored: string | undefined, scope: SignInScope): StoredSignIn | undefined {
  if (stored === undefined) return undefined;
  let value: { id?: unknown; address?: unknown; token?: unknown } | null;
  try {
    value = JSON.parse(stored) as typeof value;
  } catch {
    return undefined;
  }
  if (typeof value?.id !== 'string' || typeof value.address !== 'string') return undefined;
  const address = parseServiceAddress(value.address);
  const token = parseToken(typeof value.token === 'string' ? value.token : '');
  if (!address.ok || !token.ok) return undefined;
  const { address: service } = address;
  return {
    id: value.id,
    scope,
    address: service,
    token: new AccessToken(token.secret, service.origin),
  };
}
