import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { SignInScope } from '../../connection/signIns.ts';
import { AccessToken } from '../../core/client/accessToken.ts';
import { hostAndPath, readAddress, type ServiceAddress } from '../../core/client/serviceAddress.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { askStep, BACK } from '../../editor/askText.ts';
import { showInformation, showWarning } from '../../editor/notify.ts';
import { ownTabs } from '../../rows/rowTabs.ts';
import { inWindowWords, signedInWords } from './sessionMessages.ts';
import { bareToken, checkToken, reach, tokenFault } from './signInChecks.ts';

/**
 * A sign-in that cannot be stored is used in this window only. Back keeps the answers; closing a
 * prompt forgets them.
 * @param offered the address to start with if no service is in use.
 * @throws if a prompt fails, or as `Session.storeSignIn`.
 */
export async function signIn(session: Session, offered: string): Promise<void> {
  const prompts = new SignInPrompts(session, offered);
  if (!(await prompts.askAll())) return;
  const { address, scope, secret, renews } = prompts;
  const before = session.current;
  const tabs = ownTabs().length;
  const fault = await session.storeSignIn(scope, address, secret, renews);
  // A change of the account closes all of them.
  const closed = before?.account === session.account ? 0 : tabs;
  if (fault) void showWarning(inWindowWords(address, fault));
  else void showInformation(signedInWords({ address, scope }, session.current, before, closed));
  // From the palette, no view may be open.
  if (!before) await vscode.commands.executeCommand('mintscope.projects.focus');
}

/** Resolves with an answer, with `BACK`, or with `undefined` if the user closed the prompt. */
type Step = (place: { readonly step: number; readonly totalSteps: number }) => Promise<unknown>;

/** Without a folder, a sign-in for this workspace could not be found again later. */
function hasFolder(): boolean {
  return (vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]) !== undefined;
}

class SignInPrompts {
  readonly #session: Session;
  #typedAddress: string;
  /** The token as typed, and the only origin it may be sent to. */
  #typedToken: { readonly text: string; readonly origin: string } | undefined;
  scope: SignInScope;
  /** The answer to the last prompt; `undefined` before it. It stays for a return to that service. */
  #renewal: string | undefined;
  /** The base address that was checked last. If the check failed, Enter again accepts it. */
  #checkedBase: string | undefined;
  /** The token that the service has accepted, and at which address. */
  #accepted: { readonly secret: string; readonly base: string } | undefined;

  constructor(session: Session, offered: string) {
    this.#session = session;
    const { scope = 'sample', address } = session.current ?? {};
    this.#typedAddress = scope === 'sample' || !address ? offered : address.base;
    this.scope = hasFolder() && scope !== 'every' ? 'workspace' : 'every';
  }

  /** The answer to the first prompt. @throws if it is no address. */
  get address(): ServiceAddress {
    const address = readAddress(this.#typedAddress);
    if (typeof address === 'string') throw new Error(address);
    return address;
  }

  /** Empty for another account, `undefined` if that was not asked. */
  get renews(): string | undefined {
    return this.#mayRenew() ? this.#renewal : undefined;
  }

  /** The token for the address; empty if none was typed for it. */
  get secret(): string {
    return bareToken(this.#tokenText);
  }

  get #tokenText(): string {
    const { text = '', origin } = this.#typedToken ?? {};
    return origin === this.address.origin ? text : '';
  }

  /** False if the user closed a prompt. */
  async askAll(): Promise<boolean> {
    const always: readonly Step[] = hasFolder()
      ? [this.#askAddress, this.#askToken, this.#askScope]
      : [this.#askAddress, this.#askToken];
    let at = 0;
    for (;;) {
      const steps = this.#mayRenew() ? [...always, this.#askRenewal] : always;
      const step = steps[at];
      if (!step) return true;
      const answer = await step({ step: at + 1, totalSteps: steps.length });
      if (answer === undefined) return false;
      at += answer === BACK ? -1 : 1;
    }
  }

  #mayRenew(): boolean {
    const address = readAddress(this.#typedAddress);
    return typeof address !== 'string' && this.#session.mayRenew(address, this.scope);
  }

  readonly #askAddress: Step = (place) =>
    askStep({
      ...place,
      title: l10n.t('Sign in to your NFT service'),
      prompt: l10n.t(
        'Address of the service. Your token is sent to this address and nowhere else.',
      ),
      help: {
        question: l10n.t('Where do I find the address?'),
        answer: l10n.t(
          'Ask whoever runs the NFT service in your team for its base address, or look in the settings of a program that uses it. It is the part before /v2/projects: https://api.example.com, perhaps with a path. To try the address, a request without a token is sent to it.',
        ),
      },
      placeholder: 'https://api.example.com',
      value: this.#typedAddress,
      onType: (text) => {
        this.#typedAddress = text;
      },
      check: async (text, signal) => {
        const address = readAddress(text);
        if (typeof address === 'string') return address;
        if (this.#checkedBase === address.base) return undefined;
        const complaint = await reach(this.#session, address, signal);
        if (!signal.aborted) this.#checkedBase = address.base;
        return complaint && l10n.t('{0} Press Enter again to go on with this address.', complaint);
      },
    });

  readonly #askToken: Step = (place) => {
    const { address } = this;
    const { base, origin } = address;
    return askStep({
      ...place,
      title: l10n.t('Sign in to {0}', hostAndPath(address)),
      prompt: l10n.t('Access token for {0}. It is kept in the editor’s secret storage.', base),
      help: {
        question: l10n.t('Where do I get a token?'),
        answer: l10n.t(
          'Ask whoever runs the NFT service in your team for an access token, or how to make one. It is kept in the editor’s secret storage, sent to this address only, and never written to a log or a file.',
        ),
      },
      placeholder: l10n.t('Paste the token'),
      value: this.#tokenText,
      hidden: true,
      onType: (text) => {
        this.#typedToken = { text, origin };
      },
      check: async (text, signal) => {
        const secret = bareToken(text);
        const fault = tokenFault(secret);
        if (fault !== undefined) return fault;
        if (this.#accepted?.base === base && this.#accepted.secret === secret) return undefined;
        const complaint = await checkToken(this.#session, address, secret, signal);
        if (complaint === undefined) this.#accepted = { base, secret };
        return complaint;
      },
    });
  };

  readonly #askScope: Step = async (place) => {
    const answer = await askChoice<SignInScope>({
      ...place,
      title: l10n.t('Use this sign-in to {0} in', hostAndPath(this.address)),
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
      active: this.scope,
      onActive: (scope) => {
        this.scope = scope;
      },
    });
    if (answer !== undefined && answer !== BACK) this.scope = answer;
    return answer;
  };

  /** Without a prompt if the token is the one in use. */
  readonly #askRenewal: Step = async (place) => {
    const { id = '', token } = this.#session.current ?? {};
    if (token?.isSame(new AccessToken(this.secret, this.address.origin))) {
      this.#renewal = id;
      return id;
    }
    const answer = await askChoice<string>({
      ...place,
      title: l10n.t('Sign in to {0} again', hostAndPath(this.address)),
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
      active: this.#renewal ?? id,
      onActive: (renewal) => {
        this.#renewal = renewal;
      },
    });
    if (answer !== undefined && answer !== BACK) this.#renewal = answer;
    return answer;
  };
}
