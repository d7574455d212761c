import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAfterEach } from '../faults/support/ends.ts';
import { FakeMemento, FakeSecrets } from './fakeVscode/storage.ts';
import { type FakeWindow, openWindow, type WindowOptions } from './fakeVscode/window.ts';

/** The windows of one person, one after another: what one has kept, the next finds. */
export function keptWindows() {
  const atEnd = endAfterEach();

  return async () => {
    const globalStorage = await mkdtemp(join(tmpdir(), 'mintscope-kept-'));
    atEnd(() => rm(globalStorage, { recursive: true, force: true }));
    const secrets = new FakeSecrets();
    const [workspaceState, globalState] = [new FakeMemento(), new FakeMemento()];
    let last: FakeWindow | undefined;

    return {
      globalStorage,
      secrets,

      /** Closes the window before this one. */
      async open(options: WindowOptions = {}): Promise<FakeWindow> {
        await last?.close();
        const kept = { globalStorage, secrets, workspaceState, globalState };
        const window = await openWindow({ ...kept, ...options });
        atEnd(() => window.close());
        last = window;
        return window;
      },

      /** The files that are kept, by name, without those being written. */
      async files(): Promise<Map<string, string>> {
        const root = join(globalStorage, 'kept');
        const names = await readdir(root, { recursive: true }).catch(() => []);
        const files = names.filter((name) => name.endsWith('.json'));
        const texts = await Promise.all(
          files.map((name) => readFile(join(root, name), 'utf8').catch(() => '')),
        );
        return new Map(files.map((name, at) => [name.replace(/^.*\//, ''), texts[at] ?? '']));
      },
    };
  };
}

/** Waits until an asynchronous look at something finds it. */
export async function untilFound<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('Not found within 30 s.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
