import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { formatDate, formatNumber } from '../base/format.ts';
import type { AnyCount, Counts } from '../model/counts.ts';
import type { Standing } from '../arrange/projectFilter.ts';
import { type Concern, CONCERNS } from '../stats/attention.ts';
import type { FailedSinceNow } from '../stats/failedSince.ts';
import { dayOf } from '../stats/period.ts';
import type { StatsProblem } from '../stats/problems.ts';
import { AGED_MS, ageWords } from './ageMessages.ts';
import { concernCount, concernLabel } from './concernLabel.ts';
import { durationWords } from './coverageMessages.ts';
import { doneInWords } from './forecastMessages.ts';

/**
 * Why a project needs attention, in the same short words on every surface: `Failed 38 · Stalled 16
 * min`. Empty without any concern. `Status failed` comes last: the others say more.
 */
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

/**
 * How many projects have an alarm, each counted with its worst: `35 failed, 5 acknowledged · 2 stalled`.
 * Empty without any.
 */
export function alarmCounts(standings: Iterable<Standing>): string {
  const byAlarm = Map.groupBy(standings, ({ alarm }) => alarm);
  return CONCERNS.flatMap((kind) => {
    const projects = byAlarm.get(kind);
    return projects ? [concernCount(kind, projects)] : [];
  }).join(' · ');
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
export function chipOf(concern: Concern): string {
  switch (concern.kind) {
    case 'failed':
      return failedWords(concern.count, failedSinceWords(concern.since));
    case 'stalled':
      return l10n.t('Stalled {0}', durationWords(concern.forMs));
    case 'missing':
    case 'tooMany':
      return offWords(concern);
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
  if (count === undefined) {
    return since === '' ? l10n.t('Status failed') : l10n.t('Failed {0}', since);
  }
  const words = l10n.t('Failed {0}', formatNumber(count));
  return since === '' ? words : `${words} (${since})`;
}

/**
 * Since when a project has failed: `12 min ago`, `up to 40 min ago` or `about 2–3 h ago`, depending on
 * how closely that is known; `before Nov 26` if it was so when it was first seen. Empty if that is not
 * known, or it was first seen today.
 */
export function failedSinceWords(since: FailedSinceNow | undefined): string {
  if (!since) return '';
  const { at, after, now } = since;
  if (after === undefined)
    return dayOf(at) < dayOf(now) ? l10n.t('before {0}', formatDate(at)) : '';
  const bounds = { low: now - at, high: now - after };
  if (bounds.high - bounds.low > Math.max(AGED_MS, bounds.low / 10)) {
    return l10n.t('{0} ago', doneInWords(bounds));
  }
  return ageWords(at, now, MINUTE_MS) || l10n.t('just now');
}

export function countLabel(name: AnyCount): string {
  return {
    confirmed: l10n.t('Confirmed'),
    processing: l10n.t('Processing'),
    pending: l10n.t('Pending'),
    failed: l10n.t('Failed'),
    burned: l10n.t('Burned'),
    cancelled: l10n.t('Cancelled'),
    other: l10n.t('Other stages'),
    total: l10n.t('Total'),
  }[name];
}

/** `Not a count: Total`, for what the service gave in place of these counts. */
export function notCountsWords(names: NonNullable<Counts['notCounts']>): string {
  return l10n.t('Not a count: {0}', names.map(countLabel).join(', '));
}

/** `20 missing` or `20 too many`. */
export function offWords({
  kind,
  count,
}: Extract<StatsProblem, { kind: 'missing' | 'tooMany' }>): string {
  return kind === 'missing'
    ? l10n.t('{0} missing', formatNumber(count))
    : l10n.t('{0} too many', formatNumber(count));
}
