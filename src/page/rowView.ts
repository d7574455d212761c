import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ImageSource } from '../core/panel/imageSource.ts';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import { button, icon } from './controls.ts';
import { loadable, type RowActions, type RowScreen } from './rowPage.ts';
import { withElements } from './withElements.ts';

type Part = TemplateResult | typeof nothing;

/**
 * @param name of the row, for the text of its image.
 * @param fields made by `field`.
 */
export function identityView(
  name: string,
  fields: readonly Part[],
  screen: RowScreen,
  actions: RowActions,
): TemplateResult {
  const { state, facts, imageAllowed, imageFailed } = screen;
  const policy = state.loadImages;
  const image = policy === 'never' ? undefined : loadable(facts);
  const shown = image !== undefined && (policy === 'always' || imageAllowed);
  const { description } = facts ?? {};
  return html`<section class="identity" aria-label=${l10n.t('Details')}>
    <dl>${fields}</dl>
    ${
      // A long description is scrolled, also by keyboard.
      description === undefined
        ? nothing
        : html`<p
            id="description"
            class="description"
            dir="auto"
            tabindex="0"
            role="group"
            aria-label=${l10n.t('Description')}
            .textContent=${description}
          ></p>`
    }
    ${image === undefined ? nothing : imageOffer(image, shown, screen, actions)}
    ${
      shown && !imageFailed
        ? html`<img
            class="picture"
            src=${image.address}
            alt=${l10n.t('Image of {0}', name)}
            referrerpolicy="no-referrer"
            decoding="async"
            @error=${actions.imageFailed}
          />`
        : nothing
    }
  </section>`;
}

interface Field {
  readonly label: string;
  readonly value: string | undefined;
  readonly what: string;
}

/** A member of the row with its copy button, which shows a tick; nothing if the member is not known. */
export function field(
  { label, value, what }: Field,
  { done }: RowScreen,
  actions: RowActions,
  more: Part = nothing,
): Part {
  if (value === undefined) return nothing;
  const copyLabel = l10n.t('Copy {0}', label);
  const copy = () => {
    actions.copy(what);
  };
  return html`<div>
    <dt>${label}</dt>
    <dd>
      <bdi class="code">${value}</bdi>
      <vscode-toolbar-button label=${copyLabel} title=${copyLabel} @click=${copy}
        >${icon(done === what ? 'check' : 'copy')}</vscode-toolbar-button
      >
    </dd>
    ${more === nothing ? nothing : html`<dd>${more}</dd>`}
  </div>`;
}

/** The offer to load the image, or to try again; it names the server that will see the request. */
function imageOffer(
  image: ImageSource,
  shown: boolean,
  { imageFailed }: RowScreen,
  actions: RowActions,
): Part {
  const host = html`<bdi>${image.host}</bdi>`;
  if (shown) {
    if (!imageFailed) return nothing;
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
