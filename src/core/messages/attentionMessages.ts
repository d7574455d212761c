import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import type { FormatNumber } from '../base/numberFormat.ts';
import type { CountName } from '../model/counts.ts';
import type { Concern } from '../stats/attention.ts';
import type { Part } from '../stats/problems.ts';
import { concernLabel } from './concernLabel.ts';
import { durationWords } from './coverageMessages.ts';

export { concernLabel };

/**
 * Why a project needs attention, in the same short words on every surface: `Failed 38 · Stalled 16
 * min`. Empty without any concern.
 */
export function concernWords(concerns: readonly Concern[], format: FormatNumber): string {
  return concerns.map((concern) => chipOf(concern, format)).join(' · ');
}

/** What a screen reader says of a project after its name. Empty texts are left out. */
export function spokenState(state: {
  /** The words of `concernWords`. */
  readonly alarms: string;
  readonly acknowledged?: boolean;
  readonly share: string;
  readonly watched: boolean;
}): string[] {
  const { alarms, acknowledged = false, share, watched } = state;
  const need = acknowledged
    ? l10n.t('acknowledged: {0}', alarms)
    : l10n.t('needs attention: {0}', alarms);
  return [
    ...(alarms === '' ? [] : [need]),
    ...(share === '' ? [] : [l10n.t('{0} confirmed', share)]),
    ...(watched ? [l10n.t('watched')] : []),
  ];
}

/** The words of one concern: `Failed 38`. */
export function chipOf(concern: Concern, format: FormatNumber): string {
  switch (concern.kind) {
    case 'failed':
      return concern.count === undefined
        ? l10n.t('Status failed')
        : l10n.t('Failed {0}', format(concern.count));
    case 'stalled':
      return l10n.t('Stalled {0}', durationWords(concern.forMs));
    case 'notMoving':
      return l10n.t('Not moving {0}', durationWords(concern.forMs));
    case 'sum':
      return sumWords(concern.off, format);
    case 'unreadable':
      return unreadableChip(concern.why);
    case 'disagrees':
      return l10n.t('Status disagrees: {0}', displayText(concern.status, 40));
    case 'noStats':
      return concernLabel('noStats');
  }
}

export function countLabel(name: CountName | Part): string {
  return {
    confirmed: l10n.t('Confirmed'),
    processing: l10n.t('Processing'),
    pending: l10n.t('Pending'),
    failed: l10n.t('Failed'),
    other: l10n.t('Other counts'),
    total: l10n.t('Total'),
  }[name];
}

function unreadableChip(why: 'failed' | 'noCounts' | 'noId'): string {
  if (why === 'failed') return l10n.t('Could not be read');
  return why === 'noCounts' ? l10n.t('Answer without counts') : l10n.t('Id or kind not given');
}

/** `20 unaccounted for`. @param off see `StatsProblem`; 0 if the sum is right but a count is negative. */
export function sumWords(off: number, format: FormatNumber): string {
  if (off === 0) return concernLabel('sum');
  return off > 0
    ? l10n.t('{0} too many', format(off))
    : l10n.t('{0} unaccounted for', format(-off));
}
