import { displayText } from '../base/displayText.ts';
import { describeRef } from '../model/projectRef.ts';
import { leftOf, percentConfirmed, type Watched } from '../watch/watchList.ts';
import type { FormatNumber } from './listMessages.ts';

const MINUTE_MS = 60_000;
/** Names in one message. */
const MOST_NAMES = 5;

/** `Harbor Lights`, or `Project 12 · transferable`. */
export function watchedName({ name, ref }: Watched): string {
  return displayText(name, 80) || `Project ${describeRef(ref)}`;
}

/** `42 min`, `1 h 5 min`, `2 d 4 h`; empty below a minute. From milliseconds. */
export function durationWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
  const units: readonly (readonly [number, string])[] =
    days > 0
      ? [
          [days, 'd'],
          [hours % 24, 'h'],
        ]
      : [
          [hours, 'h'],
          [minutes % 60, 'min'],
        ];
  return units.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}

/** `Harbor Lights: all 5,000 confirmed in 42 min`; several share a sentence. */
export function doneWords(done: readonly Watched[], format: FormatNumber): string {
  const [one] = done;
  if (one && done.length === 1) return `${watchedName(one)}: ${howDone(one, format)}`;
  return `${format(done.length)} watched projects are minted: ${names(done)}`;
}

function howDone({ since, last }: Watched, format: FormatNumber): string {
  const { confirmed = 0, at = since } = last ?? {};
  const took = durationWords(at - since);
  return `all ${format(confirmed)} confirmed${took === '' ? '' : ` in ${took}`}`;
}

/** `Harbor Lights: minting ended with 4,990 of 5,000 confirmed`. */
export function endedWords(ended: readonly Watched[], format: FormatNumber): string {
  const [one] = ended;
  if (!one || ended.length > 1)
    return `Minting of ${format(ended.length)} watched projects ended before all was confirmed: ${names(ended)}`;
  const { confirmed, total } = one.last ?? {};
  const whole = total === undefined ? '' : ` of ${format(total)}`;
  const known = confirmed === undefined ? 'an unknown number' : format(confirmed);
  return `${watchedName(one)}: minting ended with ${known}${whole} confirmed`;
}

/** `Harbor Lights is no longer watched: …`. */
export function idleWords(idle: readonly Watched[]): string {
  const are = idle.length === 1 ? 'is' : 'are';
  return `${names(idle)} ${are} no longer watched: for a day, the counts have not said that anything is left to mint`;
}

/** `Harbor Lights has stalled: nothing confirmed for 15 min, 1,850 of 5,000 left`. */
export function stalledWords(stalled: readonly Watched[], format: FormatNumber): string {
  const [one] = stalled;
  if (!one || stalled.length > 1) {
    const count = format(stalled.length);
    return `${count} watched projects have stalled, nothing of them is confirmed any more: ${names(stalled)}`;
  }
  const { last, movedAt = 0 } = one;
  const time = durationWords((last?.at ?? 0) - movedAt) || 'a while';
  const left = last ? leftOf(last) : 0;
  const whole = last?.total === undefined ? '' : ` of ${format(last.total)}`;
  return `${watchedName(one)} has stalled: nothing confirmed for ${time}, ${format(left)}${whole} left`;
}

export function goneWords(gone: readonly Watched[]): string {
  return `The service does not know ${names(gone)} any more, so watching has ended`;
}

/** Beside the number: the share of all watched projects together. */
export function shareWords(watched: readonly Watched[]): string {
  const share = percentConfirmed(watched.flatMap(({ last }) => last ?? []));
  return share === undefined ? '' : `${share} %`;
}

/** `3 minting · 63 %`. */
export function mintingWords(watched: readonly Watched[], format: FormatNumber): string {
  const share = shareWords(watched);
  return `${format(watched.length)} minting${share === '' ? '' : ` · ${share}`}`;
}

/** For a screen reader. */
export function mintingSpoken(watched: readonly Watched[], format: FormatNumber): string {
  const share = percentConfirmed(watched.flatMap(({ last }) => last ?? []));
  const projects = watched.length === 1 ? 'project' : 'projects';
  const known = share === undefined ? '' : `, ${share} percent confirmed`;
  return `Mintscope: ${format(watched.length)} watched ${projects} minting${known}`;
}

/** `63 %, 3,150 of 5,000 confirmed`, `not read yet`. */
export function countsWords({ last }: Watched, format: FormatNumber): string {
  if (!last) return 'not read yet';
  const { confirmed, total } = last;
  if (confirmed === undefined) return 'confirmed count not given';
  const whole = total === undefined ? '' : ` of ${format(total)}`;
  const share = percentConfirmed([last]);
  return `${share === undefined ? '' : `${share} %, `}${format(confirmed)}${whole} confirmed`;
}

/** `Harbor Lights, Ember Passes and 3 more`. */
function names(all: readonly Watched[]): string {
  const shown = all.slice(0, MOST_NAMES).map(watchedName);
  const more = all.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}
