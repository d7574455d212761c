import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { describeRef, parseProjectRef } from '../../core/model/projectRef.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import { isStatusBehind } from '../../core/stats/attention.ts';
import type { RowTone } from '../../core/stats/rowTone.ts';
import type { FromStatsPanel, StatsState } from '../../protocol/stats.ts';
import { button, moment, toneIcon } from '../kit/controls.ts';
import type { RowActions, RowScreen } from '../kit/rowPage.ts';
import { field, rowHeader } from '../kit/rowView.ts';
import { withElements } from '../kit/withElements.ts';

export type Screen = RowScreen<StatsState>;

/** Messages that say all by their type. */
export type Asked = Exclude<FromStatsPanel, { readonly ref: string }>['type'];

export interface Actions extends RowActions {
  readonly ask: (type: Asked) => () => void;
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
  const { counts, asOf: at = 0, tone = statusTone(status) } = screen.state ?? {};
  const isBehind = counts && isStatusBehind({ status, statusAt: asOf }, { ...counts, at });
  // The status is from the list, and older or newer than the counts below.
  const when =
    asOf === undefined
      ? nothing
      : html` <span>${withElements(l10n.t('(as of {0})'), [moment(asOf, screen)])}</span>`;
  return [
    symbol === undefined ? undefined : html`<bdi>${symbol}</bdi>`,
    status === undefined ? undefined : html`${statusBadge(status, tone, isBehind === true)}${when}`,
    // A line that is too short for all of it begins and ends with words.
    html`<bdi>${id.replace(' · ', '\u00a0·\u00a0')}</bdi>`,
  ].filter((part) => part !== undefined);
}

/**
 * The status of the project, with the icon and the colour of its row in the tree.
 * @param isBehind whether the counts are newer and say that minting has ended.
 */
function statusBadge(status: string, tone: RowTone, isBehind: boolean): TemplateResult {
  const meaning = l10n.t(
    'The status of the project as a whole, as the Projects list gives it. The numbers below count its NFTs.',
  );
  const sentence = isBehind ? l10n.t('Project status was: {0}') : l10n.t('Project status: {0}');
  const words = withElements(sentence, [html`<bdi>${status}</bdi>`]);
  return html`<span class="badge status ${tone}" title=${meaning}
    >${toneIcon(tone)}<span>${words}</span></span
  >`;
}
