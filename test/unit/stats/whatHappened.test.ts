import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ChangeMark } from '../../../src/core/lists/changeMarks.ts';
import { type HappenedParts, lastLooked, whatHappened } from '../../../src/stats/whatHappened.ts';
import { noAbort } from '../../support/client.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { listState, project } from '../../support/projects.ts';
import { StatsService, statsWindow } from '../../support/statsWindow.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

describe('whatHappened', () => {
  const makeFolder = temporaryFolders();
  const counts = { total: 9, confirmed: 1, processing: 8, pending: 0 };

  const start = () => {
    const clock = new FakeClock(1000);
    const session: HappenedParts['session'] = { refused: false, outage: undefined };
    return { clock, ...statsWindow(makeFolder(), clock, new StatsService()), session };
  };

  it('a report of What Happened says why nothing was read, and names the rows of the list', async () => {
    const { connection, reader, data, close, session } = start();
    const unnamed = project('7', { transferable: true, status: 'failed' });
    const rows = [unnamed, project('8', { name: 'Ember', status: 'failed' }), project('9')];
    const marks = new Map<string, ChangeMark>(rows.map(({ key }) => [key, { kind: 'new' }]));
    const seen = { marks, since: undefined, inBoth: undefined };
    const parts = { session, connection, projects: { state: listState(rows) }, marks: seen };
    const report = () => whatHappened(parts, 500, noAbort);
    const restored = { state: listState(rows, { restored: true, asOf: 7 }) };
    assert.equal(lastLooked({ projects: restored, marks: seen }), 7);
    assert.equal(lastLooked(parts), undefined);
    const why = async () => (await report()).why;
    assert.equal(await why(), 'never');
    reader.readings.add({ kind: 't', id: '7' }, { at: 400, ...counts });
    assert.equal(await why(), 'notOpen');
    Object.assign(session, { refused: true });
    assert.equal(await why(), 'refused');
    await data.clear('readings', [connection.store.id!]);
    assert.equal(await why(), 'cleared');
    assert.equal((await whatHappened(parts, 1000, noAbort)).why, 'cleared', 'at that moment');
    const { failing, changes } = (await report()).list;
    const names = changes.map(({ name }) => name);
    assert.deepEqual(failing, names.slice(0, 2));
    assert.deepEqual(names, ['Project 7 · transferable', 'Ember', 'Project 9']);
    await close();
  });

  it('a report of What Happened counts projects that are not listed only while the list is incomplete', async () => {
    const { connection, reader, close, session } = start();
    for (const id of ['7', '8'])
      for (const at of [400, 600]) reader.readings.add({ kind: 't', id }, { at, ...counts });
    const rows = [project('7', { key: 'project/t/7' })];
    const marks = { marks: new Map<string, ChangeMark>(), since: undefined, inBoth: undefined };
    const counted = async (hasMore: boolean) => {
      const projects = { state: listState(rows, { hasMore }) };
      const { list } = await whatHappened({ session, connection, projects, marks }, 500, noAbort);
      return [list.read, list.compared, list.gone?.map(({ project: gone }) => gone)];
    };
    assert.deepEqual(await counted(false), [1, 1, ['t/8']]);
    assert.deepEqual(await counted(true), [2, 2, undefined]);
    await close();
  });

  it('a report of What Happened has the forecast of a mint, unless its row has failed or no counts can be read', async () => {
    const { clock, connection, reader, close, session } = start();
    for (let minute = 0; minute <= 20; minute++) {
      clock.set(minute * 60_000);
      const counted = { total: 99, confirmed: 2 * minute, processing: 99 - 2 * minute, pending: 0 };
      reader.readings.add({ kind: 't', id: '7' }, { at: clock.now(), ...counted });
    }
    const marks = { marks: new Map<string, ChangeMark>(), since: undefined, inBoth: undefined };
    const due = async (status: string, facts = {}) => {
      const projects = { state: listState([project('7', { key: 'project/t/7', status })]) };
      const parts = { session: { ...session, ...facts }, connection, projects, marks };
      const { happened } = await whatHappened(parts, 500, noAbort);
      return happened.due.map(({ project: one }) => one);
    };
    assert.deepEqual(await due('processing'), ['t/7']);
    assert.deepEqual(await due('failed'), []);
    assert.deepEqual(await due('processing', { refused: true }), []);
    assert.deepEqual(await due('processing', { outage: {} }), []);
    await close();
  });
});
