import * as l10n from '@vscode/l10n';
import {
  type CheckedService,
  serviceInUse,
  serviceWithoutToken,
} from '../../connection/checkedService.ts';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import { readAddress, type ServiceAddress } from '../../core/client/serviceAddress.ts';
import { type CheckResult, failed, ok } from '../../core/doctor/check.ts';
import { isServiceError } from '../../core/model/serviceError.ts';
import { askStep } from '../../editor/askText.ts';
import { settings } from '../../editor/settings.ts';

/** The longest wait for the secret storage to say which sign-in is used. */
const LONGEST_LOOKUP_MS = 5000;

/** The service to check, and the result of the check of its address. */
export interface Found {
  readonly service: CheckedService | undefined;
  readonly address: CheckResult;
}

/**
 * Finds the service to check: the one in use; the one used last if the secret storage does not
 * answer; none if it fails; else the one that the user types. Only the one in use gets a token.
 * Resolves with `undefined` if the user cancels; rejects if `closing` aborts.
 */
export async function findService(
  session: Session,
  closing: AbortSignal,
): Promise<Found | undefined> {
  const hasAnswered = await isReady(session, closing);
  const { current, failure } = session;
  if (current) {
    return { service: serviceInUse(session, current), address: ok(inUse(current)) };
  }
  if (!hasAnswered) return storageIsSilent(session);
  if (failure) return { service: undefined, address: failed(failure.message, unlock()) };
  const typed = await askAddress(closing);
  if (!typed) return undefined;
  const service = serviceWithoutToken(session, typed);
  const found = l10n.t(
    '{0}, as you typed it. Nobody is signed in here, so no token is sent.',
    typed.base,
  );
  return { service, address: ok(found) };
}

/** Whether the secret storage answered in time. */
async function isReady(session: Session, closing: AbortSignal): Promise<boolean> {
  try {
    await withDeadline(session.clock, LONGEST_LOOKUP_MS, closing, () => session.ready());
    return true;
  } catch (error) {
    if (!isServiceError(error) || error.failure.kind !== 'timeout') throw error;
    return false;
  }
}

function inUse({ address: { base }, scope }: ActiveConnection): string {
  switch (scope) {
    case 'workspace':
      return l10n.t('Signed in to {0}, for this workspace.', base);
    case 'every':
      return l10n.t('Signed in to {0}, for every workspace.', base);
    case 'sample':
      return l10n.t(
        'Sample data is shown. Its service runs on this machine ({0}), so this says nothing about another service.',
        base,
      );
  }
}

function storageIsSilent(session: Session): Found {
  const last = readAddress(session.expected?.base ?? '');
  const isKnown = typeof last !== 'string';
  const silent = isKnown
    ? l10n.t(
        'The editor’s secret storage does not answer. The address that was used last is checked without a token: {0}.',
        last.base,
      )
    : l10n.t('The editor’s secret storage does not answer, so no address is known.');
  const service = isKnown ? serviceWithoutToken(session, last) : undefined;
  return { service, address: failed(silent, unlock()) };
}

function unlock(): string {
  return l10n.t(
    'Unlock or install the keyring of your system, reload the window, and sign in again if you are asked.',
  );
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
    help: {
      question: l10n.t('What is checked?'),
      answer: l10n.t(
        'Whether the service can be found and reached, its certificate, the proxy, and whether it answers and asks for a token. To check the token as well, sign in first.',
      ),
    },
    ended,
    onType: () => undefined,
    check: (text) => {
      const address = readAddress(text);
      return Promise.resolve(typeof address === 'string' ? address : undefined);
    },
  });
  const address = typeof answer === 'string' ? readAddress(answer) : undefined;
  return typeof address === 'object' ? address : undefined;
}

/** Why the remaining checks are left out: the user canceled, or the sign-in changed. */
export function whyStopped(canceled: AbortSignal): string {
  return canceled.aborted
    ? l10n.t('Not checked, because you canceled.')
    : l10n.t('Not checked, because the sign-in changed meanwhile.');
}
