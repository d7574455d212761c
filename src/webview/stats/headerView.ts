import { html, nothing, type TemplateResult } from 'lit';
import { statusTone } from '../../core/model/statusTone.ts';
import { button, statusIcon } from '../kit/controls.ts';
import { field, rowHeader } from '../kit/rowView.ts';
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
        : html`<p class="quiet">Its name appears once the Projects list has loaded it.</p>`,
      fields: identity(header, screen, actions),
      buttons: button('Refresh', actions.refresh, refresh),
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
          >(as of
          <time title=${format.fullDate(statusAsOf)}>${format.time(statusAsOf, now)}</time>)</span
        >`;
  return [
    symbol === undefined ? undefined : html`<bdi>${symbol}</bdi>`,
    status === undefined ? undefined : html`${statusBadge(status)}${when}`,
    html`<bdi>${id}</bdi>`,
  ].filter((part) => part !== undefined);
}

/** The status of the project, with the icon and the colour of its row in the tree. */
function statusBadge(status: string): TemplateResult {
  const tone = statusTone(status);
  return html`<span
    class="badge status ${tone}"
    title="The status of the project as a whole, as the Projects list gives it. The numbers below count its NFTs."
    >${statusIcon(tone)}<span>Project status: <bdi>${status}</bdi></span></span
  >`;
}

function identity(
  { ref, mintAddress }: ProjectHeader,
  screen: Screen,
  actions: Actions,
): readonly TemplateResult[] {
  return [
    field({ label: 'ID', value: ref, what: 'id' }, screen, actions),
    ...(mintAddress === undefined
      ? []
      : [
          field(
            { label: 'Mint address', value: mintAddress, what: 'mintAddress' },
            screen,
            actions,
          ),
        ]),
  ];
}
