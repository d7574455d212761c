import type { PanelProblem } from '../core/panel/panel.ts';

/** The announcement of `next`; `undefined` without a problem, or if its message is that of `previous`. */
export function spokenProblem(
  previous: PanelProblem | undefined,
  next: PanelProblem | undefined,
): string | undefined {
  if (next === undefined || next.message === previous?.message) return undefined;
  return problemWords(next);
}

export function problemWords({ title, message }: PanelProblem): string {
  return title === undefined ? message : `${title}. ${message}`;
}
