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
import type { KeptData } from '../../../src/kept/keptData.ts';
import { SCHEMA_VERSION } from '../../../src/kept/schema.ts';
import { SignOuts } from '../../../src/kept/signOuts.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { databaseWindows, fill } from '../../support/databaseWindows.ts';
import { eventually } from '../../support/eventually.ts';
import { turn } from '../../support/turn.ts';

const NOBODY = 65534;
const ref = (id: number | string) => `t/${id}` as const;
const reading = (confirmed = 1) => ({
  ...{ at: 1, total: 9, confirmed },
  ...{ processing: undefined, pending: undefined },
});
const fileIn = (storage: string) => join(storage, 'mintscope.db');
const spoil = (sql: string) => (storage: string) => {
  const database = new DatabaseSync(fileIn(storage));
  database.exec(sql);
  database.close();
};
/** Overwrites the pages that hold readings. */
const damage = (storage: string) => {
  const file = openSync(fileIn(storage), 'r+');
  for (let page = 20; page < statSync(fileIn(storage)).size / 4096; page++) {
    writeSync(file, Buffer.alloc(4096, 0x55), 0, 4096, page * 4096);
  }
  closeSync(file);
};

describe('What is stored', () => {
  const shared = databaseWindows();
  type Window = ReturnType<typeof shared.open>;

  /** A folder in which an earlier window has stored one reading of each of `count` projects. */
  const earlier = async (count = 3) => {
    const storage = shared.folder();
    const { data, readings } = shared.open(storage);
    for (let id = 0; id < count; id++) readings.add(ref(id), reading());
    await readings.settle();
    data.dispose();
    return storage;
  };
  const stored = ({ data }: Window) =>
    Number(data.file.get('select count(*) as n from reading')?.n);
  const isWhole = ({ data }: Window) => {
    assert.equal(data.file.get('pragma integrity_check')?.integrity_check, 'ok');
  };
  const files = (storage: string) =>
    readdirSync(storage)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .join();
  /** Adds a reading, and asserts that it can be read. */
  const add = async ({ readings }: Window, id = 99) => {
    readings.add(ref(id), reading());
    await readings.settle();
    assert.equal(readings.last(ref(id))?.confirmed, 1);
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
    assert.equal(stored(window), 4000);
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

  const inMemory = 'Until the window closes, data is stored in memory only';
  const later = `The database was written by a later version of Mintscope (${SCHEMA_VERSION + 1}).`;
  for (const [state, change, isChanged, log] of [
    [
      'random bytes in place of the database: a new one is used',
      (storage: string) => {
        writeFileSync(fileIn(storage), Buffer.alloc(20_000, 'qj'));
      },
      true,
      ['What was stored is damaged (Error: file is not a database), and was deleted.'],
    ],
    [
      'a database of a later version: it stays unchanged, and data is in memory',
      spoil(`pragma user_version = ${SCHEMA_VERSION + 1}`),
      false,
      [`${inMemory}: ${later}`],
    ],
    [
      'a database of an earlier build: it is emptied and used',
      spoil(`alter table watched drop column facts; drop table sign_out;
             pragma user_version = ${SCHEMA_VERSION - 1}`),
      true,
      [],
    ],
  ] as const) {
    it(`${state}, and files beside it stay`, async () => {
      const storage = await earlier();
      writeFileSync(join(storage, 'mintscope.db-backup'), 'not a database');
      change(storage);
      const before = readFileSync(fileIn(storage));
      const window = shared.open(storage);
      assert.equal(stored(window), 0);
      await add(window);
      isWhole(window);
      window.data.dispose();
      assert.equal(!readFileSync(fileIn(storage)).equals(before), isChanged);
      assert.equal(stored(shared.open(storage)), isChanged ? 1 : 0, 'in the next window');
      assert.equal(files(storage), 'mintscope.db,mintscope.db-backup');
      assert.deepEqual(window.logged, log);
    });
  }

  it('damage found while two windows use the database: both use a new file, said once', async () => {
    const storage = await earlier(5000);
    const clock = new FakeClock(1000);
    const [first, second] = [shared.open(storage, clock), shared.open(storage, clock)];
    let calls = 0;
    first.data.file.onWrittenElsewhere(() => calls++);
    assert.equal(second.data.file.trouble, undefined, 'it is open');
    damage(storage);
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
    assert.equal(files(storage), 'mintscope.db');
    const deleted = /^What was stored is damaged \(Error: .* malformed\), and was deleted\.$/;
    assert.match([...first.logged, ...second.logged].join(), deleted);
  });

  it('damage in a file that cannot be deleted, as on Windows while another window has it open: data is in memory', async () => {
    const storage = await earlier(5000);
    const window = shared.open(storage);
    assert.equal(window.data.file.trouble, undefined, 'it is open');
    damage(storage);
    mkdirSync(`${fileIn(storage)}-journal`);
    assert.throws(() => stored(window), /malformed/);
    await add(window);
    assert.equal(stored(window), 1);
    assert.deepEqual(window.logged, [`${inMemory}: database disk image is malformed`]);
  });

  it('the folder is deleted while two windows use it: both use a new one', async () => {
    const storage = await earlier();
    const clock = new FakeClock(1000);
    const [first, second] = [shared.open(storage, clock), shared.open(storage, clock)];
    let calls = 0;
    for (const { data } of [first, second]) data.file.onWrittenElsewhere(() => calls++);
    assert.deepEqual([stored(first), stored(second)], [3, 3]);
    rmSync(storage, { recursive: true });
    await clock.advance(2000);
    assert.equal(calls, 2, 'they look again at what they show');
    await add(second);
    await add(first, 100);
    for (const window of [first, second, shared.open(storage)]) {
      isWhole(window);
      assert.equal(stored(window), 2);
    }
  });

  it('a database locked by another program for long: it is used once it is free', async () => {
    const storage = await earlier();
    const locked = new DatabaseSync(fileIn(storage));
    locked.exec('pragma locking_mode = exclusive; begin exclusive');
    const clock = new FakeClock(1000);
    const window = shared.open(storage, clock);
    window.readings.add(ref(99), reading());
    await window.readings.newest(turn);
    await clock.advance(20_000);
    assert.equal(window.readings.last(ref(99))?.confirmed, 1);
    locked.close();
    await clock.advance(1_000);
    assert.equal(window.readings.last(ref(0))?.confirmed, 1, 'what was stored before is found');
    assert.deepEqual([window.data.file.trouble, window.logged], [undefined, []]);
    assert.equal(stored(window), 4);
  });

  const hasSecret = (storage: string) => shared.bytes(storage).includes('SECRET');
  /** A window that has stored SECRET wherever it can. */
  const withSecret = (storage: string, clock: FakeClock) => {
    const { data, readings } = shared.open(storage, clock);
    for (let id = 0; id < 2000; id++) readings.add(ref(`SECRET-${id}`), reading(id + 1));
    data.of('one').write((id, database) => {
      const rows = 'SECRET'.repeat(100_000);
      database.run(`insert into list values (1, ?, 'projects', 0, 'SECRET', ?)`, id, rows);
      database.run(`insert into mark values (1, ?, 'projects', 'SECRET')`, id);
      database.run(`insert into watched values (1, ?, 'SECRET', 'SECRET')`, id);
    });
    assert.ok(hasSecret(storage), 'else it proves nothing');
    return data;
  };

  for (const how of ['forgotten', 'cleared'] as const) {
    it(`data that was ${how}: no byte of it stays on disk`, async () => {
      const storage = shared.folder();
      const data = withSecret(storage, new FakeClock(1000));
      assert.equal(stored(shared.open(storage)), 2000, 'also another window has it open');
      await (how === 'forgotten' ? data.forget('one') : data.clear());
      assert.equal(hasSecret(storage), false);
    });
  }

  const read = (storage: string) => {
    const reader = new DatabaseSync(fileIn(storage));
    reader.exec('begin; select count(*) from reading');
    return () => {
      reader.close();
    };
  };
  for (const [why, hinder, when] of [
    ['while another program reads for long', read, 'later'],
    ['while another program reads for long', read, 'at the next start'],
    ['on a full disk', (_: string, { file }: KeptData) => fill(file), 'later'],
  ] as const) {
    it(`a sign-out ${why}: no byte stays, ${when}`, async () => {
      const storage = shared.folder();
      const clock = new FakeClock(1000);
      const data = withSecret(storage, clock);
      const free = hinder(storage, data);
      const failed = assert.rejects(data.forget('one'), /locked|full/);
      await eventually(() => clock.pending > 0, true);
      await clock.advance(6_000);
      await failed;
      assert.ok(hasSecret(storage), 'else it proves nothing');
      if (when === 'at the next start') data.dispose();
      free();
      if (when === 'later') await clock.advance(60_000);
      else await shared.open(storage, clock).data.tidy();
      await eventually(() => hasSecret(storage), false);
    });
  }

  it('files of the database: only their owner can read them, and the target of a link keeps its mode', async () => {
    const [storage, linked, elsewhere] = [shared.folder(), shared.folder(), shared.folder()];
    const target = join(elsewhere, 'target.db');
    writeFileSync(target, '');
    chmodSync(target, 0o644);
    symlinkSync(target, fileIn(linked));
    for (const folder of [storage, linked]) await add(shared.open(folder));
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const modes = readdirSync(storage).map((name) => `${name} ${modeOf(join(storage, name))}`);
    assert.equal(modes.join(), 'mintscope.db 600,mintscope.db-shm 600,mintscope.db-wal 600');
    assert.equal(modeOf(target), '644');
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
