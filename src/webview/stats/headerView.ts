import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { statusTone } from '../../core/model/statusTone.ts';
import { button, statusIcon } from '../kit/controls.ts';
import { field, rowHeader } from '../kit/rowView.ts';
import { withElements } from '../kit/withElements.ts';
import { describeProject, type ProjectHeader } from './project.ts';
import type { Actions, Screen } from './ui.ts';

/** The header: which project this is. */
export function headerView(screen: Screen, actions: Actions): TemplateResult {
  const header = describeProject(screen.ref, screen.facts);
  const refresh = { id: 'refresh', icon: 'refresh', secondary: true } as const;
  return rowHeader(
    {
      ...header,
      meta: metaLine(header, screen),
      hint: header.known
        ? nothing
        : html`<p class="quiet">
            ${l10n.t('Its name appears once the Projects list has loaded it.')}
          </p>`,
      fields: identity(header, screen, actions),
      buttons: button(l10n.t('Refresh'), actions.refresh, refresh),
      kind: 'project',
    },
    screen,
    actions,
  );
}

function metaLine(
  { symbol, status, statusAsOf, id }: ProjectHeader,
  { format, now }: Screen,
): readonly TemplateResult[] {
  // The status is from the list, and older or newer than the counts below.
  const when =
    statusAsOf === undefined
      ? nothing
      : html` <span
          >${withElements(l10n.t('(as of {0})'), [
            html`<time title=${format.fullDate(statusAsOf)}>${format.time(statusAsOf, now)}</time>`,
          ])}</span
        >`;
  return [
    symbol === undefined ? undefined : html`<bdi>${symbol}</bdi>`,
    status === undefined ? undefined : html`${statusBadge(status)}${when}`,
    // A line that is too short for all of it begins and ends with words.
    html`<bdi>${id.replace(' · ', '\u00a0·\u00a0')}</bdi>`,
  ].filter((part) => part !== undefined);
}

/** The status of the project, with the icon and the colour of its row in the tree. */
function statusBadge(status: string): TemplateResult {
  const tone = statusTone(status);
  const meaning = l10n.t(
    'The status of the project as a whole, as the Projects list gives it. The numbers below count its NFTs.',
  );
  const words = withElements(l10n.t('Project status: {0}'), [html`<bdi>${status}</bdi>`]);
  return html`<span class="badge status ${tone}" title=${meaning}
    >${statusIcon(tone)}<span>${words}</span></span
  >`;
}

function identity(
  { ref, mintAddress }: ProjectHeader,
  screen: Screen,
  actions: Actions,
): readonly TemplateResult[] {
  return [
    field(
      { label: l10n.t('ID'), value: ref, what: 'id', copyLabel: l10n.t('Copy ID') },
      screen,
      actions,
    ),
    ...(mintAddress === undefined
      ? []
      : [
          field(
            {
              label: l10n.t('Mint address'),
              value: mintAddress,
              what: 'mintAddress',
              copyLabel: l10n.t('Copy mint address'),
            },
            screen,
            actions,
          ),
        ]),
  ];
}
