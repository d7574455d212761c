import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icons.ts';

/** A push button. The element clicks on Space but lets the page scroll as well; that is held back. */
export function button(
  label: unknown,
  onClick: () => void,
  options: {
    readonly id?: string;
    readonly icon?: 'refresh';
    readonly secondary?: boolean;
    readonly title?: string;
  } = {},
): TemplateResult {
  const holdScroll = (event: KeyboardEvent) => {
    if (event.key === ' ') event.preventDefault();
  };
  return html`<vscode-button
    id=${options.id ?? nothing}
    title=${options.title ?? nothing}
    ?secondary=${options.secondary ?? false}
    @click=${onClick}
    @keydown=${holdScroll}
    >${options.icon ? icon(options.icon, 'content-before') : nothing}${label}</vscode-button
  >`;
}

/** A small copy button that shows a tick while `copied`. */
export function copyButton(label: string, copied: boolean, onClick: () => void): TemplateResult {
  return html`<vscode-toolbar-button class="copy" label=${label} title=${label} @click=${onClick}
    >${icon(copied ? 'check' : 'copy')}</vscode-toolbar-button
  >`;
}
