import { fullDate, timeOfDay } from '../core/base/format.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { displayLines } from '../core/base/displayText.ts';
import { cache } from 'lit/directives/cache.js';
import type { RowTone } from '../core/stats/rowTone.ts';
import type { PanelProblem } from '../core/panel/panel.ts';

/** Line icons on a 16-pixel grid in the color of the text, so that no icon font is needed. */
const shapes = {
  copy: svg`<path d="M5.5 4.5v-2h8v9h-2"/><path d="M2.5 4.5h8v9h-8z"/>`,
  check: svg`<path d="M3 8.5 6.5 12 13 4.5"/>`,
  refresh: svg`<path d="M13 8a5 5 0 1 1-1.5-3.6"/><path d="M13.2 2v3.2H10"/>`,
  warning: svg`<path d="M8 2.2 14.5 13.5h-13z"/><path d="M8 6.4v3.4"/><path d="M8 11.4v.5"/>`,
  eye: svg`<path d="M1.5 8c3.5-5.3 9.5-5.3 13 0c-3.5 5.3-9.5 5.3-13 0z"/><circle cx="8" cy="8" r="2"/>`,
  error: svg`<circle cx="8" cy="8" r="6"/><path d="M8 4.6v4.2"/><path d="M8 11v.6"/>`,
};

/** The shapes of the icons that the trees show for a project (`views/tree/treeItems.ts`). */
const toneShapes: Readonly<Record<RowTone, SVGTemplateResult>> = {
  done: svg`<path class="solid" fill-rule="evenodd" d="M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM6.9 11.2 3.8 8.1l1-1 2.1 2.1 4.3-4.3 1 1z"/>`,
  underWay: svg`<circle cx="8" cy="8" r="6"/><circle class="solid" cx="8" cy="8" r="3"/>`,
  waiting: svg`<path d="M2.7 5.2a6 6 0 1 1-.7 2.8"/><path d="M2.3 2.3v3.1h3.1"/><path d="M8 4.8v3.5l2.4 1.4"/>`,
  failed: svg`<circle cx="8" cy="8" r="6"/><path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6"/>`,
  warning: shapes.warning,
  unknown: svg`<circle cx="8" cy="8" r="6"/>`,
};

/** An icon without a name for screen readers: its meaning is in the text beside it. */
export function icon(name: keyof typeof shapes, slot?: string): TemplateResult {
  return drawing(shapes[name], slot);
}

/** The color of the icons of the trees. */
const toneColors: Readonly<Record<RowTone, string>> = {
  done: 'var(--confirmed)',
  underWay: 'var(--processing)',
  waiting: 'var(--pending)',
  failed: 'var(--failed)',
  warning: 'var(--warning)',
  unknown: 'var(--quiet)',
};

export function toneStyle(tone: RowTone): string {
  return `--tone: ${toneColors[tone]}`;
}

export function toneIcon(tone: RowTone): TemplateResult {
  // The shapes are reused, because rows that are scrolled change theirs in every frame.
  return drawing(cache(toneShapes[tone]));
}

function drawing(shape: unknown, slot?: string): TemplateResult {
  return html`<svg
    class="icon"
    slot=${slot ?? nothing}
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${shape}
  </svg>`;
}

/** A push button. Space presses it and does not scroll the page. */
export function button(
  label: unknown,
  onClick: () => void,
  options: {
    readonly id?: string;
    readonly icon?: 'refresh';
    readonly secondary?: boolean;
    readonly disabled?: boolean;
    readonly title?: string;
  } = {},
): TemplateResult {
  const preventScroll = (event: KeyboardEvent) => {
    if (event.key === ' ') event.preventDefault();
  };
  return html`<vscode-button
    id=${options.id ?? nothing}
    title=${options.title ?? nothing}
    ?secondary=${options.secondary ?? false}
    ?disabled=${options.disabled ?? false}
    @click=${onClick}
    @keydown=${preventScroll}
    >${options.icon ? icon(options.icon, 'content-before') : nothing}${label}</vscode-button
  >`;
}

export function headerView(top: {
  /** Of unknown origin, and shown as text. */
  readonly heading: string;
  readonly meta: readonly unknown[];
  readonly source: { readonly sample: boolean };
  readonly hint?: string | undefined;
  readonly buttons: unknown;
}): TemplateResult {
  const meaning = l10n.t('Made up and served from this machine; nothing here is real');
  return html`<header class="top">
    <div class="titles">
      <h1 title=${top.heading} tabindex="-1" dir="auto">${top.heading}</h1>
      <p class="meta">
        ${top.meta.map((part) => html`<span class="part">${part}</span>`)}${
          top.source.sample
            ? html`<span class="badge" title=${meaning}>${l10n.t('Sample data')}</span>`
            : nothing
        }
      </p>
      ${top.hint === undefined ? nothing : html`<p class="quiet">${top.hint}</p>`}
    </div>
    <div class="actions">${top.buttons}</div>
  </header>`;
}

export function moment(at: number, { now }: { readonly now: number }): TemplateResult {
  return html`<time title=${fullDate(at)}>${timeOfDay(at, now)}</time>`;
}

interface ProblemActions {
  readonly retry: () => void;
  readonly send: (type: 'signIn' | 'switchConnection' | 'showLog') => () => void;
}

/**
 * The strip at the top of a panel that cannot be brought up to date. What was shown before stays below
 * it, dimmed.
 * @param more further buttons.
 */
export function problemView(
  { title, message, code, action }: PanelProblem,
  { retry, send }: ProblemActions,
  more: unknown = nothing,
): TemplateResult {
  const words = displayLines(message, 600);
  // Nothing has failed: the user is signed out, or uses another sign-in.
  const isCalm = title === undefined && action !== 'retry';
  const remedies = {
    retry: () => button(l10n.t('Retry'), retry, { id: 'retry' }),
    signIn: () => button(l10n.t('Sign In…'), send('signIn'), { id: 'sign-in' }),
    switchConnection: () => button(l10n.t('Switch Connection…'), send('switchConnection')),
  };
  return html`<div class="problem ${isCalm ? 'calm' : ''}">
    ${isCalm ? nothing : icon(title === undefined ? 'error' : 'warning')}
    <p title=${code ?? nothing}>
      ${title === undefined ? nothing : html`<strong>${title}</strong> `}<bdi>${words}</bdi>
    </p>
    <div class="actions">
      ${remedies[action]()} ${more}
      ${button(l10n.t('Show Log'), send('showLog'), { secondary: true })}
    </div>
  </div>`;
}
