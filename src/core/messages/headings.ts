import * as l10n from '@vscode/l10n';
import { countLabel } from './countMessages.ts';

/** What the tables of several surfaces have of a project, in the order of a comparison. */
export function tableHeadings() {
  return {
    name: l10n.t('Name'),
    share: l10n.t('Progress'),
    confirmed: countLabel('confirmed'),
    pace: l10n.t('Pace'),
    left: l10n.t('Left'),
    doneIn: l10n.t('Done in'),
    asOf: l10n.t('As of'),
  };
}
