import { endAfterEach } from './ends.ts';
import { FakeMemento, FakeSecrets } from './fakeVscode/storage.ts';
import { TOKEN } from './minimalService.ts';
import { keepSignIn } from './signIns.ts';
import { type FakeWindow, openWindow, type WindowOptions } from './fakeVscode/window.ts';
import { temporaryFolders } from './temporaryFolder.ts';

/** The windows of one user, one after another. Each has what the ones before have stored. */
export function keptWindows() {
  // The windows close before their folder is deleted.
  const atEnd = endAfterEach();
  const newFolder = temporaryFolders();

  /** @param signIn is stored before the first window opens. */
  return async (signIn?: Parameters<typeof keepSignIn>[1]) => {
    const globalStorage = newFolder();
    const secrets = new FakeSecrets();
    const [workspaceState, globalState] = [new FakeMemento(), new FakeMemento()];
    let last: FakeWindow | undefined;
    if (signIn) await keepSignIn(secrets, signIn);

    return {
      globalStorage,
      secrets,

      signInTo: ({ address }: { readonly address: string }, token = TOKEN) =>
        keepSignIn(secrets, { address, token }),

      /** Opens a window, with Projects in sight, after it has closed the one before. */
      async open(options: WindowOptions = {}): Promise<FakeWindow> {
        await last?.close();
        const kept = { globalStorage, secrets, workspaceState, globalState };
        const window = await openWindow({ ...kept, ...options });
        atEnd(() => window.close());
        last = window;
        window.projects.show();
        return window;
      },
    };
  };
}
