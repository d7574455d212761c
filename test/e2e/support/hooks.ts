import { stopOnSignals } from '../../host/processes.ts';
import { forgetWindow, stopSharedEditor } from './editor.ts';
import { leaveEvidence, noteFailedHook } from './evidence.ts';
import { closeServices } from './service.ts';

// mocha would die of a signal at once and leave the editor behind.
stopOnSignals();

export function mochaGlobalSetup(this: Mocha.Runner): void {
  this.on('fail', (runnable: Mocha.Test | Mocha.Hook, error: unknown) => {
    forgetWindow();
    if (runnable.type === 'hook') noteFailedHook(runnable.fullTitle(), error);
  });
}

/** mocha's root hooks, loaded by test/host/e2e.ts. Each failure leaves evidence. */
export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state === 'failed') await leaveEvidence(test.fullTitle(), test.err);
  },

  async afterAll(): Promise<void> {
    await stopSharedEditor();
    await closeServices();
  },
};
