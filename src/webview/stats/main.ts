import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import {
  type CopyTarget,
  isToStatsPanel,
  readSavedStatsPanel,
  type StatsState,
} from '../../protocol/stats.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { startRowPage } from '../kit/rowPage.ts';
import { announcement } from './announce.ts';
import { type Actions, headerView } from './headerView.ts';
import { progressView } from './progressView.ts';
import { timeLineView } from './timeLineView.ts';

let asked = false;

const page = startRowPage<StatsState, CopyTarget>({
  isMessage: isToStatsPanel,
  readRow: readSavedStatsPanel,
  copiedWords: (what) => (what === 'id' ? l10n.t('ID copied.') : l10n.t('Mint address copied.')),
  onState(previous, next, format) {
    // A page that was given to another project has no previous state.
    if (!previous) asked = false;
    const words = announcement(previous, next, asked, format, systemClock.now());
    if (!next.loading) asked = false;
    return words;
  },
  isLoading: (state) => state?.loading ?? true,
  view(screen, rowActions) {
    const actions: Actions = {
      ...rowActions,
      refresh,
      ask: (type) => () => {
        page.post({ type });
      },
    };
    return html`${headerView(screen, actions)} ${progressView(screen, actions)}
    ${timeLineView(screen, actions, paint)}`;
  },
});

function paint(): void {
  page.paint();
}

function refresh(): void {
  asked = true;
  page.post({ type: 'refresh' });
}
