import * as l10n from '@vscode/l10n';
import { displayText, joinWords } from '../base/displayText.ts';
import { formatDate, formatNumber, plural } from '../base/format.ts';
import { type Concern, CONCERNS } from '../stats/attention.ts';
import type { FailedSinceNow } from '../stats/failedSince.ts';
import { dayOf } from '../stats/period.ts';
import { amountIn, notCountsWords, offWords } from './countMessages.ts';
import { AGED_MS, agoWords, beforeNow, durationWords, rangeWords } from './timeMessages.ts';

/** `Failed 38 · Stalled 16 min`; empty without any concern. `Status failed` is last: the others say more. */
export function concernWords(concerns: readonly Concern[]): string {
  const last = (concern: Concern) => Number(isOnlyStatus(concern));
  return concerns
    .toSorted((one, other) => last(one) - last(other))
    .map((concern) => chipOf(concern))
    .join(' · ');
}

/** Whether only the status says that a project has failed, and it is not known since when. */
export function isOnlyStatus(concern: Concern): boolean {
  const isFailed = concern.kind === 'failed' && concern.count === undefined;
  return isFailed && failedSinceWords(concern.since) === '';
}

export interface CountedConcern {
  readonly kind: ConcernKind;
  readonly acknowledged: boolean;
}

/** `35 failed, 5 acknowledged · others: 2 stalled`: each project is counted once, by its worst concern. */
export function concernCounts(all: Iterable<CountedConcern>): string {
  const byKind = Map.groupBy(all, ({ kind }) => kind);
  const [worst = '', ...others] = CONCERNS.flatMap((kind) => {
    const projects = byKind.get(kind);
    return projects ? [withAcknowledged(concernCount(kind, projects.length), projects)] : [];
  });
  if (others.length === 0) return worst;
  return joinWords(worst, l10n.t('others: {0}', joinWords(...others)));
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
    ...(share === '' ? [] : [amountIn('confirmed', share)]),
    ...(watched ? [l10n.t('watched')] : []),
  ];
}

/** `Failed 38`. */
export function chipOf(concern: Concern): string {
  switch (concern.kind) {
    case 'failed':
      return failedWords(concern.count, failedSinceWords(concern.since));
    case 'stalled':
      return l10n.t('Stalled {0}', durationWords(concern.forMs));
    case 'missing':
    case 'tooMany':
      return offWords(concern.kind, concern.count);
    case 'unreadable':
      if (concern.why === 'notCounts') return notCountsWords(concern.names);
      return concern.why === 'failed' ? concernLabel('unreadable') : l10n.t('Id or kind not given');
    case 'disagrees':
      return l10n.t('Status disagrees: {0}', displayText(concern.status, 40));
    case 'noStats':
      return concernLabel('noStats');
  }
}

function failedWords(count: number | undefined, since: string): string {
  if (count === undefined && since === '') return l10n.t('Status failed');
  const beside = count !== undefined && since !== '' ? ` (${since})` : since;
  return l10n.t('Failed {0}', count === undefined ? beside : `${formatNumber(count)}${beside}`);
}

/** `12 min ago`, `up to 40 min ago`, `2–3 h ago`, `before Nov 26`; empty if not known, or of today. */
export function failedSinceWords(since: FailedSinceNow | undefined): string {
  if (!since) return '';
  const { at, after, now } = since;
  if (after === undefined)
    return dayOf(at) < dayOf(now) ? l10n.t('before {0}', formatDate(at)) : '';
  if (at - after > Math.max(AGED_MS, (now - at) / 10)) {
    return beforeNow(rangeWords(now - at, now - after));
  }
  return agoWords(at, now);
}

type ConcernKind = Concern['kind'];

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

/** `35 failed`. */
export function concernCount(kind: ConcernKind, count: number): string {
  const shown = formatNumber(count);
  return {
    failed: amountIn('failed', shown),
    stalled: plural(count, l10n.t('{0} stalled | {0} stalled')),
    missing: l10n.t('{0} with NFTs missing', shown),
    tooMany: l10n.t('{0} with too many NFTs', shown),
    unreadable: l10n.t('{0} could not be read', shown),
    disagrees: l10n.t('{0} with a status that disagrees', shown),
    noStats: l10n.t('{0} without stats', shown),
  }[kind];
}

export function acknowledgedIn(projects: Acknowledgeable): number {
  return projects.filter(({ acknowledged }) => acknowledged === true).length;
}

/** Adds to the words for a number of projects how many of them are acknowledged, if any. */
export function withAcknowledged(words: string, projects: Acknowledgeable): string {
  const count = acknowledgedIn(projects);
  return count === 0 ? words : l10n.t('{0}, {1} acknowledged', words, formatNumber(count));
}
