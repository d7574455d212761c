import * as vscode from 'vscode';

/** Numbers and times as the person's editor writes them. */
const numbers = new Intl.NumberFormat(vscode.env.language);
const times = new Intl.DateTimeFormat(vscode.env.language, {
  timeStyle: 'medium',
  // As the stats panel writes it.
  hourCycle: 'h23',
});

/** The order of names in the person's language, with `Lamp 2` before `Lamp 10`. */
export const collator = new Intl.Collator(vscode.env.language, { numeric: true });

/** `1,204`. */
export function formatNumber(count: number): string {
  return numbers.format(count);
}

/** `14:02:11`, from milliseconds since 1970. */
export function formatTime(ms: number): string {
  return times.format(ms);
}
