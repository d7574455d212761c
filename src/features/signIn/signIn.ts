import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { accountOfToken, storeSignIn } from '../../connection/connectionChanges.ts';
import type { Session } from '../../connection/session.ts';
import type { SignInScope } from '../../connection/storedSignIn.ts';
import { readAddress, type ServiceAddress } from '../../core/client/serviceAddress.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { askStep, BACK } from '../../editor/askText.ts';
import { showInformation } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import { signedInWords } from './sessionMessages.ts';
import { reach, tokenFault, checkToken } from './signInChecks.ts';
import { DRAFT_MINUTES, type SignInDraft } from './signInDraft.ts';

interface Asking {
  readonly session: Session;
  readonly draft: SignInDraft;
  readonly place: {
    readonly step: number;
    readonly totalSteps: number;
    /** Aborts when the user starts Sign In… again, which shows the same questions. */
    readonly ended: AbortSignal;
  };
}

/**
 * Asks for address, token, scope and, if the token takes the place of the one in use, whether the
 * account is the same, and checks the pair with the service before it is stored.
 * Starts at the address, with the answers of an unfinished sign-in. If the user closes the
 * questions half-way, offers to continue at the same step.
 * @throws if a question cannot be asked or the secret storage fails; the answers stay as if the
 * user had closed the questions.
 */
export async function signIn(session: Session, draft: SignInDraft): Promise<void> {
  draft.at = 0;
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
function offered({ current }: Session, { left }: SignInDraft): [string, SignInScope?] {
  if (current && current.scope !== 'sample') return [current.address.base, current.scope];
  return [left || settings.baseUrl];
}

/** Resolves with `false` if the user gave up, or if `ended` has aborted. */
async function askAll(session: Session, draft: SignInDraft, ended: AbortSignal): Promise<boolean> {
  const first = [askAddress, askToken, ...(hasFolder() ? [askScope] : [])];
  const all = () => (renewable(session, draft) ? [...first, askRenewal] : first);
  draft.at = Math.min(draft.at, all().length - 1);
  for (;;) {
    const steps = all();
    const step = steps[draft.at];
    if (!step) return true;
    const place = { step: draft.at + 1, totalSteps: steps.length, ended };
    const answer = await step({ session, draft, place });
    if (answer === undefined) return false;
    draft.at += answer === BACK ? -1 : 1;
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
  // If it was started again meanwhile, the draft belongs to the new questions.
  if (!ended.aborted) draft.clear();
  void showInformation(signedInWords({ address, scope }, session.current, before));
}

/** Resolves with whether to continue. If not, clears the draft, unless `ended` has aborted. */
async function offerToContinue(draft: SignInDraft, ended: AbortSignal): Promise<boolean> {
  draft.keep();
  const address = readAddress(draft.address);
  const goOn = l10n.t('Continue');
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
  if ((await showInformation(text, goOn)) === goOn) return true;
  if (!ended.aborted) draft.clear();
  return false;
}

function askAddress({ session, draft, place }: Asking) {
  return askStep({
    ...place,
    title: l10n.t('Sign in to your NFT service'),
    prompt: l10n.t('Address of the service. Your token is sent to this address and nowhere else.'),
    help: {
      question: l10n.t('Where do I find the address?'),
      answer: l10n.t(
        'Ask whoever runs the NFT service in your team for its base address, or look in the settings of a program that uses it. It is the part before /v2/projects: https://api.example.com, perhaps with a path. To try the address, a request without a token is sent to it.',
      ),
    },
    placeholder: 'https://api.example.com',
    value: draft.address,
    onType: (text) => {
      draft.address = text;
    },
    check: async (text, signal) => {
      const address = readAddress(text);
      if (typeof address === 'string') return address;
      const { base } = address;
      if (draft.reached.has(base) || draft.doubted === base) return undefined;
      const complaint = await reach(session, address, signal);
      if (!signal.aborted) {
        if (complaint === undefined) draft.reached.add(base);
        draft.doubted = complaint && base;
      }
      return complaint && l10n.t('{0} Press Enter again to go on with this address.', complaint);
    },
  });
}

function askToken({ session, draft, place }: Asking) {
  const address = addressOf(draft);
  return askStep({
    ...place,
    title: l10n.t('Sign in to {0}', address.host),
    prompt: l10n.t(
      'Access token for {0}. It is kept in the editor’s secret storage.',
      address.base,
    ),
    help: {
      question: l10n.t('Where do I get a token?'),
      answer: l10n.t(
        'Ask whoever runs the NFT service in your team for an access token, or how to make one. It is kept in the editor’s secret storage, sent to this address only, and never written to a log or a file.',
      ),
    },
    placeholder: l10n.t('Paste the token'),
    value: draft.tokenFor(address),
    hidden: true,
    onType: (text) => {
      draft.token = { text, origin: address.origin };
    },
    check: async (text, signal) => {
      const secret = text.trim();
      const fault = tokenFault(secret);
      if (fault !== undefined) return fault;
      if (draft.proven?.base === address.base && draft.proven.secret === secret) return undefined;
      const complaint = await checkToken(session, address, secret, signal);
      if (complaint === undefined) draft.proven = { base: address.base, secret };
      return complaint;
    },
  });
}

async function askScope({ draft, place }: Asking) {
  const { host } = addressOf(draft);
  const answer = await askChoice<SignInScope>({
    ...place,
    title: l10n.t('Use this sign-in to {0} in', host),
    placeholder: l10n.t('A sign-in for this workspace comes before one for every workspace'),
    choices: [
      {
        label: l10n.t('This workspace'),
        description: vscode.workspace.name ?? '',
        value: 'workspace',
      },
      {
        label: l10n.t('Every workspace'),
        description: l10n.t('that has no sign-in of its own'),
        value: 'every',
      },
    ],
    active: draft.scope,
    onActive: (scope) => {
      draft.scope = scope;
    },
  });
  if (answer !== undefined && answer !== BACK) draft.scope = answer;
  return answer;
}

/** Asks whose token it is, unless it is that of the account in use. */
async function askRenewal({ session, draft, place }: Asking) {
  const address = addressOf(draft);
  const { id = '', account } = session.current ?? {};
  if ((await accountOfToken(session, address, draft.tokenFor(address).trim())) === account) {
    draft.renews = id;
    return id;
  }
  const answer = await askChoice<string>({
    ...place,
    title: l10n.t('Sign in to {0} again', address.host),
    placeholder: l10n.t('Is this a new token of the same account?'),
    choices: [
      {
        label: l10n.t('The same account'),
        description: l10n.t('what was read and watched is kept'),
        value: id,
      },
      {
        label: l10n.t('Another account'),
        description: l10n.t(
          'starts empty, and deletes what was read and watched with the token before',
        ),
        value: '',
      },
    ],
    active: draft.renews ?? id,
    onActive: (renews) => {
      draft.renews = renews;
    },
  });
  if (answer !== undefined && answer !== BACK) draft.renews = answer;
  return answer;
}

function addressOf(draft: SignInDraft): ServiceAddress {
  const address = readAddress(draft.address);
  if (typeof address === 'string') throw new Error(address);
  return address;
}
