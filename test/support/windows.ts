import { FakeMemento, FakeSecrets } from './fakeVscode/storage.ts';
import { type FakeWindow, openWindow, type WindowOptions } from './fakeVscode/window.ts';
import { keepSignIn } from './signIns.ts';
import { type MinimalOptions, startMinimalService, TOKEN } from './minimalService.ts';
import { endAfterEach } from './ends.ts';
import { eventually } from './eventually.ts';
import { skipTime } from './skippedTime.ts';
import { temporaryFolders } from './temporaryFolder.ts';

/**
 * Opens services and windows with the whole extension, and makes folders. All end after the case.
 * Call it within `describe`.
 */
export function windows() {
  const atEnd = endAfterEach();
  // The windows close before their folders are deleted.
  const newFolder = temporaryFolders();
  /** Lets a test skip time in the windows that it opens after this. */
  const skippableTime = () => skipTime(atEnd);

  /** Starts a service with these projects and stats, which a test may change at any time. */
  const service = async (
    projects: readonly unknown[],
    stats: Readonly<Record<string, unknown>> = {},
    more: Partial<MinimalOptions> = {},
  ) => {
    const started = await startMinimalService({ token: TOKEN, projects, stats, ...more });
    atEnd(() => started.close());
    return { ...started, host: new URL(started.address).host };
  };

  const window = async (options: WindowOptions = {}) => {
    const opened = await openWindow(options);
    atEnd(() => opened.close());
    return opened;
  };

  const signedIn = async (
    { address }: { readonly address: string },
    options: WindowOptions = {},
  ) => {
    const opened = await window({ signIn: { address, token: TOKEN }, ...options });
    opened.projects.show();
    return opened;
  };

  const opened = async (...args: Parameters<typeof service>) => {
    const started = await service(...args);
    const signed = await signedIn(started);
    await eventually(() => signed.projects.painted.length > 0, true);
    return { service: started, window: signed, desk: signed.desk, host: started.host };
  };

  /**
   * A user whose windows open one after another. Each has what the ones before have stored.
   * @param signIn is stored before the first window opens.
   */
  const user = async (signIn: Parameters<typeof keepSignIn>[1]) => {
    const globalStorage = newFolder();
    const secrets = new FakeSecrets();
    const kept = { secrets, workspaceState: new FakeMemento(), globalState: new FakeMemento() };
    let last: FakeWindow | undefined;
    await keepSignIn(secrets, signIn);
    return {
      globalStorage,
      secrets,
      /** Opens a window, with Projects in sight, after it has closed the one before. */
      async open(options: WindowOptions = {}): Promise<FakeWindow> {
        await last?.close();
        last = await window({ globalStorage, ...kept, ...options });
        last.projects.show();
        return last;
      },
    };
  };

  return { atEnd, newFolder, skippableTime, service, window, signedIn, opened, user };
}
