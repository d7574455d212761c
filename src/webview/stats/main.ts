import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import {
  type CopyTarget,
  type FromStatsPanel,
  isToStatsPanel,
  type ProjectFacts,
  readSavedStatsPanel,
  type StatsState,
} from '../../protocol/stats.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { startRowPage } from '../kit/rowPage.ts';
import { announcement } from './announce.ts';
import { headerView } from './headerView.ts';
import { progressView } from './progressView.ts';
import { bounded } from './project.ts';
import { timeLineView } from './timeLineView.ts';

let asked = false;

const page = startRowPage<StatsState, ProjectFacts, CopyTarget>({
  isMessage: isToStatsPanel,
  readRow: readSavedStatsPanel,
  bounded,
  imageOf: (facts) => facts?.image,
  copiedWords: (what) => (what === 'id' ? l10n.t('ID copied.') : l10n.t('Mint address copied.')),
  onState(previous, next, format) {
    // A page that was given to another project has no previous state.
    if (!previous) asked = false;
    const words = announcement(previous, next, asked, format, systemClock.now());
    if (!next.loading) asked = false;
    return words;
  },
  isLoading: (state) => state?.loading ?? true,
  view: (screen, rowActions) => {
    const actions = { ...rowActions, refresh, signIn, showLog, openOther };
    return html`${headerView(screen, actions)} ${progressView(screen, actions)}
    ${timeLineView(screen, paint)}`;
  },
});

function paint(): void {
  page.paint();
}

const post: (message: FromStatsPanel) => void = page.post;

function refresh(): void {
  asked = true;
  post({ type: 'refresh' });
}

function signIn(): void {
  post({ type: 'signIn' });
}

function showLog(): void {
  post({ type: 'showLog' });
}

function openOther(): void {
  post({ type: 'openOther' });
}
