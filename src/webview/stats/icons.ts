import { html, nothing, svg, type TemplateResult } from 'lit';

/** Line icons on a 16-pixel grid in the text's colour. Drawn here, so that no icon font is needed. */
const shapes = {
  copy: svg`<path d="M5.5 4.5v-2h8v9h-2"/><path d="M2.5 4.5h8v9h-8z"/>`,
  check: svg`<path d="M3 8.5 6.5 12 13 4.5"/>`,
  refresh: svg`<path d="M13 8a5 5 0 1 1-1.5-3.6"/><path d="M13.2 2v3.2H10"/>`,
  error: svg`<circle cx="8" cy="8" r="6"/><path d="M8 4.6v4.2"/><path d="M8 11v.6"/>`,
};

/** An ornament: whatever it means is also said in words beside it. */
export function icon(name: keyof typeof shapes, slot?: string): TemplateResult {
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
    ${shapes[name]}
  </svg>`;
}
