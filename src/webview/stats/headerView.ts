import { html, nothing, type TemplateResult } from 'lit';
import type { ImageSource } from '../../protocol/imageSource.ts';
import { button, copyButton } from './controls.ts';
import { describeProject, type ProjectHeader } from './project.ts';
import type { Actions, Screen } from './ui.ts';

/** The header: which project this is. Texts of unknown origin are isolated. */
export function headerView(screen: Screen, actions: Actions): TemplateResult {
  const header = describeProject(screen.ref, screen.facts);
  const policy = screen.state?.loadImages ?? 'never';
  const image = policy === 'never' ? undefined : header.image;
  const shown = image !== undefined && (policy === 'always' || screen.image.allowed);
  return html`<header>
    <div class="top">
      ${shown && !screen.image.failed ? picture(image, header, actions) : nothing}
      <div class="titles">
        <h1 title=${header.heading}><bdi>${header.heading}</bdi></h1>
        <p class="meta">
          ${metaLine(header, screen)}${screen.state?.sample ? sampleBadge() : nothing}
        </p>
        ${
          header.known
            ? nothing
            : html`<p class="quiet">Its name shows here once it was seen in the Projects list.</p>`
        }
      </div>
      <div class="actions">
        ${screen.state?.preview ? keepOpenButton(actions) : nothing}
        ${button('Refresh', actions.refresh, { id: 'refresh', icon: 'refresh', secondary: true })}
      </div>
    </div>
    ${identity(header, screen, actions)} ${description(header, screen, actions)}
    ${image === undefined ? nothing : imageOffer(image, shown, screen, actions)}
  </header>`;
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
    status === undefined ? undefined : html`<bdi>${status}</bdi>${when}`,
    html`<bdi>${id}</bdi>`,
  ]
    .filter((part) => part !== undefined)
    .map((part) => html`<span class="part">${part}</span>`);
}

function keepOpenButton({ keepOpen }: Actions): TemplateResult {
  return button('Keep Open', keepOpen, {
    secondary: true,
    title: 'The next project you click is shown in this tab, unless you keep it open',
  });
}

function sampleBadge(): TemplateResult {
  return html`<span class="badge" title="Made up and served from this machine; nothing here is real"
    >Sample data</span
  >`;
}

function identity(header: ProjectHeader, screen: Screen, actions: Actions): TemplateResult {
  return html`<dl class="identity">
    <div>
      <dt>ID</dt>
      <dd>
        <span class="code">${header.ref}</span>
        ${copyButton('Copy ID', screen.copied === 'id', () => {
          actions.copy('id');
        })}
        <span class="quiet">${header.legend}</span>
      </dd>
    </div>
    ${
      header.mintAddress === undefined
        ? nothing
        : html`<div>
            <dt>Mint address</dt>
            <dd>
              <bdi class="code">${header.mintAddress}</bdi>
              ${copyButton('Copy mint address', screen.copied === 'mintAddress', () => {
                actions.copy('mintAddress');
              })}
            </dd>
          </div>`
    }
  </dl>`;
}

function description(
  header: ProjectHeader,
  { description: { expanded, overflows } }: Screen,
  actions: Actions,
): TemplateResult | typeof nothing {
  if (header.description === undefined) return nothing;
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
    <p id="description" dir="auto" class=${expanded ? '' : 'clamped'}>${header.description}</p>
    ${expanded || overflows ? toggle : nothing}
  </div>`;
}

function picture(image: ImageSource, header: ProjectHeader, actions: Actions): TemplateResult {
  return html`<img
    class="picture"
    src=${image.address}
    alt=${`Image of ${header.heading}`}
    referrerpolicy="no-referrer"
    decoding="async"
    @error=${actions.imageFailed}
  />`;
}

/** The offer to load the image names the server that will see the request. */
function imageOffer(
  image: ImageSource,
  shown: boolean,
  screen: Screen,
  actions: Actions,
): TemplateResult | typeof nothing {
  if (shown) {
    return screen.image.failed
      ? html`<p class="quiet">The image could not be loaded from <bdi>${image.host}</bdi>.</p>`
      : nothing;
  }
  return html`<div class="offer">
    ${button(html`<span>Show image from <bdi>${image.host}</bdi></span>`, actions.showImage, {
      secondary: true,
    })}
    <span class="quiet">That server will see your IP address.</span>
  </div>`;
}
