import * as l10n from '@vscode/l10n';
import { type CountName, type Stage, STAGES } from '../../core/model/counts.ts';

/** What people call a count. */
export function labelOf(name: CountName): string {
  switch (name) {
    case 'confirmed':
      return l10n.t('Confirmed');
    case 'processing':
      return l10n.t('Processing');
    case 'pending':
      return l10n.t('Pending');
    case 'total':
      return l10n.t('Total');
  }
}

/** What a count counts, beside its label. */
export function meaningOf(name: CountName): string {
  switch (name) {
    case 'confirmed':
      return l10n.t('Confirmed on the blockchain (on-chain)');
    case 'processing':
      return l10n.t('Being minted now, not confirmed yet');
    case 'pending':
      return l10n.t('Lazily minted: waiting, not being minted now');
    case 'total':
      return l10n.t('All NFTs of the project');
  }
}

/** `3,150 confirmed`, for a sentence; `amount` may be a share. */
export function amountIn(stage: Stage, amount: string): string {
  switch (stage) {
    case 'confirmed':
      return l10n.t('{0} confirmed', amount);
    case 'processing':
      return l10n.t('{0} processing', amount);
    case 'pending':
      return l10n.t('{0} pending', amount);
  }
}

/** `processing not given`, for a sentence. */
export function notGivenIn(stage: Stage): string {
  switch (stage) {
    case 'confirmed':
      return l10n.t('confirmed not given');
    case 'processing':
      return l10n.t('processing not given');
    case 'pending':
      return l10n.t('pending not given');
  }
}

export function isStage(key: string): key is Stage {
  return STAGES.some((stage) => stage === key);
}
