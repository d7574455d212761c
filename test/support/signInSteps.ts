import { rows } from './projects.ts';
import { TOKEN } from './minimalService.ts';
import type { windows } from './windows.ts';
import { Uri } from './fakeVscode/values.ts';
import { eventually } from './eventually.ts';
import { type FakeWindow } from './fakeVscode/window.ts';

/* Signing in step by step. The window has a folder, so there are three steps. */

export async function openSignIn(the: ReturnType<typeof windows>) {
  const service = await the.service(rows(1));
  const window = await the.window({ folder: Uri.file('/work/lighthouse') });
  return { service, window, desk: window.desk, host: service.host };
}

/** The box of the address (1) or of the token (2), once only that is open. */
export async function boxAt({ desk }: FakeWindow, step: 1 | 2) {
  await eventually(() => [desk.box?.step, desk.pick], [step, undefined]);
  return desk.box!;
}

/** The picker of the scope, once only that is open. */
export async function pickOf({ desk }: FakeWindow) {
  await eventually(() => [desk.pick?.step, desk.box], [3, undefined]);
  return desk.pick!;
}

export async function toToken(window: FakeWindow, address: string) {
  const done = window.run('signIn');
  (await boxAt(window, 1)).enter(address);
  return { done, box: await boxAt(window, 2) };
}

export async function toScope(window: FakeWindow, address: string) {
  const { done, box } = await toToken(window, address);
  box.enter(TOKEN);
  return { done, pick: await pickOf(window) };
}
