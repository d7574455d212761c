import * as l10n from '@vscode/l10n';
import type { Session } from '../../connection/session.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { confirm, showInformation } from '../../editor/notify.ts';

export function keptDataCommands({ data }: Session) {
  return {
    /** Rows and numbers on screen stay. Rejects with a sentence for the user if it fails. */
    'mintscope.clearKeptData': async () => {
      const question = l10n.t(
        'Delete the rows, counts and watched projects that are kept on this machine, of all sign-ins?',
      );
      const detail = l10n.t(
        'It cannot be undone. Their projects are no longer watched. What is on screen stays. What is read from now on is kept again, unless you turn off mintscope.keepRows.',
      );
      if (!(await confirm(question, detail, l10n.t('Delete')))) return;
      try {
        await data.clear();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const words = l10n.t('What is kept could not be deleted ({0}).', message);
        throw new Error(words, { cause: error });
      }
      void showInformation(l10n.t('Rows, counts and watched projects were deleted.'));
    },
  } satisfies Handlers;
}
