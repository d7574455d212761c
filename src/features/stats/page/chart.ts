/** The chart of the counts over time. Loaded when it is first shown. */

import { formatNumber, timeOfDay } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import uPlot from 'uplot';
import { durationWords } from '../../../core/messages/coverageMessages.ts';
import type { TimeLine } from '../messages.ts';
import type { OnPoint } from '../../../page/chart/options.ts';
import { TimeChart } from '../../../page/chart/timeChart.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { countsOptions, paceOptions } from './chartOptions.ts';
import { paceUnit, type Plot, readOut } from './timeLine.ts';

const HEIGHT = 240;
const PACE_HEIGHT = 72;

export interface ChartData {
  readonly timeLine: TimeLine;
  readonly plot: Plot;
}

/** `<mintscope-chart>`: the areas, the pace and the readout of one reading. */
class Chart extends TimeChart<ChartData> {
  readonly #paceLabel = document.createElement('p');
  readonly #paceCanvas = document.createElement('div');

  protected override get below(): readonly Element[] {
    this.#paceLabel.className = 'moment';
    this.#paceCanvas.className = 'pace';
    // The pace is not read out: its readings are in the table.
    this.#paceCanvas.setAttribute('aria-hidden', 'true');
    return [this.#paceLabel, this.#paceCanvas];
  }

  protected stopsOf({ plot }: ChartData): readonly number[] {
    return plot.times;
  }

  protected labelOf({ plot }: ChartData): string {
    return l10n.t(
      'Counts over time, {0} readings. The left and right arrow keys read one after another.',
      formatNumber(plot.readings.length),
    );
  }

  protected wordsOf({ plot }: ChartData, at: number | undefined): string {
    const now = systemClock.now();
    const { readings } = plot;
    const reading = at === undefined ? undefined : readings.find((one) => one.at === at);
    if (reading) return readOut(reading, now);
    const [first] = readings;
    const words = l10n.t(
      '{0} readings since {1}',
      formatNumber(readings.length),
      first ? timeOfDay(first.at, now) : '',
    );
    const waited = durationWords(plot.waited);
    return waited === ''
      ? words
      : l10n.t('{0}; nothing was confirmed for {1} before', words, waited);
  }

  protected build(data: () => ChartData, width: number, onPoint: OnPoint): readonly uPlot[] {
    const drawing = { styled: this.readout, plot: () => data().plot };
    const options = countsOptions({ ...drawing, size: { width, height: HEIGHT } }, onPoint);
    const pace = paceOptions({ ...drawing, size: { width, height: PACE_HEIGHT } });
    return [new uPlot(options, [[], []], this.canvas), new uPlot(pace, [[], []], this.#paceCanvas)];
  }

  protected fill([chart, pace]: readonly uPlot[], { plot }: ChartData): void {
    const { times, peaks, paces } = plot;
    const unit = paceUnit(paces);
    chart?.setData([[...times], [...peaks]]);
    pace?.setData([[...times], paces.map((one) => one && one * (unit?.minutes ?? 1))]);
    this.#paceLabel.textContent = unit?.label ?? '\u00a0';
    for (const part of [this.#paceLabel, this.#paceCanvas]) {
      part.hidden = unit === undefined;
    }
  }
}

customElements.define('mintscope-chart', Chart);
