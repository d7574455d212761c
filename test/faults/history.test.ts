import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KeptFiles } from '../../src/disk/keptFiles.ts';
import { updateKept } from '../../src/disk/keptUpdate.ts';
import { FakeMemento, FakeSecrets } from '../support/fakeVscode/storage.ts';
import { eventually, keepSignIn, openWindow } from '../support/fakeVscode/window.ts';
import { openLink } from '../support/openLink.ts';
import { fault } from './support/matrix.ts';
import { openers, STATS, tell } from './support/openers.ts';
import { TOKEN } from './support/rig.ts';

const SOURCES = pathToFileURL(join(import.meta.dirname, '..', '..', 'src', 'disk', '/')).href;
const CHILD = ['--no-warnings', '--input-type=module', '-e'];

/** A process that adds lines to the file of a sign-in, each of one letter and a number. */
const program = (storage: string, letter: string, times: string, line = "''") => `
  const { KeptFiles } = await import('${SOURCES}keptFiles.ts');
  const { updateKept } = await import('${SOURCES}keptUpdate.ts');
  const files = new KeptFiles(${JSON.stringify(storage)}, () => true);
  process.stdout.write('begun');
  for (let time = 0; time < ${times}; time++) {
    await updateKept(files, 'a', 'history', async (bytes) =>
      Buffer.from(bytes ?? []).toString() + '${letter}' + time + ${line} + '\\n');
  }
`;

