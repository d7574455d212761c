import type { ListState } from '../lists/listState.ts';
import type { FormatNumber, ListName } from './listMessages.ts';

/**
 * What a person should know about a list beside its rows and failures, most urgent first. Empty
 * most of the time.
 */
export function listNotices(
  state: ListState<unknown>,
  name: ListName,
  format: FormatNumber,
): string[] {
  const notices: string[] = [];
  if (state.short && state.total !== undefined) {
    const held = format(state.rows.length + state.unreadable);
    const gave = `The service says there are ${format(state.total)} ${name}, but gave ${held}`;
    notices.push(
      state.repeated === 0
        ? `${gave}. Refresh to try again.`
        : `${gave}; ${repeatedWords(state.repeated, format)} shown once. Refresh to try again; if that does not help, ask whoever runs the service.`,
    );
  } else if (state.drifted) {
    notices.push('The list has changed. Refresh to see all of it.');
  }
  if (state.unreadable > 0) {
    const rows = state.unreadable === 1 ? 'row' : 'rows';
    const was = state.unreadable === 1 ? 'was' : 'were';
    notices.push(`${format(state.unreadable)} ${rows} could not be read and ${was} left out.`);
  }
  return notices;
}

/** `1 row came more than once and is`: the start of a sentence. */
export function repeatedWords(repeated: number, format: FormatNumber): string {
  return repeated === 1
    ? '1 row came more than once and is'
    : `${format(repeated)} rows came more than once and are`;
}
