import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ImageSource } from '../../protocol/imageSource.ts';
import { button, copyButton, sampleBadge } from './controls.ts';
import type { RowActions, RowScreen } from './rowPage.ts';
import { withElements } from './withElements.ts';

/** What a template may have in one place. */
type Part = TemplateResult | typeof nothing | readonly TemplateResult[];

type RowKind = 'project' | 'collection';

/** The header of a row's page. Texts of unknown origin are isolated, and shown as text. */
interface RowHeader {
  readonly heading: string;
  readonly image: ImageSource | undefined;
  readonly description: string | undefined;
  /** The line under the heading. */
  readonly meta: readonly TemplateResult[];
  /** A sentence under that line. */
  readonly hint: Part;
  /** Members of the row, by `field`. */
  readonly fields: Part;
  /** Buttons besides Keep Open. */
  readonly buttons: Part;
  /** What a click on another row shows in this tab. */
  readonly kind: RowKind;
}

export function rowHeader(header: RowHeader, screen: RowScreen, actions: RowActions) {
  const { heading, description } = header;
  const policy = screen.state?.loadImages ?? 'never';
  const image = policy === 'never' ? undefined : header.image;
  const shown = image !== undefined && (policy === 'always' || screen.image.allowed);
  return html`<header>
    <div class="top">
      ${shown && !screen.image.failed ? picture(image, heading, actions) : nothing}
      <div class="titles">
        <h1 title=${heading} tabindex="-1" dir="auto">${heading}</h1>
        <p class="meta">
          ${header.meta.map((part) => html`<span class="part">${part}</span>`)}${
            screen.state?.sample ? sampleBadge() : nothing
          }
        </p>
        ${header.hint}
      </div>
      <div class="actions">
        ${screen.state?.preview ? keepOpenButton(header.kind, actions) : nothing} ${header.buttons}
      </div>
    </div>
    <dl class="identity">${header.fields}</dl>
    ${description === undefined ? nothing : descriptionView(description, screen, actions)}
    ${image === undefined ? nothing : imageOffer(image, shown, screen, actions)}
  </header>`;
}

interface Field {
  readonly label: string;
  readonly value: string;
  readonly what: string;
  /** What the copy button is called. */
  readonly copyLabel: string;
}

/** A member of the row that can be copied. */
export function field(
  { label, value, what, copyLabel }: Field,
  { copied }: RowScreen,
  actions: RowActions,
  more: Part = nothing,
): TemplateResult {
  return html`<div>
    <dt>${label}</dt>
    <dd>
      <bdi class="code">${value}</bdi>
      ${copyButton(copyLabel, copied === what, () => {
        actions.copy(what);
      })}
    </dd>
    ${more === nothing ? nothing : html`<dd>${more}</dd>`}
  </div>`;
}

function keepOpenButton(kind: RowKind, { keepOpen }: RowActions): TemplateResult {
  return button(l10n.t('Keep Open'), keepOpen, {
    secondary: true,
    title:
      kind === 'project'
        ? l10n.t('Keep this tab; otherwise the next project you click replaces it')
        : l10n.t('Keep this tab; otherwise the next collection you click replaces it'),
  });
}

function descriptionView(
  text: string,
  { description: { expanded, overflows } }: RowScreen,
  actions: RowActions,
): TemplateResult {
  const toggle = html`<button
    type="button"
    class="link"
    aria-expanded=${expanded ? 'true' : 'false'}
    aria-controls="description"
    @click=${actions.toggleDescription}
  >
    ${expanded ? l10n.t('Show less') : l10n.t('Show all')}
  </button>`;
  return html`<div class="description">
    <p id="description" dir="auto" class=${expanded ? '' : 'clamped'}>${text}</p>
    ${expanded || overflows ? toggle : nothing}
  </div>`;
}

function picture(image: ImageSource, heading: string, actions: RowActions): TemplateResult {
  return html`<img
    class="picture"
    src=${image.address}
    alt=${l10n.t('Image of {0}', heading)}
    referrerpolicy="no-referrer"
    decoding="async"
    @error=${actions.imageFailed}
  />`;
}

/** The offer to load the image names the server that will see the request. */
function imageOffer(
  image: ImageSource,
  shown: boolean,
  screen: RowScreen,
  actions: RowActions,
): TemplateResult | typeof nothing {
  const host = html`<bdi>${image.host}</bdi>`;
  if (shown) {
    if (!screen.image.failed) return nothing;
    const failed = withElements(l10n.t('The image could not be loaded from {0}.'), [host]);
    return html`<div class="offer">
      <span class="quiet">${failed}</span>
      ${button(l10n.t('Try Again'), actions.showImage, { secondary: true })}
    </div>`;
  }
  const show = withElements(l10n.t('Show image from {0}'), [host]);
  return html`<div class="offer">
    ${button(html`<span>${show}</span>`, actions.showImage, { secondary: true })}
    <span class="quiet">${l10n.t('That server will see your IP address.')}</span>
  </div>`;
}
