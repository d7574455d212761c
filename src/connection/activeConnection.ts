import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import type { AccessToken, Endpoint } from '../core/client/accessToken.ts';
import { hostAndPath, type ServiceAddress } from '../core/client/serviceAddress.ts';
import type { ClientEvents, ServiceCalls } from '../core/client/serviceClient.ts';
import type { OriginPause } from '../core/client/originPause.ts';
import type { ProjectRef } from '../core/model/model.ts';
import type { Account } from '../kept/keptData.ts';
import type { ServiceStatus } from './serviceStatus.ts';
import type { ConnectionScope } from './signIns.ts';

export interface ActiveConnection {
  readonly address: ServiceAddress;
  readonly client: ServiceCalls;
  readonly clock: Clock;
  readonly wait: Pick<OriginPause, 'leftMs' | 'onChange'>;
  /** Whether the service is unreachable or failing as a whole, as its last response says. */
  readonly isFailing: () => boolean;
  readonly status: ServiceStatus;
  readonly scope: ConnectionScope;
  /**
   * Another sign-in has another id, also to the same address, unless its token renews the one
   * before.
   */
  readonly id: string;
  /** The account that the data belongs to: `https://api.example.com#3f…`, or `sample`. */
  readonly account: string;
  /**
   * Aborts when the window stops using this connection: no request may be sent through it, and its
   * prompts, searches and exports end. Lists, panels and documents stay and follow
   * `Session.onDidChange`. Its reason is an Error whose message can be shown.
   */
  readonly ended: AbortSignal;
  /** Called before the window closes, to write what is pending. */
  readonly beforeClose: Set<() => Promise<unknown>>;
  /** A client like `client` that reports each response. */
  readonly observed: (onResponse: NonNullable<ClientEvents['onResponse']>) => ServiceCalls;
  readonly token: AccessToken;
  readonly warn: (line: string) => void;
  readonly store: Account;
}

export const SAMPLE = 'sample';
/** Ids of sign-ins that cannot be stored begin with this. */
export const IN_WINDOW = 'window:';

export function isStored(id: string): boolean {
  return id !== SAMPLE && !id.startsWith(IN_WINDOW);
}

/** The reason of `ended`, shown by whatever was interrupted. */
export function endedWords(): string {
  return l10n.t('The sign-in changed meanwhile. Run this again.');
}

export type ConnectionSource = Pick<ActiveConnection, 'id' | 'scope' | 'account'> & Endpoint;

/** It names the service, so that it opens no project of another one. */
export function projectLink(
  { account, address }: Pick<ActiveConnection, 'account' | 'address'>,
  ref: ProjectRef,
): string {
  const service = encodeURIComponent(account === SAMPLE ? SAMPLE : hostAndPath(address));
  const { uriScheme } = vscode.env;
  return `${uriScheme}://mintscope.mintscope/projects/${ref}?service=${service}`;
}
