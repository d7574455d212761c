import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import { type CopyTarget, isToStatsPanel, type StatsState } from '../messages.ts';
import { Later } from '../../../core/base/later.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { button } from '../../../page/controls.ts';
import { startRowPage } from '../../../page/rowPage.ts';
import { type Actions, headerView, type PlainMessageType, projectIdentity } from './headerView.ts';
import { announcement } from './progress.ts';
import { progressView } from './progressView.ts';

const page = startRowPage<StatsState, CopyTarget>({
  isMessage: isToStatsPanel,
  copiedWords: (what) => (what === 'id' ? l10n.t('ID copied.') : l10n.t('Mint address copied.')),
  onState: (previous, next, userWaits) =>
    announcement(previous, next, userWaits, systemClock.now()),
  isLoading: (state) => state?.loading ?? true,
  remedy: ({ problem }) =>
    problem?.other === undefined
      ? nothing
      : button(l10n.t('Open That Project'), send('openOther'), { secondary: true }),
  view(screen, rowActions) {
    const actions: Actions = { ...rowActions, send };
    return html`${headerView(screen, actions)} ${progressView(screen, actions, paint)}
    ${projectIdentity(screen, actions)}`;
  },
});

function paint(): void {
  page.paint();
}

/** Repaints every second, because the age of the counts is shown in seconds. */
const everySecond = new Later(systemClock, () => {
  paint();
  everySecond.soon(1000);
});
everySecond.soon(1000);

function send(type: PlainMessageType): () => void {
  return () => {
    page.post({ type });
  };
}
