import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';

/** The code of a chart, which is loaded when there is a line to draw. */
export class LateChart {
  readonly #load: () => Promise<unknown>;
  #code: 'loading' | 'loaded' | 'failed' | undefined;

  constructor(load: () => Promise<unknown>) {
    this.#load = load;
  }

  /**
   * @param placeholder is as high as the chart, so that nothing below it moves.
   * @param paint called when the code has been loaded.
   */
  view(chart: TemplateResult, placeholder: TemplateResult, paint: () => void): TemplateResult {
    if (this.#code === undefined) {
      this.#code = 'loading';
      this.#load()
        .then(
          () => (this.#code = 'loaded'),
          // An update of the extension deletes the files of the version that this page is of.
          () => (this.#code = 'failed'),
        )
        .then(paint, () => undefined);
    }
    if (this.#code === 'loaded') return chart;
    return this.#code === 'failed'
      ? html`<p class="quiet">
          ${l10n.t('The chart could not be loaded. Close and open this tab again.')}
        </p>`
      : html`<div aria-hidden="true">${placeholder}</div>`;
  }
}
