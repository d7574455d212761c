import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failures } from '../../host/paths.ts';
import type { RecordedRequest } from '../../support/minimalService.ts';
import { openServices } from './service.ts';
import type { Workbench } from './workbench.ts';

interface WatchedEditor {
  readonly windows: ReadonlySet<Workbench>;
  /** The folder of the server's logs, including those of extensions. */
  readonly logs: string;
}

let watched: WatchedEditor | undefined;
/** A failed hook without evidence so far: mocha's event for it does not wait for writing it. */
let failedHook: { readonly title: string; readonly error: unknown } | undefined;

/** From now on, the evidence of failures comes from this editor. */
export function watchEditor(editor: WatchedEditor): void {
  watched = editor;
}

/** `explainFailedHook` leaves its evidence before the windows close. */
export function noteFailedHook(title: string, error: unknown): void {
  failedHook ??= { title, error };
}

export async function explainFailedHook(): Promise<void> {
  const hook = failedHook;
  failedHook = undefined;
  if (hook) await leaveEvidence(hook.title, hook.error);
}

/**
 * Writes to `out/failures/<title>` a picture of each window, the extension's log, the requests that
 * services received, and the error.
 */
export async function leaveEvidence(title: string, error: unknown): Promise<void> {
  const folder = join(failures, slugOf(title));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await writeFile(join(folder, 'error.txt'), `${title}\n\n${why}\n`);
  const requests = [...openServices].map(
    ({ address, requests: all }) => `${address}\n${all.map(line).join('\n')}\n`,
  );
  await writeFile(join(folder, 'requests.txt'), requests.join('\n'));
  if (watched) await describeEditor(watched, folder);
}

async function describeEditor({ windows, logs }: WatchedEditor, folder: string): Promise<void> {
  for (const [index, window] of [...windows].entries()) {
    // A window may hang; the other files are written all the same.
    const path = join(folder, `window-${index + 1}.png`);
    await window.page.screenshot({ path, timeout: 15_000 }).catch(() => undefined);
  }
  const all = await readdir(logs, { recursive: true }).catch((): string[] => []);
  const own = all.filter((file) => /mintscope[^/\\]*\.log$/i.test(file)).sort();
  const texts = await Promise.all(
    own.map(async (file) => `${file}\n${await readFile(join(logs, file), 'utf8')}`),
  );
  await writeFile(join(folder, 'mintscope.log'), texts.join('\n'));
}

/** Headers are left out: they hold the token. */
function line({ method, path, query }: RecordedRequest): string {
  return `  ${method} ${path}?${new URLSearchParams(query).toString()}`;
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 120);
}
