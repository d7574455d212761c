import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { AccessToken } from '../core/client/accessToken.ts';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import type { ClientEvents, ServiceCalls } from '../core/client/serviceClient.ts';
import { IN_WINDOW } from './activeConnection.ts';
import { SecretsError } from './secrets.ts';
import type { Session } from './session.ts';
import {
  accountName,
  clearOthers,
  countAll,
  forget,
  forgetAll,
  listSignIns,
  put,
  use,
} from './signInStore.ts';
import type { SignInScope, StoredSignIn } from './storedSignIn.ts';

/*
 * The changes that the user makes to the connection of a window. If the editor's secret storage
 * fails, each function rejects with a `SecretsError`.
 */

/**
 * A client to check an address, and later a token, before they are stored. Without a token it sends
 * none. The user is waiting, so the next request to that service ignores a pause.
 */
export function trialClient(
  session: Session,
  address: ServiceAddress,
  token: AccessToken | undefined,
  events?: ClientEvents,
): ServiceCalls {
  session.probeNow(address);
  return session.parts.createClient(address, token, events);
}

/**
 * Stores a sign-in, then looks up which one this window uses: the workspace's own, if there is one,
 * is used instead of one for every workspace.
 * @param renews the id of the connection in use, if the token is a new one of the same account: its
 *   stored data stays. Ignored if that connection is no longer in use.
 * @returns why it cannot be stored, if so; it is then used in this window only.
 */
export async function storeSignIn(
  session: Session,
  scope: SignInScope,
  address: ServiceAddress,
  secret: string,
  renews?: string,
): Promise<SecretsError | undefined> {
  const { storage, data } = session.parts;
  const name = await accountName(address.base, secret);
  const renewed = () => (session.current?.id === renews ? session.current : undefined);
  try {
    await changeSignIns(session, async () => {
      const current = renewed();
      const id = randomUUID();
      if (!current) {
        await put(storage, scope, address, secret, { id, account: data.accountOf(name) });
        return;
      }
      const { account } = current;
      // Do this before any window uses the new sign-in, which would otherwise begin without data.
      await data.renew(current.id, id).catch((error: unknown) => {
        throw new Error(notRenewedWords(error), { cause: error });
      });
      try {
        await put(storage, scope, address, secret, { id, account });
      } catch (error) {
        await session.keepUp(() => data.renew(id, current.id));
        throw error;
      }
      if (account !== name) await session.keepUp(() => data.noteRenewed(name, account));
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
    await session.change(async (reload) => {
      const account = renewed()?.account ?? data.accountOf(name);
      const token = new AccessToken(secret, address.origin);
      const id = IN_WINDOW + randomUUID();
      session.useInWindow({ id, scope: 'window', address, account, token });
      await session.parts.sample.want(false);
      await reload();
    });
    return error;
  }
}

function notRenewedWords(error: unknown): string {
  return l10n.t(
    'What was read and watched before cannot be carried over ({0}). Try again, or choose “Another account”.',
    error instanceof Error ? error.message : String(error),
  );
}

/** The account that a token of this service belongs to. */
export async function accountOfToken(
  { parts }: Session,
  { base }: ServiceAddress,
  secret: string,
): Promise<string> {
  return parts.data.accountOf(await accountName(base, secret));
}

/** Uses another stored sign-in, in every window of its scope. Rejects if it is no longer stored. */
export function switchTo(session: Session, signIn: StoredSignIn): Promise<void> {
  return changeSignIns(session, async () => {
    const { host } = signIn.address;
    if (!(await use(session.parts.storage, signIn))) {
      throw new Error(l10n.t('The sign-in to {0} is no longer stored. Sign in there again.', host));
    }
  });
}

/**
 * Deletes the sign-in in use and its stored data, and ends its connection here and in all other
 * windows, also if its token cannot be deleted: then that is done when the secret storage works
 * again. With sample data, only ends its use in this window.
 */
export function signOut(session: Session): Promise<void> {
  return session.change(async (reload) => {
    const { current } = session;
    if (current?.scope === 'workspace' || current?.scope === 'every') {
      try {
        await endSignIn(session, { id: current.id, scope: current.scope });
      } catch (error) {
        // The storage may not say which sign-in is used next, so leave this one first.
        session.leave();
        throw error;
      } finally {
        await reload();
      }
    } else {
      session.useInWindow(undefined);
      await session.parts.sample.want(false);
      await reload();
      const { data } = session.parts;
      if (current?.scope === 'window') await session.keepUp(() => data.forget(current.id));
    }
    await clearLeftovers(session);
  });
}

/** The stored sign-ins to choose from here, including the one in use. */
export function switchableSignIns({ parts }: Session): Promise<StoredSignIn[]> {
  return listSignIns(parts.storage);
}

export function forgetSignIn(session: Session, signIn: StoredSignIn): Promise<void> {
  return session.change(async (reload) => {
    await endSignIn(session, signIn);
    await reload();
  });
}

export function countSignIns({ parts }: Session): Promise<number> {
  return countAll(parts.storage);
}

/** Deletes the sign-ins of every workspace with their stored data, in every window. */
export function forgetAllSignIns(session: Session): Promise<void> {
  const { storage, signOuts, data } = session.parts;
  return session.change(async (reload) => {
    session.useInWindow(undefined);
    for (const id of await forgetAll(storage)) await forgetData(session, id);
    await session.keepUp(() => signOuts.note(null));
    await session.keepUp(() => data.forgetAll());
    await reload();
  });
}

/** Shows sample data in place of a sign-in. Rejects if the sample service cannot be started. */
export function useSampleData(session: Session): Promise<void> {
  const { sample } = session.parts;
  return session.change(async (reload) => {
    await sample.want(true);
    await reload();
    const { failure } = session;
    if (!failure) return;
    // Otherwise the next lookup would fail again.
    await sample.want(false);
    await reload();
    throw failure;
  });
}

function changeSignIns(session: Session, work: () => Promise<void>): Promise<void> {
  const { storage, sample, data } = session.parts;
  return session.change(async (reload) => {
    const before = await listSignIns(storage);
    await work();
    session.useInWindow(undefined);
    await sample.want(false);
    // One was deleted if the new one has replaced it, or if there were too many.
    const remaining = new Set((await listSignIns(storage)).map(({ id }) => id));
    const deleted = before.filter(({ id }) => !remaining.has(id));
    await session.keepUp(() => Promise.all(deleted.map(({ id }) => data.forget(id))));
    await reload();
    await clearLeftovers(session);
  });
}

async function endSignIn(
  session: Session,
  signIn: Pick<StoredSignIn, 'id' | 'scope'>,
): Promise<void> {
  try {
    await forget(session.parts.storage, signIn);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const words = l10n.t('The sign-in has ended, but its token is still stored. {0}', why);
    throw new Error(words, { cause: error });
  } finally {
    // From this on, the sign-in counts as deleted.
    await forgetData(session, signIn.id);
  }
}

/** Notes for all windows that a sign-in was ended, and deletes its stored data. */
async function forgetData(session: Session, id: string): Promise<void> {
  const { signOuts, data } = session.parts;
  // Note it first: from then on no window stores data of the sign-in.
  await session.keepUp(() => signOuts.note(id));
  await session.keepUp(() => data.forget(id));
}

/** Deletes sign-ins of workspaces not opened for 90 days, and data of sign-ins not used as long. */
function clearLeftovers(session: Session): Promise<void> {
  const { storage, data } = session.parts;
  return session.keepUp(async () => {
    await clearOthers(storage);
    await data.tidy(session.current?.id);
  });
}
