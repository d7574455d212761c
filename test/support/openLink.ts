import type { FakePanel } from './fakeVscode/panel.ts';
import { Uri } from './fakeVscode/values.ts';
import { eventually } from './eventually.ts';
import { type FakeWindow } from './fakeVscode/window.ts';

/**
 * Opens a link to the editor such as `/projects/t/12`, and agrees to the request, whose question is
 * removed from `shown`. Resolves with the panel, which may not be loaded yet.
 */
export async function openLink({ desk }: FakeWindow, path: string): Promise<FakePanel> {
  const before = desk.panels.length;
  const { choose } = desk;
  desk.choose = () => 'Show Stats';
  desk.openLink!(Uri.parse(`vscode://mintscope.mintscope${path}`));
  await eventually(() => desk.panels.length, before + 1);
  desk.choose = choose;
  const asked = desk.shown.findIndex(({ choices }) => choices.includes('Show Stats'));
  if (asked >= 0) desk.shown.splice(asked, 1);
  return desk.panels.at(-1)!;
}
