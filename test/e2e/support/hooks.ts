import { stopOnSignals } from '../../host/processes.ts';
import { screenshotEveryWindow } from './editor.ts';

// mocha would die of a signal at once and leave the editors of its tests behind.
stopOnSignals();

/** mocha's root hooks, loaded by test/host/e2e.ts: a failure leaves a picture of what was seen. */
export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    const name = test
      .fullTitle()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-');
    await screenshotEveryWindow(`failed-${name}`);
  },
};
