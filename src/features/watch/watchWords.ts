import * as l10n from '@vscode/l10n';
import { joinWords } from '../../core/base/displayText.ts';
import { formatNumber, plural } from '../../core/base/format.ts';
import type { ProjectPace } from '../../core/stats/forecast.ts';
import { motionOf } from '../../core/stats/motion.ts';
import { failedOf } from '../../core/stats/problems.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { stallOf } from '../../core/stats/stall.ts';
import type { Wanted } from '../../core/watch/wanted.ts';
import { keyOf, MINT_STATES, mintStateOf, type Watched } from '../../core/watch/watchList.ts';
import { concernWords } from '../../core/messages/attentionMessages.ts';
import { withAcknowledged } from '../../core/messages/concernLabel.ts';
import { doneInPhrase, shortEstimateWords } from '../../core/messages/forecastMessages.ts';
import { progressWords } from '../../core/messages/shareMessages.ts';

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

/**
 * When all that are minting will be done, or why that is not known. If some have no estimate, it says
 * how many have one: `12 of 17: about 5–8 min`. Empty if nothing is minting.
 */
function estimateOfAll(
  watched: readonly Watched[],
  paces: WatchedTime['paces'],
  now: number,
): string {
  const minting = watched.filter((one) => mintStateOf(one) === 'minting');
  const all = minting
    .flatMap((one) => paces?.get(keyOf(one)) ?? [])
    .filter((one) => !('reason' in one && one.reason === 'done'));
  const { moving, known, doneIn, why } = motionOf(all);
  if (moving === 0) return '';
  // The editor cuts a long text of the status bar. The tooltip has the whole reason of each.
  if (!doneIn) return why ? shortEstimateWords(why, now) : l10n.t('no estimate yet');
  const words = shortEstimateWords(doneIn, now);
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

/**
 * `14 of the loaded projects (50 of 230) are being minted`.
 * @param loaded the words of `coverage`.
 */
export function inMotionWords(count: number, loaded: string): string {
  if (count === 0) return l10n.t('None of the loaded projects ({0}) is being minted', loaded);
  return plural(
    count,
    l10n.t(
      '{0} of the loaded projects ({1}) is being minted | {0} of the loaded projects ({1}) are being minted',
    ),
    loaded,
  );
}

/** What is announced to the user on request: `at 50%`, `when it moves again`. */
export function wantedWords(wanted: Wanted = {}): string[] {
  const { shares = [], moves, grows } = wanted;
  return [
    ...shares.map((share) => l10n.t('at {0}', formatNumber(share, 'percent'))),
    ...(moves === undefined ? [] : [l10n.t('when it moves again')]),
    ...(grows === undefined ? [] : [l10n.t('when its total grows')]),
  ];
}
