/** The chart of the counts over time. Loaded when there is a line to draw. */

import * as l10n from '@vscode/l10n';
import { html, render } from 'lit';
import uPlot from 'uplot';
import type { TimedCounts, TimeLine } from '../../protocol/stats.ts';
import type { Format } from '../kit/format.ts';
import { systemClock } from '../../editor/systemClock.ts';
import { countsOptions, paceOptions } from './chartOptions.ts';
import { paceUnit, type Plot, readOut, showsPace } from './timeLine.ts';

const HEIGHT = 240;
const PACE_HEIGHT = 72;

export interface ChartData {
  readonly timeLine: TimeLine;
  readonly plot: Plot;
  readonly format: Format;
}

/**
 * `<mintscope-chart>`: the areas, the pace and the readout of one reading, chosen by pointer or by keyboard.
 * The readings are also in the table below, for those who cannot use a chart.
 */
class Chart extends HTMLElement {
  #data: ChartData | undefined;
  #chart: uPlot | undefined;
  #pace: uPlot | undefined;
  /** The time of the reading that is read out, and whether it was chosen by keyboard. */
  #read: { readonly at: number; readonly byKey: boolean } | undefined;
  readonly #canvas = document.createElement('div');
  readonly #readout = document.createElement('div');
  readonly #paceLabel = document.createElement('p');
  readonly #paceCanvas = document.createElement('div');
  readonly #resized = new ResizeObserver(() => {
    const width = this.#canvas.clientWidth;
    if (!this.#chart) this.#build();
    this.#chart?.setSize({ width, height: HEIGHT });
    this.#pace?.setSize({ width, height: PACE_HEIGHT });
  });
  readonly #rebuild = () => {
    this.#build();
  };
  // The editor writes its colours into the styles of the document when the theme changes.
  readonly #themed = new MutationObserver(this.#rebuild);
  readonly #forced = matchMedia('(forced-colors: active)');

  set data(data: ChartData) {
    this.#data = data;
    if (!data.plot.readings.some(({ at }) => at === this.#read?.at)) this.#choose(undefined);
    this.#setData();
    this.#follow();
    this.#draw();
  }

  connectedCallback(): void {
    this.#canvas.className = 'plot';
    this.#paceLabel.className = 'moment';
    this.#paceCanvas.className = 'pace';
    // The readings are in the table.
    this.#paceCanvas.setAttribute('aria-hidden', 'true');
    this.replaceChildren(this.#canvas, this.#readout, this.#paceLabel, this.#paceCanvas);
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
    this.#destroy();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const readings = this.#data?.plot.readings ?? [];
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
    if (!read) this.#chart?.setCursor({ left: -10, top: -10 }, false);
    this.#draw();
  }

  get #reading(): TimedCounts | undefined {
    return this.#data?.plot.readings.find(({ at }) => at === this.#read?.at);
  }

  #follow(): void {
    if (!this.#read?.byKey || !this.#chart) return;
    this.#chart.setCursor({ left: this.#chart.valToPos(this.#read.at, 'x'), top: 0 }, false);
  }

  #draw(): void {
    if (!this.#data) return;
    const { plot, format } = this.#data;
    const { readings } = plot;
    const [now, reading, first] = [systemClock.now(), this.#reading, readings[0]];
    const count = format.count(readings.length);
    this.#canvas.setAttribute(
      'aria-label',
      l10n.t(
        'Counts over time, {0} readings. The left and right arrow keys read one after another.',
        count,
      ),
    );
    const words = reading
      ? readOut(reading, format, now)
      : l10n.t('{0} readings since {1}', count, first ? format.time(first.at, now) : '');
    // A pointer says nothing.
    const spoken = reading && this.#read?.byKey ? words : '';
    render(
      html`<p class="moment" aria-hidden=${spoken === '' ? 'false' : 'true'}>${words}</p>
        <p class="hidden" aria-live="polite">${spoken}</p>`,
      this.#readout,
    );
  }

  #setData(): void {
    if (!this.#data) return;
    const { plot, timeLine } = this.#data;
    const { times, peaks, paces } = plot;
    const unit = paceUnit(paces);
    this.#chart?.setData([[...times], [...peaks]]);
    this.#pace?.setData([[...times], paces.map((pace) => pace && pace * (unit?.minutes ?? 1))]);
    this.#paceLabel.textContent = unit?.label ?? '\u00a0';
    for (const part of [this.#paceLabel, this.#paceCanvas]) {
      part.hidden = !showsPace(plot, timeLine);
      // The first pace of a mint takes this place, so that nothing below it moves.
      part.classList.toggle('reserved', unit === undefined);
    }
  }

  #destroy(): void {
    this.#chart?.destroy();
    this.#pace?.destroy();
    this.#chart = this.#pace = undefined;
  }

  /** Builds the charts in the colours of the theme. */
  #build(): void {
    this.#destroy();
    const width = this.#canvas.clientWidth;
    const data = this.#data;
    if (width === 0 || !data) return;
    const drawing = {
      size: { width, height: HEIGHT },
      locale: data.format.locale,
      styled: this.#readout,
      plot: () => (this.#data ?? data).plot,
    };
    const options = countsOptions(drawing, (at) => {
      if (this.#read?.byKey) return;
      this.#choose(at === undefined ? undefined : { at, byKey: false });
    });
    const low = { ...drawing, size: { width, height: PACE_HEIGHT } };
    this.#chart = new uPlot(options, [[], []], this.#canvas);
    this.#pace = new uPlot(paceOptions(low), [[], []], this.#paceCanvas);
    this.#setData();
    this.#follow();
  }
}

customElements.define('mintscope-chart', Chart);
