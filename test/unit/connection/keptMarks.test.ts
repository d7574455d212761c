import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { MarksKeeper } from '../../../src/connection/keptMarks.ts';
import { type ChangeMark, ListMarks } from '../../../src/core/lists/changeMarks.ts';
import { marksText } from '../../../src/core/lists/keptMarks.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { honestPage } from '../../support/pages.ts';
import { project } from '../../support/searchedRows.ts';

const HOUR = 3_600_000;

/** One list whose marks are kept in files that the test can read and write. */
describe('keeping which changes were not viewed yet', () => {
  let files: Map<string, string>;
  let scope: string;
  let list: PagedList<Project>;
  let marks: ListMarks;
  let keeper: MarksKeeper;
  /** When the list is read next. */
  let now: number;
  const owner = { signIn: 'me', list: 'projects' } as const;
  const isNew: ChangeMark = { kind: 'new' };

  beforeEach(async () => {
    files = new Map();
    scope = 'every';
    now = Date.now() - 2 * HOUR;
    const all = [project('1')];
    const service = new HeldReads((request) => honestPage(all, request));
    list = new PagedList<Project>(service.read as never, { limit: () => 10, now: () => now });
    marks = new ListMarks(list);
    const kept = {
      read: (signIn: string, name: string) => {
        const text = files.get(`${signIn} ${name}`);
        return Promise.resolve(text === undefined ? undefined : new TextEncoder().encode(text));
      },
      write: (signIn: string, name: string, text: string) => {
        files.set(`${signIn} ${name}`, text);
        return Promise.resolve();
      },
    };
    const session = {
      get current() {
        return { id: 'me', scope };
      },
      parts: { kept },
    };
    keeper = new MarksKeeper(session as never, { projects: list } as never, 'projects', marks, () =>
      assert.fail('it can be written'),
    );
    await service.serve(list.open());
    all.unshift(project('2'));
    await service.serve(list.refresh());
    assert.equal(marks.marks.size, 1);
  });
  const text = () => files.get('me projects.marks');
  /** Another window has kept one mark, with rows of this time. */
  const other = (asOf: number) => {
    const held = { asOf, since: 1, inBoth: undefined, marks: new Map([['project/9', isNew]]) };
    files.set('me projects.marks', marksText(owner, held));
    return text();
  };

  it('writes them once, with the time of the rows', async () => {
    await keeper.keep();
    const { asOf, since, marks: found } = JSON.parse(text()!) as Record<string, unknown>;
    assert.deepEqual([asOf, since, found], [now, now, [['project/2']]]);
    files.clear();
    await keeper.keep();
    assert.equal(text(), undefined, 'they are as they were kept');
  });

  it('leaves those that another window has kept of later rows', async () => {
    const before = other(now + HOUR);
    await keeper.keep();
    assert.equal(text(), before);
  });

  it('removes those that were viewed here from what another window has kept of later rows', async () => {
    const held = {
      asOf: now + HOUR,
      since: 1,
      inBoth: undefined,
      marks: new Map([
        ['project/2', isNew],
        ['project/9', isNew],
      ]),
    };
    files.set('me projects.marks', marksText(owner, held));
    marks.see(marks.marks.keys());
    await keeper.dispose();
    const { asOf, marks: left } = JSON.parse(text()!) as Record<string, unknown>;
    assert.deepEqual([asOf, left], [held.asOf, [['project/9']]]);
  });

  for (const [name, age] of [
    ['earlier rows', HOUR],
    ['rows of a time that has not come', -3 * HOUR],
  ] as const) {
    it(`replaces those that were kept of ${name}`, async () => {
      const before = other(now - age);
      await keeper.keep();
      assert.notEqual(text(), before);
    });
  }

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
