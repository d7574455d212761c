import assert from 'node:assert/strict';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../../src/editor/systemClock.ts';
import { SCHEMA_VERSION } from '../../../src/kept/schema.ts';
import { SignOuts } from '../../../src/kept/signOuts.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { databaseWindows } from '../../support/databaseWindows.ts';
import { eventually } from '../../support/eventually.ts';
import { turn } from '../../support/turn.ts';

const NOBODY = 65534;
const ref = (id: number | string) => `t/${id}` as const;
const reading = (at: number, confirmed = 1) => ({
  ...{ at, total: 9, confirmed },
  ...{ processing: undefined, pending: undefined },
});

describe('What is stored', () => {
  const shared = databaseWindows();
  type Window = ReturnType<typeof shared.open>;

  /** A folder in which an earlier window has stored one reading of each of `count` projects. */
  const earlier = async (count = 3) => {
    const storage = shared.folder();
    const { data, readings } = shared.open(storage);
    for (let id = 0; id < count; id++) readings.add(ref(id), reading(1));
    await readings.settle();
    data.dispose();
    return storage;
  };
  const stored = ({ data }: Window) =>
    Number(data.file.get('select count(*) as n from reading')?.n);
  const isWhole = ({ data }: Window) => {
    assert.equal(data.file.get('pragma integrity_check')?.integrity_check, 'ok');
  };
  /** Overwrites the pages that hold readings. */
  const damage = (path: string) => {
    const file = openSync(path, 'r+');
    for (let page = 20; page < statSync(path).size / 4096; page++) {
      writeSync(file, Buffer.alloc(4096, 0x55), 0, 4096, page * 4096);
    }
    closeSync(file);
  };
  const files = (storage: string) =>
    readdirSync(storage).filter((name) => !/-(wal|shm)$/.test(name));
  const add = async ({ readings }: Window, id = 99) => {
    readings.add(ref(id), reading(1));
    await readings.settle();
  };

  it('four windows write at once: no reading is lost', async () => {
    const storage = shared.folder();
    const program = (kind: string, first: number) => `
      const { data, readings } = window(storage);
      for (let id = ${first}; id < ${first + 1000}; id++) {
        readings.add('${kind}/' + id, counts(1));
        if (id % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await readings.settle();
      data.dispose();`;
    const programs = [0, 1000].flatMap((first) => [program('t', first), program('n', first)]);
    const writers = programs.map((text) => shared.start(storage, text));
    assert.deepEqual(await Promise.all(writers.map(({ ended }) => ended)), ['', '', '', '']);
    const window = shared.open(storage);
    isWhole(window);
    assert.equal(`${stored(window)} readings`, '4000 readings');
  });

  it('a read-only folder: data is in memory, with a reason in the log', async () => {
    const storage = await earlier();
    chmodSync(storage, 0o555);
    const program = `
      const { data, readings } = window(storage);
      readings.add('t/1', counts(7));
      await readings.settle();
      console.log(readings.last('t/1').confirmed, data.file.trouble.code);`;
    const user = process.getuid?.() === 0 ? NOBODY : undefined;
    const said = await shared.start(storage, program, user).ended;
    chmodSync(storage, 0o755);
    assert.match(said, /^Until the window closes, data is stored in memory only: EACCES/);
    assert.equal(said.split('\n').slice(1).join(), '7 EACCES,');
  });

  it('damage found while two windows use the database: both use a new file, said once', async () => {
    const storage = await earlier(5000);
    const clock = new FakeClock(1000);
    const first = shared.open(storage, clock);
    let calls = 0;
    first.data.file.onWrittenElsewhere(() => calls++);
    const second = shared.open(storage, clock);
    assert.equal(second.data.file.trouble, undefined, 'it is open');
    damage(join(storage, 'mintscope.db'));
    assert.throws(() => stored(second), /malformed/);
    await add(second);
    assert.throws(() => stored(first), /malformed/);
    await add(first, 100);
    for (const window of [first, second]) {
      assert.equal(stored(window), 2, 'the file that the other one made stays');
      isWhole(window);
    }
    await clock.advance(1000);
    assert.ok(calls > 0, 'the other window looks again at what it shows');
    assert.equal(files(storage).join(), 'mintscope.db');
    assert.deepEqual(
      [first.logged, second.logged],
      [
        [],
        ['What was stored is damaged (Error: database disk image is malformed), and was deleted.'],
      ],
    );
  });

  it('random bytes in place of the database: a new one is used, and a backup beside it stays', async () => {
    const storage = await earlier();
    writeFileSync(join(storage, 'mintscope.db'), Buffer.alloc(20_000, 'qj'));
    writeFileSync(join(storage, 'mintscope.db-backup'), 'not a database');
    const window = shared.open(storage);
    await add(window);
    assert.equal(stored(window), 1);
    assert.deepEqual([window.data.file.trouble, window.logged.length], [undefined, 1]);
    assert.deepEqual(files(storage), ['mintscope.db', 'mintscope.db-backup']);
  });

  it('damage in a file that cannot be deleted, as on Windows while another window has it open: data is in memory', async () => {
    const storage = await earlier(5000);
    const window = shared.open(storage);
    assert.equal(window.data.file.trouble, undefined, 'it is open');
    damage(join(storage, 'mintscope.db'));
    mkdirSync(join(storage, 'mintscope.db-journal'));
    assert.throws(() => stored(window), /malformed/);
    await add(window);
    assert.equal(stored(window), 1);
    assert.deepEqual(window.logged, [
      'Until the window closes, data is stored in memory only: database disk image is malformed',
    ]);
  });

  it('a database of a later version stays unchanged, and data is in memory', async () => {
    const storage = await earlier();
    const path = join(storage, 'mintscope.db');
    const later = new DatabaseSync(path);
    later.exec(`pragma user_version = ${SCHEMA_VERSION + 1}`);
    later.close();
    const before = readFileSync(path);
    const window = shared.open(storage);
    await add(window);
    assert.equal(window.readings.last(ref(99))?.confirmed, 1);
    window.data.dispose();
    assert.ok(readFileSync(path).equals(before));
    assert.deepEqual(files(storage), ['mintscope.db']);
    assert.equal(
      window.logged.join(),
      `Until the window closes, data is stored in memory only: The database was written by a later version of Mintscope (${SCHEMA_VERSION + 1}).`,
    );
  });

  it('the database is a link: the mode of its target stays', async () => {
    const storage = shared.folder();
    const target = join(shared.folder(), 'target.db');
    writeFileSync(target, '');
    chmodSync(target, 0o644);
    symlinkSync(target, join(storage, 'mintscope.db'));
    await add(shared.open(storage));
    assert.equal((statSync(target).mode & 0o777).toString(8), '644');
  });

  for (const when of ['later', 'at the next start'] as const) {
    it(`a sign-out while another program reads for long: no byte stays, ${when}`, async () => {
      const storage = shared.folder();
      const clock = new FakeClock(1000);
      const window = shared.open(storage, clock);
      for (let id = 0; id < 300; id++) window.readings.add(ref(`SECRET-${id}`), reading(id + 1));
      const reader = new DatabaseSync(join(storage, 'mintscope.db'));
      reader.exec('begin; select count(*) from reading');
      const forgotten = assert.rejects(window.data.forget('one'), /locked/);
      await eventually(() => clock.pending > 0, true);
      await clock.advance(6_000);
      await forgotten;
      assert.ok(shared.bytes(storage).includes('SECRET'), 'else it proves nothing');
      if (when === 'later') {
        reader.close();
        await clock.advance(60_000);
        await eventually(() => shared.bytes(storage).includes('SECRET'), false);
      } else {
        window.data.dispose();
        reader.close();
        await shared.open(storage, clock).data.tidy();
      }
      assert.equal(String(shared.bytes(storage).includes('SECRET')), 'false');
    });
  }

  it('a sign-out while the disk is full: no byte stays once there is room', async () => {
    const storage = shared.folder();
    const clock = new FakeClock(1000);
    const { data, readings } = shared.open(storage, clock);
    for (let id = 0; id < 300; id++) readings.add(ref(`SECRET-${id}`), reading(id + 1));
    const transaction = data.file.transaction.bind(data.file);
    data.file.transaction = () => {
      throw new Error('database or disk is full');
    };
    await assert.rejects(data.forget('one'), /full/);
    data.file.transaction = transaction;
    assert.ok(shared.bytes(storage).includes('SECRET'), 'else it proves nothing');
    await clock.advance(60_000);
    await eventually(() => shared.bytes(storage).includes('SECRET'), false);
    assert.equal(String(shared.bytes(storage).includes('SECRET')), 'false');
  });

  it('a database of an earlier build: it is emptied and used', async () => {
    const storage = await earlier();
    const path = join(storage, 'mintscope.db');
    const older = new DatabaseSync(path);
    older.exec(`alter table watched drop column facts; drop table sign_out;
                pragma user_version = ${SCHEMA_VERSION - 1}`);
    older.close();
    const window = shared.open(storage);
    assert.equal(stored(window), 0);
    await add(window);
    isWhole(window);
    assert.deepEqual(window.logged, [], 'the data is in the file');
    assert.equal(String(window.readings.last(ref(99))?.confirmed), '1');
  });

  it('the folder is deleted while two windows use it: both use a new one', async () => {
    const storage = await earlier();
    const clock = new FakeClock(1000);
    const first = shared.open(storage, clock);
    let calls = 0;
    first.data.file.onWrittenElsewhere(() => calls++);
    const second = shared.open(storage, clock);
    second.data.file.onWrittenElsewhere(() => undefined);
    assert.deepEqual([stored(first), stored(second)], [3, 3]);
    rmSync(storage, { recursive: true });
    await clock.advance(2000);
    await add(second);
    const third = shared.open(storage, clock);
    await add(third, 100);
    await clock.advance(2000);
    await add(first, 101);
    for (const window of [first, second, third]) {
      isWhole(window);
      assert.equal(stored(window), 3);
    }
    assert.ok(calls > 0, 'and looks again at what it shows');
    assert.equal(files(storage).join(), 'mintscope.db');
  });

  it('a database locked by another program for long: it is used once it is free', async () => {
    const storage = await earlier();
    const locked = new DatabaseSync(join(storage, 'mintscope.db'));
    locked.exec('pragma locking_mode = exclusive; begin exclusive');
    const clock = new FakeClock(1000);
    const window = shared.open(storage, clock);
    window.readings.add(ref(99), reading(1));
    await window.readings.newest(turn);
    await clock.advance(20_000);
    assert.equal(window.readings.last(ref(99))?.confirmed, 1);
    locked.close();
    await clock.advance(1_000);
    assert.equal(window.readings.last(ref(0))?.confirmed, 1, 'what was stored before is found');
    assert.deepEqual([window.data.file.trouble, window.logged], [undefined, []]);
    assert.equal(`${stored(window)} readings`, '4 readings');
  });

  for (const how of ['forgotten', 'cleared'] as const) {
    it(`data that was ${how}: no byte of it stays on disk`, async () => {
      const storage = shared.folder();
      const window = shared.open(storage, systemClock);
      const other = shared.open(storage, systemClock);
      const { data, readings } = window;
      for (let id = 0; id < 2000; id++) readings.add(ref(`SECRET-${id}`), reading(id + 1));
      await readings.settle();
      data.of('one').write((id, database) => {
        const rows = 'SECRET'.repeat(100_000);
        database.run(`insert into list values (1, ?, 'projects', 0, 'SECRET', ?)`, id, rows);
        database.run(`insert into mark values (1, ?, 'projects', 'SECRET')`, id);
        database.run(`insert into watched values (1, ?, 'SECRET', 'SECRET')`, id);
      });
      assert.equal(stored(other), 2000);
      assert.ok(shared.bytes(storage).includes('SECRET'), 'else it proves nothing');
      await (how === 'forgotten' ? data.forget('one') : data.clear());
      assert.equal(String(shared.bytes(storage).includes('SECRET')), 'false');
    });
  }

  it('files of the database: only their owner can read them', async () => {
    const storage = shared.folder();
    await add(shared.open(storage));
    const modes = readdirSync(storage).map(
      (name) => `${name} ${(statSync(join(storage, name)).mode & 0o777).toString(8)}`,
    );
    assert.equal(modes.join(), 'mintscope.db 600,mintscope.db-shm 600,mintscope.db-wal 600');
  });
});

