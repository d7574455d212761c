import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../../src/core/base/clock.ts';
import type { Database } from '../../src/kept/database.ts';
import { KeptData } from '../../src/kept/keptData.ts';
import { Readings } from '../../src/kept/readings.ts';
import { endAfterEach } from './ends.ts';
import { FakeClock } from './fakeClock.ts';
import { temporaryFolders } from './temporaryFolder.ts';

const SOURCES = pathToFileURL(join(import.meta.dirname, '..', '..', 'src', '/')).href;

/** The beginning of each program that `start` runs: `window` opens the data in a folder. */
const PRELUDE = `
  const { KeptData } = await import('${SOURCES}kept/keptData.ts');
  const { Readings } = await import('${SOURCES}kept/readings.ts');
  const { SignOuts } = await import('${SOURCES}kept/signOuts.ts');
  const { WatchedProjects } = await import('${SOURCES}kept/watchedProjects.ts');
  const { systemClock } = await import('${SOURCES}editor/systemClock.ts');
  const warn = (line) => console.log(line);
  const window = (storage) => {
    const data = new KeptData({
      storage, clock: systemClock, isOnDisk: () => true, mayStore: () => true, warn,
    });
    return { data, readings: new Readings(data.of('one'), warn) };
  };
  const counts = (confirmed) => ({ at: Date.now(), total: 9, confirmed });
`;

/** From now on nothing can be written, until the returned function is called. */
export function fill(database: Database): () => void {
  const transaction = database.transaction.bind(database);
  database.transaction = () => {
    throw new Error('database or disk is full');
  };
  return () => {
    database.transaction = transaction;
  };
}

/** Windows that share a folder, in this process and in others. Call it within `describe`. */
export function databaseWindows() {
  // The windows close before their folders are deleted.
  const atEnd = endAfterEach();
  const folder = temporaryFolders();

  return {
    folder,

    /**
     * Opens a window of this process. Its lines of the log are in `logged`.
     * @param clock not at 0, when all data counts as deleted.
     */
    open(storage: string, clock: Clock = new FakeClock(1000)) {
      const logged: string[] = [];
      const warn = (line: string) => void logged.push(line);
      const data = new KeptData({
        ...{ storage, clock, warn },
        isOnDisk: () => true,
        mayStore: () => true,
      });
      atEnd(() => {
        data.dispose();
      });
      return { data, logged, readings: new Readings(data.of('one'), warn) };
    },

    /**
     * Runs a program in a process of its own, with `window`, `counts` and `storage`.
     * @param user that it runs as, because the superuser may write to any file.
     */
    start(storage: string, program: string, user?: number) {
      const text = `${PRELUDE} const storage = ${JSON.stringify(storage)};
        ${user === undefined ? '' : `process.setuid(${user});`} ${program}`;
      const args = ['--no-warnings', '--input-type=module', '-e', text];
      const child = spawn(process.execPath, args);
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data) => (said += String(data)));
      }
      const ended = once(child, 'exit').then(() => said);
      atEnd(() => child.kill('SIGKILL'));
      return { child, ended, begun: once(child.stdout, 'data') };
    },

    bytes: (storage: string) =>
      Buffer.concat(
        readdirSync(storage, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => readFileSync(join(parentPath, name))),
      ),
  };
}
