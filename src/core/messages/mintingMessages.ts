import * as l10n from '@vscode/l10n';
import { joinWords } from '../base/displayText.ts';
import type { FormatNumber } from '../base/numberFormat.ts';
import type { DoneIn } from '../stats/forecast.ts';
import { failedOf } from '../stats/problems.ts';
import { percentConfirmed } from '../stats/share.ts';
import { stallOf } from '../stats/stall.ts';
import { MINT_STATES, mintStateOf, type Watched } from '../watch/watchList.ts';
import { concernWords } from './attentionMessages.ts';
import { withAcknowledged } from './concernLabel.ts';
import { doneInWords } from './forecastMessages.ts';
import { progressWords } from './shareMessages.ts';

/** The share of all watched projects together: `63%`; `undefined` if it is not known. */
function shareWords(watched: readonly Watched[], format: FormatNumber): string | undefined {
  const share = percentConfirmed(watched.flatMap(({ last }) => last ?? []));
  return share === undefined ? undefined : format(share, 'percent');
}

export interface WatchedTime {
  /** The time until the last one that is minting is done. */
  readonly doneIn?: DoneIn | undefined;
  /** `as of 12:01`, while none of them can be read. */
  readonly age?: string | undefined;
}

/** `2 failed, 1 acknowledged · 1 stalled · 3 minting · 63% · about 5–8 min`. */
export function mintingWords(
  watched: readonly Watched[],
  format: FormatNumber,
  { doneIn, age }: WatchedTime = {},
): string {
  const parts = [
    ...stateCounts(watched, format),
    shareWords(watched, format) ?? '',
    doneIn ? doneInWords(doneIn, format) : '',
    age ?? '',
  ];
  return joinWords(...parts);
}

export function mintingSpoken(
  watched: readonly Watched[],
  format: FormatNumber,
  { doneIn, age }: WatchedTime = {},
): string {
  const share = shareWords(watched, format);
  const parts = [
    ...stateCounts(watched, format),
    ...(share === undefined ? [] : [l10n.t('{0} confirmed', share)]),
    ...(doneIn ? [l10n.t('done in {0}', doneInWords(doneIn, format))] : []),
    ...(age === undefined ? [] : [age]),
  ];
  return l10n.t('Mintscope, watched projects: {0}', parts.join(', '));
}

function stateCounts(watched: readonly Watched[], format: FormatNumber): string[] {
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
    return [withAcknowledged(words[state](format(some.length)), some, format)];
  });
}

/** The words of `progressWords`, or `not read yet`. */
export function countsWords({ last }: Watched, format: FormatNumber): string {
  return last ? progressWords(last, undefined, format) : l10n.t('not read yet');
}

/**
 * Why a watched project does not mint: `Not moving 6 min`, `Stalled 16 min` or `status failed`; nothing
 * if it does.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function restWords(one: Watched, stallMs: number, format: FormatNumber): string[] {
  const state = mintStateOf(one);
  if (state === 'failed') return [l10n.t('status failed')];
  const stall = one.last && stallOf(one.last, stallMs);
  if (stall) return [concernWords([stall], format)];
  // The limit may have been changed since it was announced.
  return state === 'stalled' ? [l10n.t('stalled')] : [];
}
