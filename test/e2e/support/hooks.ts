import { stopOnSignals } from '../../host/processes.ts';
import { screenshotEveryWindow, tidyEveryWindow } from './editor.ts';

// mocha would die of a signal at once and leave the editors of its tests behind.
stopOnSignals();

/** mocha's root hooks, loaded by test/host/e2e.ts: a failure leaves a picture of what was seen. */
export const mochaHooks = {
  /** A second try starts as a person would: whatever hangs over the window is put away. */
  async beforeEach(this: Mocha.Context): Promise<void> {
    if (tryOf(this.currentTest) > 0) await tidyEveryWindow();
  },

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

/** How often the test was tried before; mocha's types leave that out. */
function tryOf(test: Mocha.Test | undefined): number {
  return (test as unknown as { currentRetry(): number } | undefined)?.currentRetry() ?? 0;
}
