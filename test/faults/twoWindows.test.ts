import assert from 'node:assert/strict';
import { describe } from 'mocha';
import { contentsOf } from '../../src/kept/contents.ts';
import { SignOuts } from '../../src/kept/signOuts.ts';
import { systemClock } from '../../src/editor/systemClock.ts';
import { eventually } from '../support/eventually.ts';
import { databaseWindows } from './support/databaseWindows.ts';
import { fault } from './support/matrix.ts';
import { outcome } from './support/openers.ts';

/** The end of a program that adds readings of 50 projects to `readings` until it gets a line. */
const WRITES = `
  process.stdin.once('data', () => (ended = true));
  let ended = false;
  for (let n = 1; !ended; n++) {
    readings.add({ kind: 't', id: String(n % 50) }, counts(n));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await readings.settle();
  data.dispose();
  process.exit();`;

describe('Two windows of one sign-in', () => {
  const windows = databaseWindows();

  /** A window here, and another process that writes readings all the time. */
  async function start(program: string) {
    const storage = windows.folder();
    const here = windows.open(storage, systemClock);
    const child = windows.start(storage, `${program} ${WRITES}`);
    const { file } = here.data;
    const stored = () => Number(file.get('select count(*) as n from reading')?.n);
    await eventually(() => stored() >= 50, true);
    const end = async () => {
      child.child.stdin.write('end');
      return child.ended;
    };
    return { here, file, stored, end };
  }

  fault('a window deletes its history while another writes: only later readings stay', async () => {
    const { here, file, stored, end } = await start('const { data, readings } = window(storage);');
    const accounts = (await contentsOf(here.data.file)).map(({ id }) => id);
    await here.data.clear('readings', accounts);
    const clearedAt = Number(file.get('select readings_cleared_at as at from account')?.at);
    await eventually(() => stored() >= 50, true);
    assert.equal(await end(), '', 'nothing that the log has to tell');
    const oldest = Number(file.get('select min(at) as at from reading')?.at);
    const sees = oldest > clearedAt ? 'later readings only' : `one of ${oldest - clearedAt} ms`;
    return outcome(sees, 0, { sees: 'later readings only', requests: 0 });
  });

  fault('a window signs out while another writes: no data of the sign-in stays', async () => {
    const { here, file, stored, end } = await start(`
      const data = new KeptData({
        storage, clock: systemClock, isOnDisk: () => true, mayStore: (id) => !signOuts.has(id), warn,
      });
      const signOuts = new SignOuts(data.file, systemClock);
      const readings = new Readings(data.of('one'), warn);`);
    await new SignOuts(file, systemClock).note('one');
    await here.data.forget('one');
    assert.equal(await end(), '', 'nothing that the log has to tell');
    const accounts = Number(file.get('select count(*) as n from account')?.n);
    const sees = `${stored()} readings, ${accounts} accounts`;
    return outcome(sees, 0, { sees: '0 readings, 0 accounts', requests: 0 });
  });

  /** The beginning of a program that watches a project. */
  const watching = (id: number) => `
    const { data } = window(storage);
    const list = new WatchedProjects(data.of('one'), warn, () => undefined);
    const project = { ref: { kind: 't', id: '${id}' }, name: '', since: Date.now() };
    list.change((all) => [...all, project]);`;

  fault('a window is killed in a change while two others wait: no change is lost', async () => {
    const storage = windows.folder();
    const killed = windows.start(
      storage,
      `${watching(1)}
      data.file.run('begin immediate');
      data.file.run("update watched set project = 't/9'");
      console.log('writing');
      setInterval(() => undefined, 1000);`,
    );
    await killed.begun;
    const others = [2, 3].map((id) =>
      windows.start(
        storage,
        `${watching(id)}
        const stored = () => data.file.get("select * from watched where project = 't/${id}'");
        while (!stored()) await new Promise((done) => setTimeout(done, 5));
        process.exit();`,
      ),
    );
    // Each reports after a while that it cannot write.
    await Promise.all(others.map(({ begun }) => begun));
    const killedAt = systemClock.now();
    killed.child.kill('SIGKILL');
    await Promise.all(others.map(({ ended }) => ended));
    const waited = systemClock.now() - killedAt;
    assert.ok(waited < 2000, `${waited} ms`);
    const { file } = windows.open(storage, systemClock).data;
    const rows = file.all('select project from watched order by project');
    const stored = rows.map(({ project }) => project).join();
    return outcome(stored, 0, { sees: 't/1,t/2,t/3', requests: 0 });
  });
});
