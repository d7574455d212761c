import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MOST_KEPT_BYTES } from '../../src/core/lists/keptList.ts';
import { KeptFiles } from '../../src/disk/keptFiles.ts';
import { FakeMemento, FakeSecrets } from '../support/fakeVscode/storage.ts';
import {
  eventually,
  type FakeWindow,
  keepSignIn,
  openWindow,
} from '../support/fakeVscode/window.ts';
import { HOSTILE_TEXTS } from '../support/hostileRows.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, tell } from './support/openers.ts';
import { TOKEN } from './support/rig.ts';

const KEPT_FILES = pathToFileURL(
  join(import.meta.dirname, '..', '..', 'src', 'disk', 'keptFiles.ts'),
).href;
const PIECES = 20;

/** What a process writes: texts of several pieces, each of one letter. */
const program = (storage: string, letter: string, times: string) => `
  const { KeptFiles } = await import(${JSON.stringify(KEPT_FILES)});
  const files = new KeptFiles(${JSON.stringify(storage)}, () => true);
  const pieces = Array(${PIECES}).fill(${JSON.stringify(letter)}.repeat(10_000));
  process.stdout.write('begun');
  for (let time = 0; time < ${times}; time++) await files.write('a', 'projects', pieces);
`;
const CHILD = ['--no-warnings', '--input-type=module', '-e'];

/** What is told of the rows in a view without its times, which are other ones in each run. */
const words = (text: string) => text.replace(/\d\d:\d\d/g, '14:02');

