import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { describeRef, parseProjectRef } from '../../core/model/projectRef.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import type { RowTone } from '../../core/stats/rowTone.ts';
import type { FromStatsPanel, StatsState } from '../../protocol/stats.ts';
import { button, moment, toneIcon } from '../kit/controls.ts';
import type { RowActions, RowScreen } from '../kit/rowPage.ts';
import { field, rowHeader } from '../kit/rowView.ts';
import { withElements } from '../kit/withElements.ts';

export type Screen = RowScreen<StatsState>;

export interface Actions extends RowActions {
  readonly refresh: () => void;
  readonly ask: (type: Exclude<FromStatsPanel, { readonly ref: string }>['type']) => () => void;
}

export function headerView(screen: Screen, actions: Actions): TemplateResult {
  const { ref, facts } = screen;
  const project = parseProjectRef(ref);
  const id = project ? describeRef(project) : ref;
  const refresh = { id: 'refresh', icon: 'refresh', secondary: true } as const;
  return rowHeader(
    {
      heading: facts?.name ?? l10n.t('Project {0}', id),
      meta: metaLine(id, screen),
      hint: l10n.t('Its name appears once the Projects list has loaded it.'),
      fields: [
        { label: l10n.t('ID'), value: ref, what: 'id', copyLabel: l10n.t('Copy ID') },
        {
          label: l10n.t('Mint address'),
          value: facts?.mintAddress,
          what: 'mintAddress',
          copyLabel: l10n.t('Copy mint address'),
        },
      ].map((one) => field(one, screen, actions)),
      buttons: button(l10n.t('Refresh'), actions.refresh, refresh),
      keepOpen: l10n.t('Keep this tab; otherwise the next project you click replaces it'),
    },
    screen,
    actions,
  );
}

function metaLine(id: string, screen: Screen): readonly TemplateResult[] {
  const { symbol, status, asOf } = screen.facts ?? {};
  // The status is from the list, and older or newer than the counts below.
  const when =
    asOf === undefined
      ? nothing
      : html` <span>${withElements(l10n.t('(as of {0})'), [moment(asOf, screen)])}</span>`;
  return [
    symbol === undefined ? undefined : html`<bdi>${symbol}</bdi>`,
    status === undefined
      ? undefined
      : html`${statusBadge(status, screen.state?.tone ?? statusTone(status))}${when}`,
    // A line that is too short for all of it begins and ends with words.
    html`<bdi>${id.replace(' · ', '\u00a0·\u00a0')}</bdi>`,
  ].filter((part) => part !== undefined);
}

/** The status of the project, with the icon and the colour of its row in the tree. */
function statusBadge(status: string, tone: RowTone): TemplateResult {
  const meaning = l10n.t(
    'The status of the project as a whole, as the Projects list gives it. The numbers below count its NFTs.',
  );
  const words = withElements(l10n.t('Project status: {0}'), [html`<bdi>${status}</bdi>`]);
  return html`<span class="badge status ${tone}" title=${meaning}
    >${toneIcon(tone)}<span>${words}</span></span
  >`;
}
