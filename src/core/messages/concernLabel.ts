import * as l10n from '@vscode/l10n';
import { formatNumber } from '../base/format.ts';
import type { CONCERNS } from '../stats/concernKinds.ts';

type ConcernKind = (typeof CONCERNS)[number];

/** The label of a kind of concern, for one project or above such projects. */
export function concernLabel(kind: ConcernKind): string {
  return {
    failed: l10n.t('Failed'),
    stalled: l10n.t('Stalled'),
    missing: l10n.t('NFTs missing'),
    tooMany: l10n.t('Too many NFTs'),
    unreadable: l10n.t('Could not be read'),
    disagrees: l10n.t('Status disagrees'),
    noStats: l10n.t('No stats'),
  }[kind];
}

/** Projects that are counted, each with whether the user has acknowledged its concerns. */
export type Acknowledgeable = readonly { readonly acknowledged?: boolean | undefined }[];

/** `35 failed, 5 acknowledged`: how many projects have a kind of concern. */
export function concernCount(kind: ConcernKind, projects: Acknowledgeable): string {
  const count = formatNumber(projects.length);
  const words = {
    failed: l10n.t('{0} failed', count),
    stalled: l10n.t('{0} stalled', count),
    missing: l10n.t('{0} with NFTs missing', count),
    tooMany: l10n.t('{0} with too many NFTs', count),
    unreadable: l10n.t('{0} could not be read', count),
    disagrees: l10n.t('{0} with a status that disagrees', count),
    noStats: l10n.t('{0} without stats', count),
  }[kind];
  return withAcknowledged(words, projects);
}

/**
 * Adds to the words for a number of projects how many of them are acknowledged, if any. All surfaces
 * that count projects use it, so that none of them leaves these out.
 */
export function withAcknowledged(words: string, projects: Acknowledgeable): string {
  const count = projects.filter(({ acknowledged }) => acknowledged === true).length;
  return count === 0 ? words : l10n.t('{0}, {1} acknowledged', words, formatNumber(count));
}