/** What becomes of what is kept on disk, and of the rows on the screen, when that goes wrong. */
describe('Rows seen last', () => {
  const open = openers();
  const folder = async () => {
    const storage = await mkdtemp(join(tmpdir(), 'mintscope-kept-'));
    open.atEnd(() => rm(storage, { recursive: true, force: true }));
    return storage;
  };
  /** A text that one process wrote as a whole. */
  const isWhole = (bytes: Uint8Array | undefined) => {
    const text = Buffer.from(bytes ?? []).toString();
    return text.length === PIECES * 10_000 && text === text.charAt(0).repeat(text.length);
  };

  /** What an earlier window of this workspace left, which showed `count` rows. */
  const earlier = async (count = 3) => {
    const service = await open.service({ projects: rows(count) });
    const kept = {
      secrets: new FakeSecrets(),
      workspaceState: new FakeMemento(),
      globalStorage: await folder(),
    };
    await keepSignIn(kept.secrets, { address: service.address, token: TOKEN });
    const window = async () => {
      const opened = await openWindow(kept);
      open.atEnd(() => opened.close());
      opened.projects.show();
      return opened;
    };
    const path = () => {
      const root = join(kept.globalStorage, 'kept');
      const [name = ''] = readdirSync(root);
      return join(root, name, 'projects.json');
    };
    const text = () => {
      try {
        return readFileSync(path(), 'utf8');
      } catch {
        return '';
      }
    };
    const first = await window();
    await eventually(() => text().split('\n').length, count + 1);
    await first.close();
    return { service, kept, window, path, text };
  };
  const asks = ({ requests }: { readonly requests: readonly unknown[] }) => requests.length;
  const sees = ({ projects }: FakeWindow) => words(projects.sees);

  fault('two windows write at once: each file is the whole text of one', async () => {
    const storage = await folder();
    const files = new KeptFiles(storage, () => true);
    const children = ['a', 'b'].map((letter) =>
      spawn(process.execPath, [...CHILD, program(storage, letter, '60')]),
    );
    const ends = children.map((child) => once(child, 'exit'));
    let hasEnded = false;
    const all = Promise.all(ends).then((codes) => {
      hasEnded = true;
      return codes.map(([code]) => code as number);
    });
    while (!(hasEnded as boolean)) {
      const bytes = await files.read('a', 'projects');
      if (bytes) assert.ok(isWhole(bytes));
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(await all, [0, 0]);
    assert.ok(isWhole(await files.read('a', 'projects')));
    const [own = ''] = await readdir(join(storage, 'kept'));
    const left = await readdir(join(storage, 'kept', own));
    return tell(left.join(), 0, { sees: 'projects.json', requests: 0 });
  });

  fault(
    'killed in the middle of a write: the earlier file stays, the rest is removed later',
    async () => {
      const storage = await folder();
      const files = new KeptFiles(storage, () => true);
      await files.write('a', 'projects', Array<string>(PIECES).fill('x'.repeat(10_000)));
      const [own = ''] = await readdir(join(storage, 'kept'));
      const path = join(storage, 'kept', own);
      const unfinished = () => readdirSync(path).filter((name) => name.endsWith('.tmp'));
      while (unfinished().length < 2) {
        const before = unfinished().length;
        const child = spawn(process.execPath, [...CHILD, program(storage, 'y', 'Infinity')]);
        const ended = once(child, 'exit');
        await once(child.stdout, 'data');
        while (unfinished().length === before) await new Promise((done) => setImmediate(done));
        child.kill('SIGKILL');
        await ended;
        assert.ok(isWhole(await files.read('a', 'projects')));
      }
      const past = Date.now() / 1000 - 120;
      for (const name of unfinished()) await utimes(join(path, name), past, past);
      await files.write('a', 'projects', 'new');
      return tell((await readdir(path)).join(), 0, { sees: 'projects.json', requests: 0 });
    },
  );

  fault('full disk: the earlier file stays whole', async () => {
    const storage = await folder();
    const files = new KeptFiles(storage, () => true);
    await files.write('a', 'projects', Array<string>(PIECES).fill('x'.repeat(10_000)));
    // No file of this process may be larger than 64 KB: its writes fail part way.
    const limited = `trap '' XFSZ; ulimit -f 64; exec "$0" "$@"`;
    const text = program(storage, 'y', '1');
    const child = spawn('bash', ['-c', limited, process.execPath, ...CHILD, text]);
    let said = '';
    child.stderr.on('data', (data) => (said += String(data)));
    const [code] = (await once(child, 'exit')) as [number];
    assert.notEqual(code, 0);
    assert.match(said, /EFBIG/);
    assert.ok(isWhole(await files.read('a', 'projects')));
    const [own = ''] = await readdir(join(storage, 'kept'));
    const left = await readdir(join(storage, 'kept', own));
    return tell(left.join(), 0, { sees: 'projects.json', requests: 0 });
  });

  fault('nothing can be written: the rows stay, and one line in the log says why', async () => {
    const { service, kept, window } = await earlier();
    const root = join(kept.globalStorage, 'kept');
    await rm(root, { recursive: true });
    writeFileSync(root, '');
    const opened = await window();
    await eventually(() => opened.projects.labels.length, 3);
    const lines = () => opened.desk.log.filter((line) => line.includes('cannot be kept')).length;
    await eventually(lines, 1);
    await opened.run('projects.refresh');
    assert.deepEqual([lines(), opened.desk.shown], [1, []]);
    return tell(sees(opened), asks(service), { sees: '3 | 3 rows', requests: 3 });
  });

  fault('the clock was set back: the rows are shown, compared, and kept again', async () => {
    const { service, window, path, text } = await earlier();
    const [head = '', ...lines] = text().split('\n');
    const future = Date.now() + 1000 * 24 * 3600 * 1000;
    const later = { ...(JSON.parse(head) as object), asOf: future };
    // A row that is not there any more, and one that was not there.
    await writeFile(path(), [JSON.stringify({ ...later, rows: 2 }), ...lines.slice(1)].join('\n'));
    service.hold();
    const opened = await window();
    await eventually(() => opened.projects.labels.length, 2);
    await eventually(() => /as of \d\d:\d\d/.test(opened.projects.description), true);
    service.release();
    await eventually(() => opened.projects.labels.length, 3);
    await eventually(() => opened.projects.badge?.value, 1);
    await eventually(() => text().includes(String(future)), false);
    const { labels, badge } = opened.projects;
    const told = `${labels.length} rows, ${badge?.value ?? 0} marked`;
    return tell(told, asks(service), { sees: '3 rows, 1 marked', requests: 2 });
  });

  for (const [what, content] of [
    ['2 MB of brackets', '['.repeat(MOST_KEPT_BYTES)],
    ['2 MB of empty lines', '\n'.repeat(MOST_KEPT_BYTES)],
    ['2 MB of digits', '9'.repeat(MOST_KEPT_BYTES)],
    ['10 MB', 'x'.repeat(10_000_000)],
    ['bytes that are no text', Buffer.alloc(MOST_KEPT_BYTES, 0xff)],
  ] as const) {
    fault(`${what} in place of the file: ignored and replaced`, async () => {
      const { service, window, path, text } = await earlier();
      await writeFile(path(), content);
      const opened = await window();
      await eventually(() => opened.projects.labels.length, 3);
      await eventually(() => text().split('\n').length, 4);
      assert.deepEqual(opened.desk.shown, []);
      return tell(sees(opened), asks(service), { sees: '3 | 3 rows', requests: 2 });
    });
  }

  fault('2 MB of hostile rows: shown as text, until the service has answered', async () => {
    const { service, window, path, text } = await earlier();
    const hostile = HOSTILE_TEXTS.map((name, id) =>
      JSON.stringify({ id, transferable: true, name }),
    );
    const wide = JSON.stringify({ id: 99, transferable: true, name: 'm'.repeat(900_000) });
    const [head = ''] = text().split('\n');
    const lines = [...hostile, wide].map((row) => `[[${row}]]`);
    const read = { ...(JSON.parse(head) as object), rows: lines.length, total: lines.length };
    await writeFile(path(), [JSON.stringify(read), ...lines].join('\n'));
    service.hold();
    const opened = await window();
    await eventually(() => opened.projects.labels.length, lines.length);
    service.release();
    await eventually(() => opened.projects.labels.length, 3);
    return tell(sees(opened), asks(service), { sees: '3 | 3 rows', requests: 2 });
  });

  for (const how of ['event', 'notice'] as const) {
    fault(`signed out in another window while they are shown (${how}): they go`, async () => {
      const { service, kept, window } = await earlier();
      await service.stop();
      const opened = await window();
      await eventually(() => opened.projects.painted.length >= 3, true);
      const [[key, secret] = ['', '']] = [...kept.secrets.held];
      const { id } = JSON.parse(secret) as { id: string };
      if (how === 'event') await kept.secrets.delete(key);
      else await writeFile(join(kept.globalStorage, 'signed-out', id), '');
      await eventually(() => opened.projects.sees, '0 rows');
      await eventually(() => readdirSync(join(kept.globalStorage, 'kept')), []);
      await opened.close();
      const next = await window();
      await eventually(() => next.desk.contexts.get('mintscope.connection'), 'none');
      return tell(next.projects.sees, asks(service), { sees: '0 rows', requests: 1 });
    });
  }
});
