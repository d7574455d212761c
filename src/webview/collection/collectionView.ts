import { html, nothing, type TemplateResult } from 'lit';
import { displayText } from '../../core/base/displayText.ts';
import type {
  CollectionFacts,
  CollectionState,
  CopyTarget,
  Member,
  Table,
} from '../../protocol/collection.ts';
import { button } from '../kit/controls.ts';
import type { RowActions, RowScreen } from '../kit/rowPage.ts';
import { field, rowHeader } from '../kit/rowView.ts';
import { loadable } from '../kit/savedRow.ts';

export interface Screen extends RowScreen {
  readonly facts: CollectionFacts | undefined;
  readonly state: CollectionState | undefined;
}

export interface Actions extends RowActions {
  readonly openMetadata: () => void;
}

/** Characters of an address that are shown; all of them are copied. */
const LONGEST_ADDRESS = 200;

const LABELS: Readonly<Record<CopyTarget, string>> = {
  mintAddress: 'Mint address',
  ownerAddress: 'Owner address',
  uri: 'Metadata address',
};

/** What a screen reader is told to have been copied. */
export const COPIED: Readonly<Record<string, string>> = LABELS;

export const GONE = 'This collection is no longer in the list. Its last known details are shown.';

/** Everything that is known of a collection. Texts are of unknown origin, and shown as text. */
export function collectionView(screen: Screen, actions: Actions): TemplateResult {
  const { facts, state } = screen;
  const header = rowHeader(
    {
      heading: facts?.name ?? 'Unnamed collection',
      image: loadable(facts?.image),
      description: facts?.description,
      meta: [html`Collection`, ...(facts?.symbol ? [html`<bdi>${facts.symbol}</bdi>`] : [])],
      hint: facts
        ? nothing
        : html`<p class="quiet">Its details appear once the Collections list has loaded it.</p>`,
      fields: (['mintAddress', 'ownerAddress', 'uri'] as const).flatMap((what) => {
        const value = facts?.[what];
        if (value === undefined) return [];
        const more = what === 'uri' ? openButton(value, actions) : nothing;
        const shown = displayText(value, LONGEST_ADDRESS);
        return field({ label: LABELS[what], value: shown, what }, screen, actions, more);
      }),
      buttons: nothing,
      kind: 'collection',
    },
    screen,
    actions,
  );
  return html`${header}${state?.gone ? html`<p class="note">${GONE}</p>` : nothing}
  ${facts === undefined ? nothing : members(facts)} ${asOf(screen)}`;
}

/** Only such a link is opened in the browser; any other one would be refused. */
function openButton(uri: string, { openMetadata }: Actions) {
  return /^https:/i.test(uri)
    ? button('Open in Browser', openMetadata, { secondary: true })
    : nothing;
}

function members({ attributes, details, further }: CollectionFacts): TemplateResult {
  return html`<section aria-label="Details of the collection">
    ${attributes ? attributesView(attributes) : html`<p class="quiet">It has no attributes.</p>`}
    ${memberTable('Details', details)} ${memberTable('Also given by the service', further)}
  </section>`;
}

function attributesView({ columns, rows, more }: Table): TemplateResult {
  return html`<table class="members">
      <caption>
        Attributes
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
    ${more > 0 ? html`<p class="note">View as JSON shows ${more} more.</p>` : nothing}`;
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

function asOf({ facts, format, now }: Screen): TemplateResult | typeof nothing {
  if (facts?.asOf === undefined) return nothing;
  const { asOf: at } = facts;
  return html`<p class="as-of">
    from the Collections list as of
    <time title=${format.fullDate(at)}>${format.time(at, now)}</time>
  </p>`;
}
