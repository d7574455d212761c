import assert from 'node:assert/strict';
import { DAY_MS } from '../../../src/core/base/clock.ts';
import { idOf } from '../../../src/core/model/model.ts';
import { WatchedProjects } from '../../../src/kept/watchedProjects.ts';
import { databaseWindows } from '../../support/databaseWindows.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const counts = { total: 9, confirmed: 1, processing: 8, pending: 0 };
const START = 1000 * DAY_MS;

describe('Stored data of sign-ins', () => {
  const windows = databaseWindows();
  let clock: FakeClock;
  let storage: string;

  beforeEach(() => {
    clock = new FakeClock(START);
    storage = windows.folder();
  });

  /** A window of the sign-in `one`, which watches some projects. */
  async function watching(...ids: readonly number[]) {
    const { data, readings } = windows.open(storage, clock);
    const list = new WatchedProjects(
      data.of('one'),
      () => undefined,
      () => undefined,
    );
    for (const id of ids) {
      const project = { ref: `t/${id}` as const, name: 'P', since: 1 };
      await list.change((all) => [...all, project]);
    }
    const names = () => list.all.map(({ ref }) => idOf(ref)).join();
    return { data, readings, list, names };
  }
  it('the sign-in in use keeps its watch list and readings, however long ago it was used', async () => {
    const { readings, data } = await watching(1);
    readings.add('t/1', { at: clock.now(), ...counts });
    data.dispose();
    clock.set(START + 91 * DAY_MS);
    const next = await watching();
    await next.data.tidy('one');
    assert.equal(next.names(), '1');
    assert.equal(next.readings.last('t/1')?.confirmed, 1);
  });

  it('of very many readings the oldest are deleted, but no project loses its last one', async () => {
    const { data, readings } = await watching();
    readings.add('t/9', { at: START - DAY_MS, ...counts });
    readings.add('t/1', { at: START - DAY_MS, ...counts });
    data.file.run(`
      with recursive n (at) as (select 1 union all select at + 1 from n where at < 200000)
      insert into reading (account, project, at, moved_at)
      select account, 't/1', ${START - DAY_MS} + n.at, 0 from reading, n where project = 't/1'`);
    await data.tidy('one');
    const sql = 'select project, count(*) as count from reading group by project order by project';
    const left = data.file.all(sql).map(({ project, count }) => [project, count]);
    assert.deepEqual(left, [
      ['t/1', 200_000],
      ['t/9', 1],
    ]);
  });

  it('the data of a sign-in that was not used for 90 days is deleted', async () => {
    const { data } = await watching(1);
    const count = async (day: number) => {
      clock.set(START + day * DAY_MS);
      await data.tidy('other');
      return data.file.get('select count(*) as n from watched')?.n;
    };
    assert.deepEqual([await count(90), await count(91)], [1, 0]);
  });

  it('a damaged watched project is left out, and the others can be changed', async () => {
    const { data, names, list } = await watching(1, 2, 3);
    for (const facts of ['{bad', 'null', '{"name":1}']) {
      data.file.run(`update watched set facts = ? where project = 't/2'`, facts);
      assert.equal(names(), '1,3', facts);
    }
    await list.change((all) => all.slice(1));
    assert.equal(names(), '3');
  });
});
