import * as l10n from '@vscode/l10n';
import { describeFailure } from '../core/messages/failureMessages.ts';
import { formatTime } from '../editor/locale.ts';
import type { ActiveConnection } from './activeConnection.ts';
import { clickWords, shortHost, type StatusWords } from './connectionMessages.ts';
import type { Outage } from './serviceStatus.ts';

/* What the status bar says of a connection that does not work. */

type Named = Pick<ActiveConnection, 'address' | 'scope'>;

/** The service refuses the token. */
export function refusedWords({ address: { host }, scope }: Named): StatusWords {
  const refused = refusal(host, scope);
  return {
    text: `$(warning) Mintscope: ${shortHost(host)} · ${l10n.t('token refused')}`,
    tooltip: `${refused} ${l10n.t('Click to sign in again or to switch.')}`,
    spoken: `Mintscope: ${refused} ${l10n.t('Sign in again.')}`,
  };
}

/**
 * The service cannot be reached, or does not work.
 * @param retryAt when it is tried again by itself, in milliseconds since 1970.
 */
export function outageWords(
  { address: { host }, scope }: Named,
  { failure, since }: Outage,
  retryAt?: number,
): StatusWords {
  const cause = failure.kind === 'paused' ? failure.cause : failure;
  const isFailing = cause.kind === 'http';
  const what = isFailing ? l10n.t('failing') : l10n.t('unreachable');
  const name = scope === 'sample' ? l10n.t('sample data') : shortHost(host);
  const { reason } = describeFailure(cause, host);
  const tooltip = [
    reason,
    l10n.t('It has failed since {0}.', formatTime(since)),
    ...(retryAt === undefined ? [] : [l10n.t('Next try at {0}.', formatTime(retryAt))]),
    clickWords(),
  ];
  const spoken = isFailing
    ? l10n.t('Mintscope: {0} failing. {1} Switch connection.', host, reason)
    : l10n.t('Mintscope: {0} unreachable. {1} Switch connection.', host, reason);
  return {
    text: `$(warning) Mintscope: ${name} · ${what}`,
    tooltip: tooltip.join(' '),
    spoken,
  };
}

function refusal(host: string, scope: Named['scope']): string {
  switch (scope) {
    case 'workspace':
      return l10n.t('{0} refused your token for this workspace.', host);
    case 'every':
      return l10n.t('{0} refused your token for every workspace.', host);
    case 'sample':
      return l10n.t('{0} refused your token for sample data.', host);
  }
}
