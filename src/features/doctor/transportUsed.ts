import * as l10n from '@vscode/l10n';

/**
 * What sent the first request to the service, as the report names it. Called when that has ended.
 * This is the one place that says so: a second transport has to be named here.
 */
export function transportUsed(): string {
  return l10n.t('Requests are sent by Mintscope’s own HTTP client.');
}
