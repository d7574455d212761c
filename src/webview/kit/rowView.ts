import { html, nothing, type TemplateResult } from 'lit';
import type { ImageSource } from '../../protocol/imageSource.ts';
import { button, copyButton } from './controls.ts';
import type { RowActions, RowScreen } from './rowPage.ts';

/** What a template may have in one place. */
type Part = TemplateResult | typeof nothing | readonly TemplateResult[];

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
  /** What a click on another row shows in this tab, such as `project`. */
  readonly kind: string;
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
        <h1 title=${heading} tabindex="-1"><bdi>${heading}</bdi></h1>
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

/** A member of the row that can be copied; nothing if it has no value. */
export function field(
  { label, value, what }: { readonly label: string; readonly value: string; readonly what: string },
  { copied }: RowScreen,
  actions: RowActions,
  more: Part = nothing,
): TemplateResult {
  // The first letter becomes lower case, except in an abbreviation: `Copy mint address`, `Copy ID`.
  const named = /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
  return html`<div>
    <dt>${label}</dt>
    <dd>
      <bdi class="code">${value}</bdi>
      ${copyButton(`Copy ${named}`, copied === what, () => {
        actions.copy(what);
      })}
    </dd>
    ${more === nothing ? nothing : html`<dd>${more}</dd>`}
  </div>`;
}

function keepOpenButton(kind: string, { keepOpen }: RowActions): TemplateResult {
  return button('Keep Open', keepOpen, {
    secondary: true,
    title: `Keep this tab; otherwise the next ${kind} you click replaces it`,
  });
}

function sampleBadge(): TemplateResult {
  return html`<span class="badge" title="Made up and served from this machine; nothing here is real"
    >Sample data</span
  >`;
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
    ${expanded ? 'Show less' : 'Show all'}
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
    alt=${`Image of ${heading}`}
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
  if (shown) {
    if (!screen.image.failed) return nothing;
    return html`<div class="offer">
      <span class="quiet">The image could not be loaded from <bdi>${image.host}</bdi>.</span>
      ${button('Try Again', actions.showImage, { secondary: true })}
    </div>`;
  }
  return html`<div class="offer">
    ${button(html`<span>Show image from <bdi>${image.host}</bdi></span>`, actions.showImage, {
      secondary: true,
    })}
    <span class="quiet">That server will see your IP address.</span>
  </div>`;
}
