import { formatNumber } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { displayText } from '../../../core/base/displayText.ts';
import type { CollectionFacts, CollectionState, CopyTarget, Member, Table } from '../messages.ts';
import { button, moment } from '../../../page/controls.ts';
import type { RowActions, RowScreen } from '../../../page/rowPage.ts';
import { field, identityView, rowHeader } from '../../../page/rowView.ts';
import { withElements } from '../../../page/withElements.ts';

export type Screen = RowScreen<CollectionState>;

export interface Actions extends RowActions {
  readonly openMetadata: () => void;
}

/** The most characters of an address that are shown; a copy has all. */
const LONGEST_ADDRESS = 200;

function copyWords(what: CopyTarget) {
  return {
    mintAddress: {
      label: l10n.t('Mint address'),
      copyLabel: l10n.t('Copy mint address'),
      copied: l10n.t('Mint address copied.'),
    },
    ownerAddress: {
      label: l10n.t('Owner address'),
      copyLabel: l10n.t('Copy owner address'),
      copied: l10n.t('Owner address copied.'),
    },
    uri: {
      label: l10n.t('Metadata address'),
      copyLabel: l10n.t('Copy metadata address'),
      copied: l10n.t('Metadata address copied.'),
    },
  }[what];
}

export function copiedWords(what: CopyTarget): string {
  return copyWords(what).copied;
}

export function goneWords(): string {
  return l10n.t('This collection is no longer in the list. Its last known details are shown.');
}

export function collectionView(screen: Screen, actions: Actions): TemplateResult {
  const { facts, state } = screen;
  const heading = facts?.name ?? l10n.t('Unnamed collection');
  const header = rowHeader(
    {
      heading,
      meta: [
        html`${l10n.t('Collection')}`,
        ...(facts?.symbol ? [html`<bdi>${facts.symbol}</bdi>`] : []),
      ],
      hint: l10n.t('Its details appear once the Collections list has loaded it.'),
      buttons: nothing,
    },
    screen,
  );
  const fields = (['mintAddress', 'ownerAddress', 'uri'] as const).map((what) => {
    const address = facts?.[what];
    const value = address && displayText(address, LONGEST_ADDRESS);
    const more = what === 'uri' ? openButton(address, actions) : nothing;
    return field({ ...copyWords(what), value, what }, screen, actions, more);
  });
  return html`${header}${identityView(heading, fields, screen, actions)}${state?.gone ? html`<p class="note">${goneWords()}</p>` : nothing}
  ${facts === undefined ? nothing : members(facts)} ${asOf(screen)}`;
}

/** Only for an https link, because no other is opened in the browser. */
function openButton(uri: string | undefined, { openMetadata }: Actions) {
  return /^https:/i.test(uri ?? '')
    ? button(l10n.t('Open in Browser'), openMetadata, { secondary: true })
    : nothing;
}

function members({ attributes, details, further }: CollectionFacts): TemplateResult {
  const none = () => html`<p class="quiet">${l10n.t('It has no attributes.')}</p>`;
  return html`<section aria-label=${l10n.t('Details of the collection')}>
    ${attributes ? attributesView(attributes) : none()} ${memberTable(l10n.t('Details'), details)}
    ${memberTable(l10n.t('Also given by the service'), further)}
  </section>`;
}

function attributesView({ columns, rows, more }: Table): TemplateResult {
  const note = () =>
    html`<p class="note">${l10n.t('View as JSON shows {0} more.', formatNumber(more))}</p>`;
  return html`<table class="members">
      <caption>
        ${l10n.t('Attributes')}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col"><bdi>${column}</bdi></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((value) => html`<td><bdi>${value}</bdi></td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    ${more > 0 ? note() : nothing}`;
}

function memberTable(caption: string, rows: readonly Member[]): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<table class="members">
    <caption>
      ${caption}
    </caption>
    <tbody>
      ${rows.map(
        ({ name, value }) =>
          html`<tr>
            <th scope="row"><bdi>${name}</bdi></th>
            <td><bdi>${value}</bdi></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function asOf(screen: Screen): TemplateResult | typeof nothing {
  const at = screen.facts?.asOf;
  if (at === undefined) return nothing;
  const words = l10n.t('As of {0}');
  return html`<p class="as-of">${withElements(words, [moment(at, screen)])}</p>`;
}
