import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { MarksKeeper } from '../../../src/connection/keptMarks.ts';
import { type ChangeMark, ListMarks } from '../../../src/core/lists/changeMarks.ts';
import { marksText } from '../../../src/core/lists/keptMarks.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { KeptFiles } from '../../../src/disk/keptFiles.ts';
import { clearKept } from '../../../src/disk/keptUpdate.ts';
import { endAfterEach } from '../../faults/support/ends.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { honestPage } from '../../support/pages.ts';
import { project } from '../../support/searchedRows.ts';

const HOUR = 3_600_000;

/** One list whose marks are kept in files that the test can read and write. */
describe('keeping which changes were not viewed yet', () => {
  const atEnd = endAfterEach();
  let storage: string;
  let files: KeptFiles;
  let scope: string;
  let list: PagedList<Project>;
  let marks: ListMarks;
  let keeper: MarksKeeper;
  /** When the list is read next. */
  let now: number;
  let all: ReturnType<typeof project>[];
  let service: HeldReads;
  const owner = { signIn: 'me', list: 'projects' } as const;
  const isNew: ChangeMark = { kind: 'new' };

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'mintscope-marks-'));
    atEnd(() => rm(storage, { recursive: true, force: true }));
    files = new KeptFiles(storage, () => true);
    scope = 'every';
    now = Date.now() - 2 * HOUR;
    all = [project('1')];
    service = new HeldReads((request) => honestPage(all, request));
    list = new PagedList<Project>(service.read as never, { limit: () => 10, now: () => now });
    marks = new ListMarks(list);
    const session = {
      get current() {
        return { id: 'me', scope };
      },
      parts: { kept: files },
    };
    keeper = new MarksKeeper(session as never, { projects: list } as never, 'projects', marks, () =>
      assert.fail('it can be written'),
    );
    await service.serve(list.open());
    all.unshift(project('2'));
    await service.serve(list.refresh());
    assert.equal(marks.marks.size, 1);
  });
  const path = () => join(files.folder('me'), 'projects.marks.json');
  const text = () => (existsSync(path()) ? readFileSync(path(), 'utf8') : undefined);
  /** Another window has kept one mark, with rows of this time. */
  const other = async (asOf: number, ...keys: readonly string[]) => {
    const found = new Map((keys.length > 0 ? keys : ['project/9']).map((key) => [key, isNew]));
    const held = { asOf, since: 1, inBoth: undefined, marks: found };
    await files.write('me', 'projects.marks', marksText(owner, held));
    return text();
  };

  it('writes them once, with the time of the rows', async () => {
    await keeper.keep();
    const { asOf, since, marks: found } = JSON.parse(text()!) as Record<string, unknown>;
    assert.deepEqual([asOf, since, found], [now, now, [['project/2']]]);
    await rm(path());
    await keeper.keep();
    assert.equal(text(), undefined, 'they are as they were kept');
  });

  it('leaves those that another window has kept of later rows', async () => {
    const before = await other(now + HOUR);
    await keeper.keep();
    assert.equal(text(), before);
  });

  it('removes those that were viewed here from what another window has kept of later rows', async () => {
    await other(now + HOUR, 'project/2', 'project/9');
    marks.see(marks.marks.keys());
    await keeper.dispose();
    const { asOf, marks: left } = JSON.parse(text()!) as Record<string, unknown>;
    assert.deepEqual([asOf, left], [now + HOUR, [['project/9']]]);
  });

  for (const [name, age] of [
    ['earlier rows', HOUR],
    ['rows of a time that has not come', -3 * HOUR],
  ] as const) {
    it(`replaces those that were kept of ${name}`, async () => {
      const before = await other(now - age);
      await keeper.keep();
      assert.notEqual(text(), before);
    });
  }

  it('keeps none of rows that were read before they were cleared, also if one was viewed', async () => {
    await keeper.keep();
    all.unshift(project('3'));
    await service.serve(list.refresh());
    const [folder, name] = [files.folder('me'), 'projects.marks'];
    await clearKept([{ folder, name, path: path(), bytes: 1 }], [name]);
    marks.see(['project/2']);
    await keeper.dispose();
    assert.deepEqual([...marks.marks.keys()], ['project/3']);
    assert.equal(text(), undefined);
    now = Date.now() + 1;
    await service.serve(list.refresh());
    await keeper.keep();
    assert.match(text()!, /project\/3/);
  });

  it('keeps nothing of sample data', async () => {
    scope = 'sample';
    await keeper.keep();
    assert.equal(text(), undefined);
  });

  it('keeps nothing of rows that were removed', async () => {
    list.reset();
    keeper.forget();
    await keeper.keep();
    assert.equal(text(), undefined);
  });
});
