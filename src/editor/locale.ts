import * as vscode from 'vscode';

/*
 * Numbers and times as the person's editor writes them. The formatters are made when they are first
 * needed: they take as long as the rest of activation, and nothing is written then.
 */
let numbers: Intl.NumberFormat | undefined;
let times: Intl.DateTimeFormat | undefined;

/** The order of names in the person's language, with `Lamp 2` before `Lamp 10`. */
export function newCollator(): Intl.Collator {
  return new Intl.Collator(vscode.env.language, { numeric: true });
}

/** `1,204`. */
export function formatNumber(count: number): string {
  numbers ??= new Intl.NumberFormat(vscode.env.language);
  return numbers.format(count);
}

/** `14:02:11`, from milliseconds since 1970. */
export function formatTime(ms: number): string {
  times ??= new Intl.DateTimeFormat(vscode.env.language, {
    timeStyle: 'medium',
    // As the stats panel writes it.
    hourCycle: 'h23',
  });
  return times.format(ms);
}
