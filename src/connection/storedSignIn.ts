import { AccessToken, parseToken } from '../core/client/accessToken.ts';
import { parseServiceAddress, type ServiceAddress } from '../core/client/serviceAddress.ts';

/** Where a sign-in counts: in one workspace, or wherever a workspace has none of its own. */
export type SignInScope = 'workspace' | 'every';

/** A sign-in as read back from the secret storage. */
export interface StoredSignIn {
  /** Random, and no secret: names this sign-in to other windows. */
  readonly id: string;
  readonly scope: SignInScope;
  readonly address: ServiceAddress;
  readonly token: AccessToken;
  /** False for one that is kept at rest, to switch to. */
  readonly inUse: boolean;
  /** Whose data it opens, see `Accounts`; `undefined` if it was kept before those were told apart. */
  readonly account: string | undefined;
  /** When it was put in use or to rest, or used last, in milliseconds since 1970; 0 if not kept. */
  readonly usedAt: number;
}

/** One secret as it is stored, in JSON. */
export interface StoredText {
  readonly id: string;
  /** With the path prefix; its origin is in the key as well. */
  readonly address: string;
  readonly token: string;
  /** See `Accounts`. Missing in what was stored before accounts were told apart. */
  readonly account?: string;
  /** Missing in what was stored before there was switching. */
  readonly usedAt?: number;
  /** Missing for the sign-in in use. */
  readonly resting?: true | undefined;
}

/** Reads a secret; `undefined` if it is none of ours or not whole. */
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
  if (typeof value?.id !== 'string' || typeof value.address !== 'string') return undefined;
  const address = parseServiceAddress(value.address);
  const token = parseToken(typeof value.token === 'string' ? value.token : '');
  if (!address.ok || !token.ok) return undefined;
  const { id } = value;
  const { address: service } = address;
  const { secret } = token;
  const usedAt = Number.isSafeInteger(value.usedAt) ? (value.usedAt as number) : 0;
  const inUse = value.resting !== true;
  const account = typeof value.account === 'string' ? value.account : undefined;
  return {
    text: {
      id,
      address: service.base,
      token: secret,
      usedAt,
      ...(account !== undefined && { account }),
      ...(!inUse && { resting: true }),
    },
    signIn: {
      id,
      scope,
      address: service,
      token: new AccessToken(secret, service.origin),
      account,
      inUse,
      usedAt,
    },
  };
}
