import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import { activeTabGroup } from './optionalApi.ts';

/** The steps of the walkthrough, and the context keys that tick them; see package.json. */
const STEPS = {
  connect: 'mintscope.step.connect',
  browse: 'mintscope.step.browse',
  stats: 'mintscope.step.stats',
  find: 'mintscope.step.find',
  watch: 'mintscope.step.watch',
  portfolio: 'mintscope.step.portfolio',
} as const;
export type Step = keyof typeof STEPS;

const MEMORY = 'mintscope.firstSteps';

/** The editor reads the steps of a walkthrough within so many milliseconds after it was opened. */
const READ_MS = 1_000;

/**
 * Ticks steps of the walkthrough, also those that were reached before it was opened, in any window. A
 * step's command does not tick it, because it may have nothing to work on.
 *
 * The editor follows the context keys from the moment in which a walkthrough, or its own Welcome page,
 * is first opened, and a key that is true at that moment ticks nothing then or later. So a key is true
 * for a moment only, and again when a tab is opened that may be the walkthrough.
 */
export class FirstSteps implements vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #tickAgain: Later;
  readonly #following: vscode.Disposable;

  /** @param memory of all workspaces. */
  constructor(memory: vscode.Memento, clock: Clock) {
    this.#memory = memory;
    this.#tickAgain = new Later(clock, this.#tickAll);
    this.#following = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      const { viewType } = (activeTabGroup()?.activeTab?.input ?? {}) as {
        readonly viewType?: string;
      };
      for (const step of ['stats', 'portfolio'] as const) {
        if (viewType === `mintscope.${step}`) this.complete(step);
      }
      // The API does not say what is in the tab of a walkthrough.
      if (!opened.some(({ input }) => input === undefined)) return;
      this.#tickAll();
      this.#tickAgain.restart(READ_MS);
    });
  }

  /** Ticks a step that the user has completed. Later calls do nothing. */
  complete(step: Step): void {
    const before = this.#ticked;
    if (before.includes(step)) return;
    tick(step);
    void this.#memory.update(MEMORY, [...before, step]);
  }

  dispose(): void {
    this.#tickAgain.cancel();
    this.#following.dispose();
  }

  get #ticked(): readonly Step[] {
    const stored = this.#memory.get<unknown>(MEMORY);
    const steps = Object.keys(STEPS) as readonly Step[];
    return steps.filter((step) => Array.isArray(stored) && stored.includes(step));
  }

  readonly #tickAll = (): void => {
    for (const step of this.#ticked) tick(step);
  };
}

function tick(step: Step): void {
  for (const value of [true, false]) {
    void vscode.commands.executeCommand('setContext', STEPS[step], value);
  }
}
