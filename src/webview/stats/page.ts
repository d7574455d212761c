import { html, nothing, type TemplateResult } from 'lit';
import { headerView } from './headerView.ts';
import { progressView } from './progressView.ts';
import type { Actions, Screen } from './ui.ts';

/** The whole panel. The live region is always there, or its first words would go unheard. */
export function page(screen: Screen, actions: Actions): TemplateResult {
  const loading = screen.state?.loading ?? true;
  return html`${loading ? html`<div class="activity" aria-hidden="true"></div>` : nothing}
    <main aria-busy=${loading ? 'true' : 'false'}>
      ${headerView(screen, actions)} ${progressView(screen, actions)}
    </main>
    <div class="hidden" role="status" aria-live="polite">${screen.announcement}</div>`;
}
