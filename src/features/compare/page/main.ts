import * as l10n from '@vscode/l10n';
import { startRowPage } from '../../../page/rowPage.ts';
import { type CompareState, isToCompare } from '../messages.ts';
import { compareView } from './compareView.ts';

const page = startRowPage<CompareState, 'table'>({
  isMessage: isToCompare,
  copiedWords: () => l10n.t('Table copied.'),
  // Announces how many projects have readings when that changes, not every reading.
  onState: (previous, next) =>
    previous && previous.covers !== next.covers ? l10n.t('{0}.', next.covers) : undefined,
  isLoading: (state) => state?.loading ?? true,
  view: (screen, actions) => compareView(screen, actions, paint),
});

function paint(): void {
  page.paint();
}