describe('Two windows of one sign-in', () => {
  const shared = databaseWindows();

  it('a window signs out while another writes: no data of the sign-in stays', async () => {
    const storage = shared.folder();
    const here = shared.open(storage, systemClock);
    const { file } = here.data;
    const writing = shared.start(
      storage,
      `const data = new KeptData({
        storage, clock: systemClock, isOnDisk: () => true, mayStore: (id) => !signOuts.has(id), warn,
      });
      const signOuts = new SignOuts(data.file, systemClock);
      const readings = new Readings(data.of('one'), warn);
      let ended = false;
      process.stdin.once('data', () => (ended = true));
      for (let n = 1; !ended; n++) {
        readings.add("t/" + (n % 50), counts(n));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await readings.settle();
      process.exit();`,
    );
    const count = (table: string) => Number(file.get(`select count(*) as n from ${table}`)?.n);
    await eventually(() => count('reading') >= 50, true);
    await new SignOuts(file, systemClock).note('one');
    await here.data.forget('one');
    writing.child.stdin.write('end');
    assert.equal(await writing.ended, '', 'nothing that the log has to tell');
    assert.equal(
      `${count('reading')} readings, ${count('account')} accounts`,
      '0 readings, 0 accounts',
    );
  });

  const watching = (id: number) => `
    const { data } = window(storage);
    const list = new WatchedProjects(data.of('one'), warn, () => undefined);
    const project = { ref: 't/${id}', name: '', since: Date.now() };
    void list.change((all) => [...all, project]);`;

  it('a window is killed in a change while two others wait: no change is lost', async () => {
    const storage = shared.folder();
    const killed = shared.start(
      storage,
      `${watching(1)}
      data.file.all('begin immediate');
      data.file.run("update watched set project = 't/9'");
      console.log('writing');
      setInterval(() => undefined, 1000);`,
    );
    await killed.begun;
    const others = [2, 3].map((id) =>
      shared.start(
        storage,
        `${watching(id)}
        const stored = () => data.file.get("select * from watched where project = 't/${id}'");
        // A window looks again with each reading.
        while (!stored()) {
          list.all;
          await new Promise((done) => setTimeout(done, 5));
        }
        process.exit();`,
      ),
    );
    // Each reports after a while that it cannot write.
    await Promise.all(others.map(({ begun }) => begun));
    killed.child.kill('SIGKILL');
    await Promise.all(others.map(({ ended }) => ended));
    const { file } = shared.open(storage, systemClock).data;
    const rows = file.all('select project from watched order by project');
    assert.equal(rows.map(({ project }) => project).join(), 't/1,t/2,t/3');
  });
});
