import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import {
  type CopyTarget,
  isToStatsPanel,
  readSavedStatsPanel,
  type StatsState,
} from '../../protocol/stats.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { button } from '../kit/controls.ts';
import { startRowPage } from '../kit/rowPage.ts';
import { announcement } from './announce.ts';
import { type Actions, type Asked, headerView } from './headerView.ts';
import { progressView } from './progressView.ts';
import { timeLineView } from './timeLineView.ts';

const page = startRowPage<StatsState, CopyTarget>({
  isMessage: isToStatsPanel,
  readRow: readSavedStatsPanel,
  copiedWords: (what) => (what === 'id' ? l10n.t('ID copied.') : l10n.t('Mint address copied.')),
  onState: (previous, next, format, asked) =>
    announcement(previous, next, asked, format, systemClock.now()),
  isLoading: (state) => state?.loading ?? true,
  remedy: ({ problem }) =>
    problem?.other === undefined
      ? nothing
      : button(l10n.t('Open That Project'), ask('openOther'), { secondary: true }),
  view(screen, rowActions) {
    const actions: Actions = { ...rowActions, ask };
    return html`${headerView(screen, actions)} ${progressView(screen, actions)}
    ${timeLineView(screen, actions, paint)}`;
  },
});

function paint(): void {
  page.paint();
}

function ask(type: Asked): () => void {
  return () => {
    page.post({ type });
  };
}