/** What becomes of the history of stats, and of what is told of it, when keeping it goes wrong. */
describe('The history of stats', () => {
  const open = openers();
  const folder = async () => {
    const storage = await mkdtemp(join(tmpdir(), 'mintscope-history-'));
    open.atEnd(() => rm(storage, { recursive: true, force: true }));
    return storage;
  };
  const namesIn = (storage: string) => {
    const [own = ''] = readdirSync(join(storage, 'kept'));
    return readdirSync(join(storage, 'kept', own)).map((name) => join(storage, 'kept', own, name));
  };
  const add = (storage: string, line: string) =>
    updateKept(new KeptFiles(storage, () => true), 'a', 'history', (bytes) =>
      Promise.resolve(Buffer.from(bytes ?? []).toString() + line),
    );
  const lines = async (storage: string) => {
    const bytes = await new KeptFiles(storage, () => true).read('a', 'history');
    return Buffer.from(bytes ?? []).toString();
  };

  /** A person whose windows show the stats of `t/1`, one window after another. */
  const person = async () => {
    const service = await open.service();
    const kept = {
      secrets: new FakeSecrets(),
      workspaceState: new FakeMemento(),
      globalStorage: await folder(),
    };
    await keepSignIn(kept.secrets, { address: service.address, token: TOKEN });
    const window = async () => {
      const opened = await openWindow(kept);
      open.atEnd(() => opened.close());
      const panel = await openLink(opened, '/projects/t/1');
      await eventually(() => panel.state?.loading, false);
      return { opened, panel };
    };
    const path = () => namesIn(kept.globalStorage).find((name) => name.endsWith('history.json'))!;
    const count = () => {
      try {
        const found = /"t\/1","(.*?)"/.exec(readFileSync(path(), 'utf8'))?.[1] ?? '';
        return found === '' ? 0 : found.split(';').length;
      } catch {
        return 0;
      }
    };
    return { service, storage: kept.globalStorage, window, path, count };
  };

  fault('two windows add to it at once: it has all that each added', async () => {
    const storage = await folder();
    const ends = ['a', 'b'].map((letter) =>
      once(spawn(process.execPath, [...CHILD, program(storage, letter, '40')]), 'exit'),
    );
    assert.deepEqual(await Promise.all(ends), [
      [0, null],
      [0, null],
    ]);
    const all = (await lines(storage)).trim().split('\n');
    for (const letter of ['a', 'b']) {
      const own = all.filter((line) => line.startsWith(letter));
      assert.deepEqual(
        own,
        Array.from({ length: 40 }, (_, time) => `${letter}${time}`),
      );
    }
    const left = namesIn(storage).map((name) => name.replace(/^.*\//, ''));
    return tell(left.join(), 0, { sees: 'history.json', requests: 0 });
  });

  fault('a window is killed while it writes: nothing is lost, the next one goes on', async () => {
    const storage = await folder();
    await add(storage, 'first\n');
    const long = "'y'.repeat(100_000)";
    const child = spawn(process.execPath, [...CHILD, program(storage, 'b', 'Infinity', long)]);
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    const isHeld = () => namesIn(storage).some((name) => name.endsWith('.lock'));
    while (!isHeld()) await new Promise((done) => setImmediate(done));
    child.kill('SIGKILL');
    await ended;
    const before = await lines(storage);
    assert.ok(before.startsWith('first\n') && before.endsWith('\n'), 'a whole text');
    const lock = join(namesIn(storage)[0]!, '..', 'history.lock');
    const past = Date.now() / 1000 - 11;
    writeFileSync(lock, '');
    utimesSync(lock, past, past);
    await add(storage, 'last\n');
    assert.equal(await lines(storage), `${before}last\n`);
    return tell(String(isHeld()), 0, { sees: 'false', requests: 0 });
  });

  fault('a lock of the future, as the clock was set back: taken over', async () => {
    const storage = await folder();
    await add(storage, 'first\n');
    const lock = join(namesIn(storage)[0]!, '..', 'history.lock');
    const future = Date.now() / 1000 + 3600;
    writeFileSync(lock, '');
    utimesSync(lock, future, future);
    await add(storage, 'last\n');
    return tell((await lines(storage)).replaceAll('\n', ' '), 0, {
      sees: 'first last ',
      requests: 0,
    });
  });

  fault('full disk: the earlier file stays whole, and the next window writes', async () => {
    const storage = await folder();
    await add(storage, 'first\n');
    // No file of this process may be larger than 64 KB: its writes fail part way.
    const limited = `trap '' XFSZ; ulimit -f 64; exec "$0" "$@"`;
    const text = program(storage, 'b', '1', "'y'.repeat(100_000)");
    const child = spawn('bash', ['-c', limited, process.execPath, ...CHILD, text]);
    let said = '';
    child.stderr.on('data', (data) => (said += String(data)));
    const [code] = (await once(child, 'exit')) as [number];
    assert.notEqual(code, 0);
    assert.match(said, /EFBIG/);
    assert.equal(await lines(storage), 'first\n');
    await add(storage, 'last\n');
    const left = namesIn(storage).map((name) => name.replace(/^.*\//, ''));
    assert.equal(await lines(storage), 'first\nlast\n');
    return tell(left.join(), 0, { sees: 'history.json', requests: 0 });
  });

  fault(
    'nothing can be written: the numbers are shown, and one line in the log says why',
    async () => {
      const { service, storage, window } = await person();
      writeFileSync(join(storage, 'kept'), '');
      const { opened, panel } = await window();
      const told = () => opened.desk.log.filter((line) => line.includes('history of stats')).length;
      await eventually(told, 1);
      await opened.run('refreshStats');
      await eventually(
        () => service.requests.filter(({ path }) => path.endsWith('stats')).length,
        2,
      );
      await eventually(() => panel.state?.loading, false);
      assert.deepEqual([told(), opened.desk.shown], [1, []]);
      return tell(`${panel.state?.counts?.confirmed} of ${STATS.total}`, 2, {
        ...{ sees: '3 of 4', requests: 2 },
      });
    },
  );

  fault('the clock was set back: earlier readings stay, and new ones are added', async () => {
    const { window, path, count } = await person();
    const first = await window();
    await eventually(count, 1);
    await first.opened.close();
    const ahead = Date.now() + 24 * 3600 * 1000;
    const text = readFileSync(path(), 'utf8');
    writeFileSync(path(), text.replace(/"t\/1","\d+,/, `"t/1","${ahead},`));
    await window();
    await eventually(count, 2);
    return tell(`${count()} readings`, 2, { sees: '2 readings', requests: 2 });
  });

  for (const [what, content] of [
    ['2 MB of brackets', '['.repeat(2_000_000)],
    ['bytes that are no text', Buffer.alloc(2_000_000, 0xff)],
    ['10 MB', 'x'.repeat(10_000_000)],
    ['half of a file', '{"format":1,"signIn":"one","histories":[\n["t/1","18000'],
  ] as const) {
    fault(`${what} in place of the file: ignored and replaced`, async () => {
      const { window, path, count } = await person();
      const first = await window();
      await eventually(count, 1);
      await first.opened.close();
      writeFileSync(path(), content);
      const { opened } = await window();
      await eventually(count, 1);
      assert.deepEqual(opened.desk.shown, []);
      return tell(`${count()} reading`, 2, { sees: '1 reading', requests: 2 });
    });
  }

  fault('the token is in no file', async () => {
    const { storage, window, count } = await person();
    await window();
    await eventually(count, 1);
    const paths = readdirSync(storage, { recursive: true, withFileTypes: true });
    const files = paths.filter((entry) => entry.isFile());
    for (const { parentPath, name } of files) {
      assert.ok(!readFileSync(join(parentPath, name)).includes(TOKEN), name);
    }
    return tell(String(files.length > 0), 1, { sees: 'true', requests: 1 });
  });
});
