import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../base/numberFormat.ts';
import type { ListState } from '../lists/listState.ts';
import type { ListName } from './listMessages.ts';

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
    const [said, held] = [format(state.total), format(state.rows.length + state.unreadable)];
    const gave =
      name === 'projects'
        ? l10n.t('The service says there are {0} projects, but gave {1}', said, held)
        : l10n.t('The service says there are {0} collections, but gave {1}', said, held);
    notices.push(
      state.repeated === 0
        ? l10n.t('{0}. Refresh to try again.', gave)
        : l10n.t(
            '{0}; {1}. Refresh to try again; if that does not help, ask whoever runs the service.',
            gave,
            shownOnce(state.repeated, format),
          ),
    );
  } else if (state.drifted) {
    notices.push(l10n.t('The list has changed. Refresh to see all of it.'));
  }
  if (state.unreadable > 0) {
    notices.push(
      state.unreadable === 1
        ? l10n.t('1 row could not be read and was left out.')
        : l10n.t('{0} rows could not be read and were left out.', format(state.unreadable)),
    );
  }
  return notices;
}

function shownOnce(repeated: number, format: FormatNumber): string {
  return repeated === 1
    ? l10n.t('1 row came more than once and is shown once')
    : l10n.t('{0} rows came more than once and are shown once', format(repeated));
}
