import * as l10n from '@vscode/l10n';
import { html, render } from 'lit';
import type uPlot from 'uplot';
import type { OnPoint } from './options.ts';

/**
 * A chart over time, and the readout of one time, chosen by pointer or by keyboard. What it shows is
 * also in a table, for those who cannot use a chart.
 */
export abstract class TimeChart<Data> extends HTMLElement {
  #data: Data | undefined;
  #charts: readonly uPlot[] = [];
  /** The time that is read out, and whether it was chosen by keyboard. */
  #chosen: { readonly at: number; readonly byKey: boolean } | undefined;
  protected readonly canvas = document.createElement('div');
  protected readonly readout = document.createElement('div');
  readonly #resized = new ResizeObserver(() => {
    if (this.#charts.length === 0) this.#build();
    const width = this.canvas.clientWidth;
    for (const chart of this.#charts) chart.setSize({ width, height: chart.height });
  });
  readonly #rebuild = () => {
    this.#build();
  };
  // The editor writes its colors into the styles of the document when the theme changes.
  readonly #themed = new MutationObserver(this.#rebuild);
  readonly #forced = matchMedia('(forced-colors: active)');

  set data(data: Data) {
    this.#data = data;
    const stops = this.stopsOf(data);
    if (this.#chosen && !stops.includes(this.#chosen.at)) this.#choose(undefined);
    this.fill(this.#charts, data);
    this.#moveCrosshair();
    this.#drawReadout();
  }

  connectedCallback(): void {
    this.canvas.className = 'plot';
    this.replaceChildren(this.canvas, this.readout, ...this.below);
    this.canvas.tabIndex = 0;
    // With this role, a screen reader passes the arrow keys on.
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-roledescription', l10n.t('chart'));
    this.canvas.addEventListener('keydown', this.#onKey);
    this.canvas.addEventListener('blur', () => {
      this.#choose(undefined);
    });
    this.canvas.addEventListener('mousemove', () => {
      if (this.#chosen?.byKey) this.#chosen = undefined;
    });
    this.#resized.observe(this.canvas);
    this.#themed.observe(document.documentElement, { attributeFilter: ['style', 'class'] });
    this.#themed.observe(document.body, { attributeFilter: ['class'] });
    this.#forced.addEventListener('change', this.#rebuild);
    this.#drawReadout();
  }

  disconnectedCallback(): void {
    this.#resized.disconnect();
    this.#themed.disconnect();
    this.#forced.removeEventListener('change', this.#rebuild);
    this.#destroy();
  }

  /** The elements below the readout. */
  protected get below(): readonly Element[] {
    return [];
  }

  /** The times that can be read out, in ascending order. */
  protected abstract stopsOf(data: Data): readonly number[];

  /** The name of the chart, for screen readers. */
  protected abstract labelOf(data: Data): string;

  /** The readout of a time; without one, the text for the whole chart. */
  protected abstract wordsOf(data: Data, at: number | undefined): string;

  /** Builds the charts in the colors of the theme, the first one into `canvas`. */
  protected abstract build(data: () => Data, width: number, onPoint: OnPoint): readonly uPlot[];

  /** Gives the charts their data; `charts` is empty while the element has no width. */
  protected abstract fill(charts: readonly uPlot[], data: Data): void;

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const stops = this.#data === undefined ? [] : this.stopsOf(this.#data);
    const last = stops.length - 1;
    const here = stops.findIndex((at) => at === this.#chosen?.at);
    const target = {
      ArrowLeft: here < 0 ? last : Math.max(here - 1, 0),
      ArrowRight: here < 0 ? last : Math.min(here + 1, last),
      Home: 0,
      End: last,
      Escape: -1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const at = stops[target];
    this.#choose(at === undefined ? undefined : { at, byKey: true });
    this.#moveCrosshair();
  };

  /** Shows the readout of a time; with `undefined`, that of the whole chart. */
  #choose(chosen: { readonly at: number; readonly byKey: boolean } | undefined): void {
    if (chosen?.at === this.#chosen?.at && chosen?.byKey === this.#chosen?.byKey) return;
    this.#chosen = chosen;
    if (!chosen) this.#charts[0]?.setCursor({ left: -10, top: -10 }, false);
    this.#drawReadout();
  }

  /** Moves the crosshair to a time that was chosen by keyboard. */
  #moveCrosshair(): void {
    const [chart] = this.#charts;
    if (!this.#chosen?.byKey || !chart) return;
    chart.setCursor({ left: chart.valToPos(this.#chosen.at, 'x'), top: 0 }, false);
  }

  #drawReadout(): void {
    if (this.#data === undefined) return;
    this.canvas.setAttribute('aria-label', this.labelOf(this.#data));
    const words = this.wordsOf(this.#data, this.#chosen?.at);
    // A screen reader announces only what was chosen by keyboard.
    const spoken = this.#chosen?.byKey ? words : '';
    render(
      html`<p class="moment" aria-hidden=${spoken === '' ? 'false' : 'true'}>${words}</p>
        <p class="hidden" aria-live="polite">${spoken}</p>`,
      this.readout,
    );
  }

  #destroy(): void {
    for (const chart of this.#charts) chart.destroy();
    this.#charts = [];
  }

  #build(): void {
    this.#destroy();
    const width = this.canvas.clientWidth;
    const data = this.#data;
    if (width === 0 || data === undefined) return;
    this.#charts = this.build(
      () => this.#data ?? data,
      width,
      (at) => {
        if (this.#chosen?.byKey) return;
        this.#choose(at === undefined ? undefined : { at, byKey: false });
      },
    );
    this.fill(this.#charts, data);
    this.#moveCrosshair();
  }
}
