import { TOKEN } from './minimalService.ts';
import { FakeMemento } from './fakeVscode/storage.ts';
import { accountAt } from './signIns.ts';

/** For `openWindow`: a workspace with a stored arrangement of the Projects of this service. */
export async function arranged(service: { readonly address: string }, arrangement: object) {
  const workspaceState = new FakeMemento();
  const account = await accountAt(service, TOKEN);
  await workspaceState.update('mintscope.arrangement', { [account]: arrangement });
  return { workspaceState };
}
