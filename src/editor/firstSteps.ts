import * as vscode from 'vscode';

/** The steps of the walkthrough that are ticked by a context key of their own; see package.json. */
type Step = 'mintscope.browsed' | 'mintscope.found';

/**
 * Ticks a step of the walkthrough. The editor keeps that; the key stays set until the window closes
 * and means nothing else. The command of a step does not tick it, because it may have nothing to
 * work on.
 */
export function tickStep(step: Step): void {
  void vscode.commands.executeCommand('setContext', step, true);
}
