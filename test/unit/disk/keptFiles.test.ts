import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { KeptFiles, MOST_KEPT_BYTES } from '../../../src/disk/keptFiles.ts';
import { listKept } from '../../../src/disk/keptList.ts';
import { clearKept, updateKept } from '../../../src/disk/keptUpdate.ts';

const DAY_S = 24 * 3600;

describe('what is kept on disk for a sign-in', () => {
  let storage: string;
  let allowed: boolean;
  let files: KeptFiles;

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'mintscope-files-'));
    allowed = true;
    files = new KeptFiles(storage, () => allowed);
  });
  afterEach(() => rm(storage, { recursive: true, force: true }));

  const read = async (signIn: string, name = 'projects') => {
    const bytes = await files.read(signIn, name);
    return bytes && Buffer.from(bytes).toString();
  };
  /** The files below the folder of all that is kept, of one sign-in. */
  const folders = () => readdir(join(storage, 'kept'));
  const folder = async () => join(storage, 'kept', (await folders())[0]!);

  it('is not there at first, and is what was written last', async () => {
    assert.equal(await read('a'), undefined);
    await files.write('a', 'projects', 'one');
    await files.write('a', 'projects', ['t', 'wo']);
    await files.write('b', 'projects', 'other');
    assert.deepEqual([await read('a'), await read('b')], ['two', 'other']);
    assert.equal(await read('a', 'collections'), undefined);
    assert.equal((await folders()).length, 2);
    assert.deepEqual(await readdir(await folder()), ['projects.json']);
  });

  it('lies in the folder whatever the id of the sign-in is', async () => {
    await files.write('../../../etc/passwd\0', 'projects', 'one');
    assert.equal(await read('../../../etc/passwd\0'), 'one');
    assert.deepEqual(await readdir(storage), ['kept']);
  });

  it('can be read by nobody else on this machine', async () => {
    await files.write('a', 'projects', 'one');
    await files.write('a', 'projects', 'two');
    const modes = [await folder(), join(await folder(), 'projects.json')].map(async (path) =>
      ((await stat(path)).mode & 0o777).toString(8),
    );
    assert.deepEqual(await Promise.all(modes), ['700', '600']);
  });

  it('is not read if it is larger than anything written here, or no file', async () => {
    await files.write('a', 'projects', 'one');
    const path = join(await folder(), 'projects.json');
    await writeFile(path, 'x'.repeat(MOST_KEPT_BYTES));
    assert.equal((await read('a'))?.length, MOST_KEPT_BYTES);
    await writeFile(path, 'x'.repeat(MOST_KEPT_BYTES + 1));
    assert.equal(await read('a'), undefined);
    await rm(path);
    await mkdir(path);
    assert.equal(await read('a'), undefined);
  });

  it('stays whole if a text is too large, and no other file is left', async () => {
    await files.write('a', 'projects', 'one');
    const large = ['x'.repeat(MOST_KEPT_BYTES), 'y'];
    await assert.rejects(files.write('a', 'projects', large), { code: 'EFBIG' });
    assert.equal(await read('a'), 'one');
    assert.deepEqual(await readdir(await folder()), ['projects.json']);
  });

  it('stays whole if the window closes in the middle of a write', async () => {
    await files.write('a', 'projects', 'one');
    const closing = new AbortController();
    const pieces = ['t', 'w', 'o'];
    let during: readonly string[] = [];
    const path = await folder();
    Object.defineProperty(pieces, 1, {
      get: () => {
        during = readdirSync(path);
        closing.abort();
        return 'w';
      },
    });
    await assert.rejects(files.write('a', 'projects', pieces, closing.signal));
    assert.equal(during.length, 2);
    assert.equal(await read('a'), 'one');
    assert.deepEqual(await readdir(await folder()), ['projects.json']);
  });

  it('is written without what killed windows left, but not without what another may be writing', async () => {
    await files.write('a', 'projects', 'one');
    const left = (name: string) => folder().then((path) => join(path, name));
    for (const name of ['.mintscope-old.tmp', '.mintscope-new.tmp']) {
      await writeFile(await left(name), 'unfin');
    }
    const [past, future] = [Date.now() / 1000 - 61, Date.now() / 1000 + DAY_S];
    await utimes(await left('.mintscope-old.tmp'), past, past);
    await writeFile(await left('.mintscope-later.tmp'), 'unfin');
    await utimes(await left('.mintscope-later.tmp'), future, future);
    await files.write('a', 'projects', 'two');
    assert.deepEqual((await readdir(await folder())).sort(), [
      '.mintscope-later.tmp',
      '.mintscope-new.tmp',
      'projects.json',
    ]);
  });

  it('says to each writer when it was cleared, unless the clock was set back since', async () => {
    await files.write('a', 'projects', 'one');
    const cleared = async () => {
      let told = -1;
      await updateKept(files, 'a', 'projects', (_, clearedAt) => {
        told = clearedAt;
        return undefined;
      });
      return told;
    };
    assert.equal(await cleared(), 0);
    const before = Date.now();
    await clearKept(await listKept(files), ['projects']);
    assert.equal(await read('a'), undefined);
    const at = await cleared();
    assert.ok(at >= before && at <= Date.now(), String(at));
    for (const text of [String(Date.now() + DAY_S * 1000), 'torn', '']) {
      await writeFile(join(await folder(), 'projects.cleared'), text);
      assert.equal(await cleared(), 0);
    }
  });

  it('is not there again because it was cleared after a sign-out', async () => {
    await files.write('a', 'projects', 'one');
    const found = await listKept(files);
    await files.forget('a');
    await clearKept(found, ['projects']);
    assert.deepEqual(await folders(), []);
  });

  it('is deleted with its sign-in, and is not kept again in this window', async () => {
    await files.write('a', 'projects', 'one');
    await files.write('a', 'collections', 'one');
    await files.write('b', 'projects', 'other');
    await files.forget('a');
    await files.forget('never kept');
    assert.equal((await folders()).length, 1);
    await files.write('a', 'projects', 'two');
    assert.deepEqual([await read('a'), await read('b')], [undefined, 'other']);
    await files.forgetAll();
    assert.deepEqual(await readdir(storage), []);
    await files.write('b', 'projects', 'again');
    assert.equal(await read('b'), 'again');
  });

  it('is not written if it may not be kept, nor left if that begins during the write', async () => {
    allowed = false;
    await files.write('a', 'projects', 'one');
    assert.deepEqual(await readdir(storage), []);
    const asked = [true, false, false];
    const racing = new KeptFiles(storage, () => asked.shift() ?? false);
    await racing.write('a', 'projects', 'one');
    assert.deepEqual(await folders(), []);
  });

  it('is not left by a window that writes while it is deleted', async () => {
    for (let round = 0; round < 20; round++) {
      const signIn = `sign-in ${round}`;
      let isOut = false;
      const [here, there] = [0, 1].map(() => new KeptFiles(storage, () => !isOut));
      await here!.write(signIn, 'projects', 'one');
      const writing = [1, 2, 3].map((at) => there!.write(signIn, 'projects', `later ${at}`));
      for (let turn = 0; turn < round; turn++) await Promise.resolve();
      isOut = true;
      await here!.forget(signIn);
      await Promise.all(writing);
      assert.deepEqual(await folders(), []);
    }
  });

  it('is deleted if it was not used for 90 days', async () => {
    await files.forgetOld();
    for (const signIn of ['old', 'new']) await files.write(signIn, 'projects', signIn);
    const [old] = (
      await Promise.all(
        (await folders()).map(async (name) => ({
          path: join(storage, 'kept', name),
          text: await readFile(join(storage, 'kept', name, 'projects.json'), 'utf8'),
        })),
      )
    ).filter(({ text }) => text === 'old');
    const long = Date.now() / 1000 - 91 * DAY_S;
    await utimes(old!.path, long, long);
    await files.forgetOld();
    assert.deepEqual([await read('old'), await read('new')], [undefined, 'new']);
    const future = Date.now() / 1000 + 1000 * DAY_S;
    await utimes(await folder(), future, future);
    await files.forgetOld();
    assert.equal(await read('new'), 'new');
  });

  it('cannot be kept where the folder is a file, and says so', async () => {
    await writeFile(join(storage, 'kept'), 'a file');
    await assert.rejects(files.write('a', 'projects', 'one'));
    await assert.rejects(files.read('a', 'projects'), { code: 'ENOTDIR' });
    assert.equal(await readFile(join(storage, 'kept'), 'utf8'), 'a file');
    await files.forgetAll();
    await files.write('a', 'projects', 'one');
    assert.equal(await read('a'), 'one');
  });
});
