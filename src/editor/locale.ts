import * as vscode from 'vscode';

/*
 * Numbers and times in the person's locale. The formatters are created on first use, because
 * creating them takes as long as the rest of activation.
 */
let numbers: Intl.NumberFormat | undefined;

/** The order of names in the person's language, with `Lamp 2` before `Lamp 10`. */
export function newCollator(): Intl.Collator {
  return new Intl.Collator(vscode.env.language, { numeric: true });
}

/** `1,204`. */
export function formatNumber(count: number): string {
  return numberFormat().format(count);
}

/** Creates the number formatter. Call it early, while a request is open, to save time later. */
export function numberFormat(): Intl.NumberFormat {
  return (numbers ??= new Intl.NumberFormat(vscode.env.language));
}

/** `14:02:11`, or `14:02`, with the date unless that is today's; from milliseconds since 1970. */
export function formatTime(ms: number, timeStyle: 'medium' | 'short' = 'medium'): string {
  const then = new Date(ms);
  const isToday = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(vscode.env.language, {
    dateStyle: isToday ? undefined : 'medium',
    timeStyle,
    // The same as in the stats panel.
    hourCycle: 'h23',
  });
}

const SECOND = 1000;
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 24 * 3600 * SECOND],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
];

/** `3 hours ago`, `yesterday`, `just now`, from two times in milliseconds since 1970. */
export function agoWords(then: number, now: number): string {
  const words = new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'auto' });
  // The clock of the machine may have been set back since.
  const past = Math.max(0, now - then);
  const fitting = UNITS.find(([, length]) => past >= length);
  if (!fitting) return 'just now';
  const [unit, length] = fitting;
  return words.format(-Math.floor(past / length), unit);
}
