import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { displayText } from '../../../core/base/displayText.ts';
import { formatNumber } from '../../../core/base/format.ts';
import { button, headerView, moment } from '../../../page/controls.ts';
import { type RowActions, type RowScreen, startRowPage } from '../../../page/rowPage.ts';
import { field, identityView } from '../../../page/rowView.ts';
import { withElements } from '../../../page/withElements.ts';
import { ADDRESSES, type CollectionState, type Table } from '../messages.ts';

/** The most characters of an address that are shown; a copy has all. */
const LONGEST_ADDRESS = 200;

const page = startRowPage<CollectionState>({
  onState: (previous, next) => (previous && next.gone && !previous.gone ? goneWords() : undefined),
  view: collectionView,
});

function goneWords(): string {
  return l10n.t('This collection is no longer in the list. Its last known details are shown.');
}

function collectionView(screen: RowScreen<CollectionState>, actions: RowActions): TemplateResult {
  const { facts, state } = screen;
  const { name: heading = l10n.t('Unnamed collection'), symbol, tables = [], asOf } = facts ?? {};
  const hint = l10n.t('Its details appear once the Collections list has loaded it.');
  const header = {
    heading,
    meta: [l10n.t('Collection'), ...(symbol === undefined ? [] : [html`<bdi>${symbol}</bdi>`])],
    source: state,
    hint: facts ? undefined : hint,
    buttons: nothing,
  };
  const openMetadata = () => {
    page.post({ type: 'openMetadata' });
  };
  const labels = {
    mintAddress: l10n.t('Mint address'),
    ownerAddress: l10n.t('Owner address'),
    uri: l10n.t('Metadata address'),
  };
  const fields = ADDRESSES.map((what) => {
    const address = facts?.[what];
    const value = address && displayText(address, LONGEST_ADDRESS);
    // No other link is opened in the browser.
    const isOpened = what === 'uri' && /^https:/i.test(address ?? '');
    const open = button(l10n.t('Open in Browser'), openMetadata, { secondary: true });
    const label = labels[what];
    return field({ label, value, what }, screen, actions, isOpened ? open : nothing);
  });
  return html`${headerView(header)} ${identityView(heading, fields, screen, actions)}
    ${state.gone ? html`<p class="note">${goneWords()}</p>` : nothing}
    <section aria-label=${l10n.t('Details of the collection')}>${tables.map(tableView)}</section>
    ${
      asOf === undefined
        ? nothing
        : html`<p class="as-of">${withElements(l10n.t('As of {0}'), [moment(asOf, screen)])}</p>`
    }`;
}

function tableView({ caption, columns, rows, more }: Table): TemplateResult {
  const header = html`<thead>
    <tr>
      ${columns.map((column) => html`<th scope="col"><bdi>${column}</bdi></th>`)}
    </tr>
  </thead>`;
  return html`<table class="members">
      <caption>
        ${caption}
      </caption>
      ${columns.length > 0 ? header : nothing}
      <tbody>
        ${rows.map(
          ([first, ...others]) =>
            html`<tr>
              <th scope="row"><bdi>${first}</bdi></th>
              ${others.map((value) => html`<td><bdi>${value}</bdi></td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    ${
      more > 0
        ? html`<p class="note">${l10n.t('View as JSON shows {0} more.', formatNumber(more))}</p>`
        : nothing
    }`;
}
