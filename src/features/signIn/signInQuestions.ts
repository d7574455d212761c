import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { accountOfToken } from '../../connection/connectionChanges.ts';
import type { Session } from '../../connection/session.ts';
import type { SignInScope } from '../../connection/storedSignIn.ts';
import { readAddress, type ServiceAddress } from '../../core/client/serviceAddress.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { askStep, BACK } from '../../editor/askText.ts';
import { checkToken, reach, tokenFault } from './signInChecks.ts';
import type { SignInDraft } from './signInDraft.ts';

/*
 * The prompts of a sign-in. Each resolves with the answer, with `BACK`, or with `undefined` if the
 * user canceled, and notes the answer in the draft.
 */

interface StepParts {
  readonly session: Session;
  readonly draft: SignInDraft;
  readonly place: {
    readonly step: number;
    readonly totalSteps: number;
    /** Closes the prompt when it aborts; see `SignInDraft.begin`. */
    readonly ended: AbortSignal;
  };
}

export function askAddress({ session, draft, place }: StepParts) {
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

export function askToken({ session, draft, place }: StepParts) {
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

export async function askScope({ draft, place }: StepParts) {
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

/** Asks whether the account is the same; without a prompt if the token is the one in use. */
export async function askRenewal({ session, draft, place }: StepParts) {
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

export function addressOf(draft: SignInDraft): ServiceAddress {
  const address = readAddress(draft.address);
  if (typeof address === 'string') throw new Error(address);
  return address;
}
