import type { PanelProblem } from '../../protocol/panel.ts';

/** What a screen reader says of a problem that is new; `undefined` for one that it has said. */
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
