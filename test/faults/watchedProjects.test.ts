import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe } from 'mocha';
import { Database } from '../../src/kept/database.ts';
import { systemClock } from '../../src/editor/systemClock.ts';
import { endAfterEach } from '../support/ends.ts';
import { temporaryFolders } from '../support/temporaryFolder.ts';
import { fault } from './support/matrix.ts';
import { outcome } from './support/openers.ts';

const SRC = pathToFileURL(join(import.meta.dirname, '..', '..', 'src')).href;

/** A program with a window: `list` are its watched projects, `data` is all that is stored. */
const program = (storage: string, work: string) => `
  const { KeptData } = await import('${SRC}/kept/keptData.ts');
  const { WatchedProjects } = await import('${SRC}/kept/watchedProjects.ts');
  const { systemClock: clock } = await import('${SRC}/editor/systemClock.ts');
  const isTrue = () => true;
  const parts = { storage: ${JSON.stringify(storage)}, clock, isOnDisk: isTrue, mayStore: isTrue };
  const data = new KeptData(parts);
  const say = (line) => process.stdout.write(line);
  const list = new WatchedProjects(data.of('id'), say, () => undefined);
  const add = (id) => {
    const project = { ref: { kind: 't', id: String(id) }, name: '', since: clock.now() };
    list.change((all) => [...all, project]);
  };
  ${work}
`;

describe('Watched projects on disk', () => {
  const atEnd = endAfterEach();
  const newFolder = temporaryFolders();

  function run(storage: string, work: string): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, [
      ...['--no-warnings', '--input-type=module', '-e', program(storage, work)],
    ]);
    child.stderr.pipe(process.stderr);
    atEnd(() => child.kill('SIGKILL'));
    return child;
  }

  fault('a window is killed in a change while two others wait: no change is lost', async () => {
    const storage = newFolder();
    const killed = run(
      storage,
      `add(1);
       data.file.run('begin immediate');
       data.file.run("update watched set project = 't/9'");
       say('writing');
       setInterval(() => undefined, 1000);`,
    );
    await once(killed.stdout, 'data');
    const others = [2, 3].map((id) =>
      run(
        storage,
        `add(${id});
         const stored = () => data.file.get("select * from watched where project = 't/${id}'");
         while (!stored()) await new Promise((done) => clock.after(5, done));
         process.exit();`,
      ),
    );
    const ends = others.map((child) => once(child, 'exit'));
    // Each reports after a while that it cannot write.
    await Promise.all(others.map(({ stdout }) => once(stdout, 'data')));
    const killedAt = systemClock.now();
    killed.kill('SIGKILL');
    assert.deepEqual(await Promise.all(ends), [
      [0, null],
      [0, null],
    ]);
    const waited = systemClock.now() - killedAt;
    assert.ok(waited < 2000, `${waited} ms`);
    const database = new Database(storage, systemClock);
    const rows = database.all('select project from watched order by project');
    database.close();
    const stored = rows.map(({ project }) => project).join();
    return outcome(stored, 0, { sees: 't/1,t/2,t/3', requests: 0 });
  });
});
