/** The chart of the counts over time. Loaded when there is a line to draw. */

import * as l10n from '@vscode/l10n';
import { html, nothing, render } from 'lit';
import uPlot from 'uplot';
import type { Stage } from '../../core/model/counts.ts';
import type { TimedCounts } from '../../protocol/stats.ts';
import type { Format } from '../kit/format.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { chartOptions, DASHES } from './chartOptions.ts';
import { type Plot, plotOf, readAloud, readCounts } from './timeLine.ts';

const HEIGHT = 200;

export interface ChartData {
  readonly readings: readonly TimedCounts[];
  readonly format: Format;
}

/**
 * `<mintscope-chart>`: the lines and the readout of one reading, chosen by pointer or by keyboard.
 * The readings are also in the table below, for those who cannot use a chart.
 */
class Chart extends HTMLElement {
  #data: ChartData | undefined;
  #plot: Plot = plotOf([]);
  #chart: uPlot | undefined;
  /** The time of the reading that is read out, and whether it was chosen by keyboard. */
  #read: { readonly at: number; readonly byKey: boolean } | undefined;
  #spoken = '';
  readonly #canvas = document.createElement('div');
  readonly #readout = document.createElement('div');
  readonly #resized = new ResizeObserver(() => {
    const width = this.#canvas.clientWidth;
    if (this.#chart) this.#chart.setSize({ width, height: HEIGHT });
    else this.#build();
  });
  readonly #rebuild = () => {
    this.#build();
  };
  // The editor writes its colours into the styles of the document when the theme changes.
  readonly #themed = new MutationObserver(this.#rebuild);
  readonly #forced = matchMedia('(forced-colors: active)');

  set data(data: ChartData) {
    this.#data = data;
    this.#plot = plotOf(data.readings);
    if (!data.readings.some(({ at }) => at === this.#read?.at)) this.#choose(undefined);
    this.#chart?.setData(this.#columns());
    this.#follow();
    this.#draw();
  }

  connectedCallback(): void {
    this.#canvas.className = 'plot';
    this.replaceChildren(this.#canvas, this.#readout);
    this.#canvas.tabIndex = 0;
    // So that a screen reader passes the arrow keys on.
    this.#canvas.setAttribute('role', 'application');
    this.#canvas.setAttribute('aria-roledescription', l10n.t('chart'));
    this.#canvas.addEventListener('keydown', this.#onKey);
    this.#canvas.addEventListener('blur', () => {
      this.#choose(undefined);
    });
    this.#canvas.addEventListener('mousemove', () => {
      if (this.#read?.byKey) this.#read = undefined;
    });
    this.#resized.observe(this.#canvas);
    this.#themed.observe(document.documentElement, { attributeFilter: ['style', 'class'] });
    this.#themed.observe(document.body, { attributeFilter: ['class'] });
    this.#forced.addEventListener('change', this.#rebuild);
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#resized.disconnect();
    this.#themed.disconnect();
    this.#forced.removeEventListener('change', this.#rebuild);
    this.#chart?.destroy();
    this.#chart = undefined;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const readings = this.#data?.readings ?? [];
    const last = readings.length - 1;
    const here = readings.findIndex(({ at }) => at === this.#read?.at);
    const target = {
      ArrowLeft: here < 0 ? last : Math.max(here - 1, 0),
      ArrowRight: here < 0 ? last : Math.min(here + 1, last),
      Home: 0,
      End: last,
      Escape: -1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const reading = readings[target];
    this.#choose(reading && { at: reading.at, byKey: true });
    this.#follow();
  };

  /** Reads out the reading of a time; none without it. */
  #choose(read: { readonly at: number; readonly byKey: boolean } | undefined): void {
    if (read?.at === this.#read?.at && read?.byKey === this.#read?.byKey) return;
    this.#read = read;
    const reading = read?.byKey ? this.#reading : undefined;
    const { format } = this.#data ?? {};
    this.#spoken = reading && format ? readAloud(reading, format, systemClock.now()) : '';
    if (!read) this.#chart?.setCursor({ left: -10, top: -10 }, false);
    this.#draw();
  }

  get #reading(): TimedCounts | undefined {
    return this.#data?.readings.find(({ at }) => at === this.#read?.at);
  }

  #follow(): void {
    if (!this.#read?.byKey || !this.#chart) return;
    this.#chart.setCursor({ left: this.#chart.valToPos(this.#read.at, 'x'), top: 0 }, false);
  }

  #draw(): void {
    if (!this.#data) return;
    const { readings, format } = this.#data;
    const [now, reading, first] = [systemClock.now(), this.#reading, readings[0]];
    const count = format.count(readings.length);
    this.#canvas.setAttribute(
      'aria-label',
      l10n.t(
        'Counts over time, {0} readings. The left and right arrow keys read one after another.',
        count,
      ),
    );
    const moment = reading
      ? format.time(reading.at, now)
      : l10n.t('{0} readings since {1}', count, first ? format.time(first.at, now) : '');
    render(
      html`<p class="moment">${moment}</p>
        <dl class="keys">
          ${readCounts(reading, format).map(
            ({ stage, label, count: value }) =>
              html`<div class=${stage}>
                <dt>${sample(stage)}${label}</dt>
                <dd>${value ?? nothing}</dd>
              </div>`,
          )}
        </dl>
        <p class="hidden" aria-live="polite">${this.#spoken}</p>`,
      this.#readout,
    );
  }

  #columns(): uPlot.AlignedData {
    const { times, lines } = this.#plot;
    return [[...times], ...lines.map((line) => [...line])];
  }

  /** Builds the chart in the colours of the theme. */
  #build(): void {
    this.#chart?.destroy();
    this.#chart = undefined;
    const width = this.#canvas.clientWidth;
    if (width === 0 || !this.#data) return;
    const options = chartOptions(
      { width, height: HEIGHT },
      this.#data.format.locale,
      this.#readout,
      () => this.#plot,
      (at) => {
        if (this.#read?.byKey) return;
        this.#choose(at === undefined ? undefined : { at, byKey: false });
      },
    );
    this.#chart = new uPlot(options, this.#columns(), this.#canvas);
    this.#follow();
  }
}

function sample(stage: Stage) {
  return html`<svg class="sample" width="24" height="8" aria-hidden="true">
    <line x1="0" y1="4" x2="24" y2="4" stroke-dasharray=${DASHES[stage].join(' ') || 'none'}></line>
  </svg>`;
}

customElements.define('mintscope-chart', Chart);
