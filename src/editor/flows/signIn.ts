import * as vscode from 'vscode';
import { AccessToken, parseToken } from '../../core/accessToken.ts';
import { parseServiceAddress, type ServiceAddress } from '../../core/address.ts';
import { describeFailure } from '../../core/describeFailure.ts';
import { isServiceError } from '../../core/failure.ts';
import { askChoice } from './choiceStep.ts';
import { askStep, BACK } from './inputStep.ts';
import type { Session } from '../session.ts';
import { settings } from '../settings.ts';
import type { SignInScope } from '../storedSignIn.ts';

/**
 * Asks for address, token and scope, proves the pair against the service, and only then stores it.
 * Resolves with where it is signed in, or with `undefined` if the person gave up.
 */
export async function signInFlow(
  session: Session,
): Promise<{ readonly address: ServiceAddress; readonly scope: SignInScope } | undefined> {
  const scopes = scopesHere();
  const totalSteps = scopes.length > 1 ? 3 : 2;
  const { current } = session;
  let typed = current && current.scope !== 'sample' ? current.address.base : settings.baseUrl;
  for (;;) {
    const answer = await askAddress(typed, totalSteps);
    if (answer === undefined || answer === BACK) return undefined;
    typed = answer;
    const address = readAddress(answer);
    for (;;) {
      const secret = await askToken(session, address, totalSteps);
      if (secret === undefined) return undefined;
      if (secret === BACK) break;
      const scope = scopes.length > 1 ? await askScope(address, totalSteps) : scopes[0];
      if (scope === undefined) return undefined;
      if (scope === BACK) continue;
      await session.signIn(scope, address, secret);
      return { address, scope };
    }
  }
}

/** In a window without a folder there is nothing that "this workspace" could mean later. */
function scopesHere(): readonly [SignInScope, ...SignInScope[]] {
  const folder = vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0];
  return folder ? ['workspace', 'every'] : ['every'];
}

function askAddress(value: string, totalSteps: number) {
  return askStep({
    title: 'Sign in to your NFT service',
    step: 1,
    totalSteps,
    prompt: 'Address of the service. Your token is sent to this address and nowhere else.',
    placeholder: 'https://api.example.com',
    value,
    check: (text) => {
      const parsed = parseServiceAddress(text);
      return Promise.resolve(parsed.ok ? undefined : parsed.sentence);
    },
  });
}

async function askToken(session: Session, address: ServiceAddress, totalSteps: number) {
  const answer = await askStep({
    title: `Sign in to ${address.host}`,
    step: 2,
    totalSteps,
    prompt: `Access token for ${address.base}. It is kept in the editor’s secret storage.`,
    placeholder: 'Paste the token',
    value: '',
    hidden: true,
    check: async (text, signal) => {
      const token = parseToken(text);
      return token.ok ? prove(session, address, token.secret, signal) : token.sentence;
    },
  });
  return typeof answer === 'string' ? readToken(answer) : answer;
}

/** Tries address and token where it costs least (service-interface §4.1). */
async function prove(
  session: Session,
  address: ServiceAddress,
  secret: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const token = new AccessToken(secret, address.origin);
  try {
    await session.tryOut(address, token).projects({ page: 1, limit: 1 }, signal);
    return undefined;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { reason, hint } = describeFailure(error.failure, address.host);
    // On this step the next move is in the person's hands already.
    return error.failure.kind === 'auth'
      ? `${reason} Check it and paste it again.`
      : `${reason} ${hint}`;
  }
}

function askScope(address: ServiceAddress, totalSteps: number) {
  return askChoice<SignInScope>({
    title: `Use this sign-in to ${address.host} in`,
    step: totalSteps,
    totalSteps,
    placeholder: 'A workspace’s own sign-in wins over the one for every workspace',
    choices: [
      { label: 'This workspace', description: workspaceName(), value: 'workspace' },
      { label: 'Every workspace', description: 'that has no sign-in of its own', value: 'every' },
    ],
  });
}

function workspaceName(): string {
  return vscode.workspace.name ?? '';
}

function readAddress(text: string): ServiceAddress {
  const parsed = parseServiceAddress(text);
  if (!parsed.ok) throw new Error(parsed.sentence);
  return parsed.address;
}

function readToken(text: string): string {
  const parsed = parseToken(text);
  if (!parsed.ok) throw new Error(parsed.sentence);
  return parsed.secret;
}
