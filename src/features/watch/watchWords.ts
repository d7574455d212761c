import * as l10n from '@vscode/l10n';
import { joinWords } from '../../core/base/displayText.ts';
import { formatNumber, plural, timeOfDay } from '../../core/base/format.ts';
import type { FailedSinceNow } from '../../core/stats/failedSince.ts';
import { motionOf, type ProjectPace } from '../../core/stats/forecast.ts';
import { failedOf } from '../../core/stats/problems.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { stallOf } from '../../core/stats/stall.ts';
import {
  keyOf,
  MINT_STATES,
  mintStateOf,
  type Wanted,
  type Watched,
} from '../../core/watch/watchList.ts';
import {
  concernCount,
  concernWords,
  failedSinceWords,
  withAcknowledged,
} from '../../core/messages/attentionMessages.ts';
import { amountIn, notReadYet, progressWords } from '../../core/messages/countMessages.ts';
import { doneInPhrase, motionWords } from '../../core/messages/forecastMessages.ts';

export interface WatchedTime {
  /** The pace of each project, by `keyOf`; `undefined` while none can be read. */
  readonly paces?: ReadonlyMap<string, ProjectPace> | undefined;
  /** `as of 12:01`, while none of them can be read. */
  readonly age?: string | undefined;
}

/** `2 failed, 1 acknowledged · 1 stalled · 3 minting · 63% · 5–8 min`. */
export function mintingWords(
  watched: readonly Watched[],
  now: number,
  { paces, age = '' }: WatchedTime = {},
): string {
  const share = percentConfirmed(watched.flatMap(({ last }) => last ?? []));
  return joinWords(
    ...stateCounts(watched),
    share === undefined ? '' : formatNumber(share, 'percent'),
    estimateOfAll(watched, paces, now),
    age,
  );
}

/** When all that are minting will be done, or why that is not known. Empty if nothing is minting. */
function estimateOfAll(
  watched: readonly Watched[],
  paces: WatchedTime['paces'],
  now: number,
): string {
  const minting = watched.filter((one) => mintStateOf(one) === 'minting');
  const all = minting
    .flatMap((one) => paces?.get(keyOf(one)) ?? [])
    .filter((one) => !('reason' in one && one.reason === 'done'));
  // The editor cuts the end of the status bar.
  return motionWords(motionOf(all), now, true);
}

/** The state as it is counted: the concern `failed` comes first, as on the other surfaces. */
export function shownStateOf(one: Watched): (typeof MINT_STATES)[number] {
  return failedOf(one.last ?? {}) > 0 ? 'failed' : mintStateOf(one);
}

export function needsAttention(one: Watched): boolean {
  return !one.acknowledged && ['failed', 'stalled'].includes(shownStateOf(one));
}

function stateCounts(watched: readonly Watched[]): string[] {
  const words = {
    minting: (count: number) => plural(count, l10n.t('{0} minting | {0} minting')),
    stalled: (count: number) => concernCount('stalled', count),
    failed: (count: number) => concernCount('failed', count),
    pending: (count: number) => amountIn('pending', formatNumber(count)),
  };
  return MINT_STATES.flatMap((state) => {
    const some = watched.filter((one) => shownStateOf(one) === state);
    return some.length === 0 ? [] : [withAcknowledged(words[state](some.length), some)];
  });
}

/** The words of `progressWords`, or `not read yet`. */
export function countsWords({ last }: Watched): string {
  return last ? progressWords(last) : notReadYet();
}

/**
 * `18%: 9 of 50 confirmed, as of 14:02:11, done in up to 8 min`; what has failed or stalled says that
 * first: `Failed 3 min ago, 18%: 9 of 50 confirmed, as of 14:02:11`.
 */
export function watchedWords(
  one: Watched,
  pace: ProjectPace | undefined,
  stallMs: number,
  now: number,
  since?: FailedSinceNow,
): string {
  const counts = countsWords(one);
  const age = one.last ? l10n.t('as of {0}', timeOfDay(one.last.at, now)) : '';
  const parts = [
    troubleWords(one, stallMs, since),
    counts,
    age,
    outlookWords(one, pace, stallMs, now),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** `Failed 3 min ago`, `Status failed` or `Stalled 12 min`; empty for others. @param stallMs as in `stallOf`. */
export function troubleWords(one: Watched, stallMs: number, since?: FailedSinceNow): string {
  if (shownStateOf(one) === 'failed') {
    // The counts say how many.
    const isSaid = failedOf(one.last ?? {}) > 0 && failedSinceWords(since) === '';
    return isSaid ? '' : concernWords([{ kind: 'failed', ...(since && { since }) }]);
  }
  const stall = one.last && stallOf(one.last, stallMs);
  return stall?.kind === 'stalled' ? concernWords([stall]) : '';
}

/**
 * When a project will be done, or why that is not known; empty if nothing is left, it was never read, has
 * failed or stalled.
 * @param pace `undefined` while it cannot be read.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function outlookWords(
  one: Watched,
  pace: ProjectPace | undefined,
  stallMs: number,
  now: number,
): string {
  const isStalled = one.last && stallOf(one.last, stallMs)?.kind === 'stalled';
  if (mintStateOf(one) === 'failed' || isStalled) return '';
  return pace && one.last ? doneInPhrase(pace, now) : '';
}

/** What is announced to the user on request: `at 50%`, `when it goes on`. */
export function wantedWords(wanted: Wanted = {}): string[] {
  const { shares = [], moves } = wanted;
  return [
    ...shares.map((share) => l10n.t('at {0}', formatNumber(share, 'percent'))),
    ...(moves === undefined ? [] : [l10n.t('when it goes on')]),
  ];
}
