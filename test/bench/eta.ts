import { tryForecasts } from '../support/forecastTrials.ts';
import { MINT_KINDS } from '../support/simulatedMints.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, median } from './measure.ts';

const MINTS = 1000;
/** Not one of those that the constants of the forecast were fitted to. */
const SEED = 20_260;

/** How often the forecast's interval holds the true end, and how far the likely end is off. */
export function benchEta(effort: Effort): Promise<Figure[]> {
  const mints = effort.rows(MINTS);
  const figures = MINT_KINDS.flatMap((kind, at) => {
    const { held, without, errors } = tryForecasts(kind, mints, SEED + at);
    const percent = (part: number) => [part * 100];
    const missing = without === 0 ? '' : `, ${(100 * without).toFixed(1)} % without one`;
    const name = `ETA of ${countOf(mints)} ${kind} mints`;
    const error = percent(median(errors.forecast));
    return [
      figure(`${name}, ends in the 80 % interval${missing}`, '%', percent(held), {
        target: { atLeast: 72, atMost: 88 },
      }),
      ...(['overall mean', 'last two readings'] as const).map((rival) =>
        figure(`${name}, error, beside ${rival}`, '%', error, {
          rival: { name: rival, samples: percent(median(errors[rival])) },
          target: { ratioAtMost: 0.99 },
        }),
      ),
    ];
  });
  return Promise.resolve(figures);
}
