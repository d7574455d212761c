import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { storeSignIn } from '../../connection/connectionChanges.ts';
import type { Session } from '../../connection/session.ts';
import type { SignInScope } from '../../connection/storedSignIn.ts';
import { readAddress } from '../../core/client/serviceAddress.ts';
import { BACK } from '../../editor/askText.ts';
import { showInformation } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import { signedInWords } from './sessionMessages.ts';
import { tokenFault } from './signInChecks.ts';
import { DRAFT_MINUTES, type SignInDraft } from './signInDraft.ts';
import { addressOf, askAddress, askRenewal, askScope, askToken } from './signInQuestions.ts';

/**
 * Prompts for address, token, scope and, if the token takes the place of the one in use, whether
 * the account is the same. Address and token are tried with the service before they are stored.
 * Starts at the address, with the answers of an unfinished sign-in. If the user closes the prompts
 * half-way, offers to continue at the same step.
 * @throws if a prompt or the secret storage fails; the answers stay as if the user had closed the
 * prompts.
 */
export async function signIn(session: Session, draft: SignInDraft): Promise<void> {
  draft.step = 0;
  for (;;) {
    const ended = draft.begin(...offered(session, draft));
    try {
      if (await askAll(session, draft, ended)) {
        await store(session, draft, ended);
        return;
      }
    } catch (error) {
      if (!ended.aborted) draft.keep();
      throw error;
    }
    if (ended.aborted || draft.isEmpty) return;
    if (!(await offerToContinue(draft, ended))) return;
  }
}

/** The address and the scope to begin with. */
function offered({ current }: Session, { signedOutOf }: SignInDraft): [string, SignInScope?] {
  if (current && current.scope !== 'sample') return [current.address.base, current.scope];
  return [signedOutOf || settings.baseUrl];
}

/** Resolves with true if all was answered; false if the user canceled or `ended` has aborted. */
async function askAll(session: Session, draft: SignInDraft, ended: AbortSignal): Promise<boolean> {
  const always = [askAddress, askToken, ...(hasFolder() ? [askScope] : [])];
  const stepsNow = () => (renewable(session, draft) ? [...always, askRenewal] : always);
  draft.step = Math.min(draft.step, stepsNow().length - 1);
  for (;;) {
    const steps = stepsNow();
    const step = steps[draft.step];
    if (!step) return true;
    const place = { step: draft.step + 1, totalSteps: steps.length, ended };
    const answer = await step({ session, draft, place });
    if (answer === undefined) return false;
    draft.step += answer === BACK ? -1 : 1;
  }
}

/** Without a folder, a sign-in for this workspace could not be found again later. */
function hasFolder(): boolean {
  return (vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]) !== undefined;
}

/**
 * The connection in use, if the new sign-in takes its place with a token of the same service: only
 * the user knows whether the account is the same.
 */
function renewable({ current }: Session, draft: SignInDraft): ActiveConnection | undefined {
  const address = readAddress(draft.address);
  const isSame =
    typeof address !== 'string' &&
    current?.address.base === address.base &&
    current.scope === scopeOf(draft);
  return isSame ? current : undefined;
}

function scopeOf({ scope }: SignInDraft): SignInScope {
  return hasFolder() ? scope : 'every';
}

async function store(session: Session, draft: SignInDraft, ended: AbortSignal): Promise<void> {
  const address = addressOf(draft);
  const scope = scopeOf(draft);
  const secret = draft.tokenFor(address).trim();
  const fault = tokenFault(secret);
  if (fault !== undefined) throw new Error(fault);
  const before = session.current;
  await storeSignIn(session, scope, address, secret, draft.renews);
  // If Sign In… was started again meanwhile, the draft belongs to its prompts.
  if (!ended.aborted) draft.clear();
  void showInformation(signedInWords({ address, scope }, session.current, before));
}

/** Resolves with whether to continue. If not, clears the draft, unless `ended` has aborted. */
async function offerToContinue(draft: SignInDraft, ended: AbortSignal): Promise<boolean> {
  draft.keep();
  const address = readAddress(draft.address);
  const resume = l10n.t('Continue');
  const text =
    typeof address === 'string'
      ? l10n.t(
          'Signing in is not finished. What you typed is kept in memory for {0} minutes, or until you close this message.',
          DRAFT_MINUTES,
        )
      : l10n.t(
          'Signing in to {0} is not finished. What you typed is kept in memory for {1} minutes, or until you close this message.',
          address.host,
          DRAFT_MINUTES,
        );
  if ((await showInformation(text, resume)) === resume) return true;
  if (!ended.aborted) draft.clear();
  return false;
}
