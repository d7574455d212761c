import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { readAddress, type ServiceAddress } from '../../core/client/serviceAddress.ts';
import { askStep } from '../../editor/askText.ts';
import { settings } from '../../editor/settings.ts';

/** It does not expose a token. */
export interface CheckedService extends Pick<ActiveConnection, 'address'> {
  readonly hasToken: boolean;
  /** Replaces the token in a text that may hold it. */
  readonly hideToken: (text: string) => string;
  /** Creates a client that reports each response, with the transport and policy of all requests. */
  readonly client: ActiveConnection['observed'];
  /** How requests to the service are sent; `undefined` if none was sent yet. */
  readonly route: () => ReturnType<Session['routeTo']>;
  readonly ended: AbortSignal | undefined;
}

export interface Found {
  /** `undefined` if no address is known. */
  readonly service: CheckedService | undefined;
  readonly from: 'signIn' | 'sample' | 'typed';
  /** Why it is not known which sign-in is used: a whole sentence. The service is that of the last. */
  readonly problem?: string;
}

/**
 * The service in use; the one used last if the secret storage fails; else a typed one. Only the one
 * in use gets a token.
 */
export async function findService(
  session: Session,
  closing: AbortSignal,
): Promise<Found | undefined> {
  await session.ready();
  const { current, failure, lastBase } = session;
  if (current) {
    const from = current.scope === 'sample' ? 'sample' : 'signIn';
    return { service: checked(session, current.address, current), from };
  }
  const address = failure ? addressIn(lastBase) : await askAddress(closing);
  const service = address && checked(session, address);
  if (failure) return { service, from: 'signIn', problem: failure.message };
  return service && { service, from: 'typed' };
}

/** @param connection if left out, no token is sent. */
function checked(
  session: Session,
  address: ServiceAddress,
  connection?: ActiveConnection,
): CheckedService {
  // The user requested the check, so its next request ignores a pause.
  session.probeNow(address);
  return {
    address,
    hasToken: connection !== undefined,
    ended: connection?.ended,
    client:
      connection?.observed ?? ((onResponse) => session.trialClient(address, undefined, onResponse)),
    hideToken: (text) => connection?.token.hideIn(text) ?? text,
    route: () => session.routeTo(address),
  };
}

function addressIn(text = ''): ServiceAddress | undefined {
  const address = readAddress(text);
  return typeof address === 'string' ? undefined : address;
}

async function askAddress(ended: AbortSignal): Promise<ServiceAddress | undefined> {
  const answer = await askStep({
    title: l10n.t('Check Connection'),
    step: 1,
    totalSteps: 1,
    prompt: l10n.t(
      'You are not signed in. Type the address of the service to check. No token is sent to it.',
    ),
    placeholder: 'https://api.example.com',
    value: settings.baseUrl,
    ended,
    onType: () => undefined,
    check: (text) => {
      const address = readAddress(text);
      return Promise.resolve(typeof address === 'string' ? address : undefined);
    },
  });
  return typeof answer === 'string' ? addressIn(answer) : undefined;
}
