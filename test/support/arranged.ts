import { TOKEN } from './minimalService.ts';
import { FakeMemento } from './fakeVscode/storage.ts';
import { accountAt } from './signIns.ts';

/** A workspace that remembers how the Projects of this service were arranged, for `openWindow`. */
export async function arranged(service: { readonly address: string }, arrangement: object) {
  const workspaceState = new FakeMemento();
  const account = await accountAt(service, TOKEN);
  await workspaceState.update('mintscope.arrangement', { [account]: arrangement });
  return { workspaceState };
}
