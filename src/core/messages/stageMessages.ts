import * as l10n from '@vscode/l10n';
import { type AnyCount, isFurther } from '../model/counts.ts';
import type { Part } from '../stats/problems.ts';

/** The meaning of a count, which is shown beside its label. */
export function meaningOf(name: AnyCount): string {
  if (isFurther(name)) return l10n.t('Also given by the service');
  return {
    confirmed: l10n.t('Confirmed on the blockchain (on-chain)'),
    processing: l10n.t('Being minted now, not confirmed yet'),
    pending: l10n.t('Waiting, not being minted yet'),
    total: l10n.t('All NFTs of the project'),
  }[name];
}

/** `3,150 confirmed`, for a sentence; `amount` may be a share. */
export function amountIn(part: Part, amount: string): string {
  return {
    confirmed: l10n.t('{0} confirmed', amount),
    processing: l10n.t('{0} processing', amount),
    pending: l10n.t('{0} pending', amount),
    failed: l10n.t('{0} failed', amount),
    other: l10n.t('{0} in other stages', amount),
  }[part];
}
