import * as vscode from 'vscode';

/** The steps of the walkthrough that are ticked by a context key of their own; see package.json. */
type Step = 'mintscope.browsed' | 'mintscope.found';

/**
 * Ticks a step of the walkthrough. The editor remembers that; the context key has no other use. The
 * step's command does not tick it, because it may have nothing to work on.
 */
export function tickStep(step: Step): void {
  void vscode.commands.executeCommand('setContext', step, true);
}
