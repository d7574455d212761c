import * as l10n from '@vscode/l10n';
import { joinWords } from '../base/displayText.ts';
import { formatNumber } from '../base/format.ts';
import type { ProjectPace } from '../stats/forecast.ts';
import { motionOf } from '../stats/motion.ts';
import { failedOf } from '../stats/problems.ts';
import { percentConfirmed } from '../stats/share.ts';
import { stallOf } from '../stats/stall.ts';
import { keyOf, MINT_STATES, mintStateOf, type Watched } from '../watch/watchList.ts';
import { concernWords } from './attentionMessages.ts';
import { withAcknowledged } from './concernLabel.ts';
import { doneInPhrase, estimateWords } from './forecastMessages.ts';
import { progressWords } from './shareMessages.ts';

/** The share of all watched projects together: `63%`; `undefined` if it is not known. */
function shareWords(watched: readonly Watched[]): string | undefined {
  const share = percentConfirmed(watched.flatMap(({ last }) => last ?? []));
  return share === undefined ? undefined : formatNumber(share, 'percent');
}

export interface WatchedTime {
  /** The pace of each project, by `keyOf`; `undefined` while none can be read. */
  readonly paces?: ReadonlyMap<string, ProjectPace> | undefined;
  /** `as of 12:01`, while none of them can be read. */
  readonly age?: string | undefined;
}

/** `2 failed, 1 acknowledged · 1 stalled · 3 minting · 63% · about 5–8 min`. */
export function mintingWords(
  watched: readonly Watched[],
  now: number,
  { paces, age }: WatchedTime = {},
): string {
  const parts = [
    ...stateCounts(watched),
    shareWords(watched) ?? '',
    estimateOfAll(watched, paces, now, estimateWords),
    age ?? '',
  ];
  return joinWords(...parts);
}

export function mintingSpoken(
  watched: readonly Watched[],
  now: number,
  { paces, age }: WatchedTime = {},
): string {
  const share = shareWords(watched);
  const parts = [
    ...stateCounts(watched),
    share === undefined ? '' : l10n.t('{0} confirmed', share),
    estimateOfAll(watched, paces, now, doneInPhrase),
    age ?? '',
  ];
  return l10n.t('Mintscope, watched projects: {0}', parts.filter((part) => part !== '').join(', '));
}

/**
 * When all that are minting will be done, or why that is not known. If some have no estimate, it says
 * how many have one: `12 of 17: about 5–8 min`. Empty if nothing is minting.
 */
function estimateOfAll(
  watched: readonly Watched[],
  paces: WatchedTime['paces'],
  now: number,
  wordsOf: typeof estimateWords,
): string {
  const minting = watched.filter((one) => mintStateOf(one) === 'minting');
  const all = minting
    .flatMap((one) => paces?.get(keyOf(one)) ?? [])
    .filter((one) => !('reason' in one && one.reason === 'done'));
  const { moving, known, doneIn, why } = motionOf(all);
  if (moving === 0) return '';
  if (!doneIn) return why ? wordsOf(why, now) : l10n.t('no estimate yet');
  const words = wordsOf(doneIn, now);
  if (known === moving) return words;
  return l10n.t('{0} of {1}: {2}', formatNumber(known), formatNumber(moving), words);
}

function stateCounts(watched: readonly Watched[]): string[] {
  const words = {
    minting: (count: string) => l10n.t('{0} minting', count),
    stalled: (count: string) => l10n.t('{0} stalled', count),
    failed: (count: string) => l10n.t('{0} failed', count),
    pending: (count: string) => l10n.t('{0} pending', count),
  };
  // The concern `failed` comes first, as on the other surfaces.
  const stateOf = (one: Watched) => (failedOf(one.last ?? {}) > 0 ? 'failed' : mintStateOf(one));
  return MINT_STATES.flatMap((state) => {
    const some = watched.filter((one) => stateOf(one) === state);
    if (some.length === 0) return [];
    return [withAcknowledged(words[state](formatNumber(some.length)), some)];
  });
}

/** The words of `progressWords`, or `not read yet`. */
export function countsWords({ last }: Watched): string {
  return last ? progressWords(last, undefined) : l10n.t('not read yet');
}

/**
 * When a watched project will be done, or why that is not known: `Stalled 16 min`, `status failed` or
 * the words of `doneInPhrase`; empty if nothing is left or it was never read.
 * @param pace `undefined` while it cannot be read.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function outlookWords(
  one: Watched,
  pace: ProjectPace | undefined,
  stallMs: number,
  now: number,
): string {
  const state = mintStateOf(one);
  if (state === 'failed') return l10n.t('status failed');
  const stall = one.last && stallOf(one.last, stallMs);
  if (stall?.kind === 'stalled') return concernWords([stall]);
  // The limit may have been changed since it was announced.
  if (state === 'stalled') return l10n.t('stalled');
  return pace && one.last ? doneInPhrase(pace, now) : '';
}
