import * as l10n from '@vscode/l10n';
import type { CONCERNS } from '../stats/concernKinds.ts';

/** The label of a kind of concern, for one project or beside the number of such projects. */
export function concernLabel(kind: (typeof CONCERNS)[number]): string {
  return {
    failed: l10n.t('Failed'),
    stalled: l10n.t('Stalled'),
    notMoving: l10n.t('Not moving'),
    sum: l10n.t('Counts contradict'),
    unreadable: l10n.t('Could not be read'),
    disagrees: l10n.t('Status disagrees'),
    noStats: l10n.t('No stats'),
  }[kind];
}
