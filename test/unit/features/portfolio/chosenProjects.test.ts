import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Project } from '../../../../src/core/model/model.ts';
import { actOnRows } from '../../../../src/features/portfolio/chosenProjects.ts';
import { FakeDesk, useDesk } from '../../../support/fakeVscode/desk.ts';
import { project } from '../../../support/projects.ts';

describe('Actions on rows of the portfolio', () => {
  let desk: FakeDesk;
  let ran: unknown[];
  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    ran = [];
  });
  const row: Project = project('1');
  /** Does it with rows, of which `of` is in the portfolio. @param result of the command. */
  const act = (type: string, result?: unknown, of = row, keys = [of.key]) => {
    desk.run = (...call: unknown[]) => {
      ran.push(call);
      return Promise.resolve(result);
    };
    const none = () => undefined;
    const portfolio = { row: none, rows: { projects: new Map([[of.key, of]]), last: none } };
    return actOnRows(portfolio as never, { type, key: of.key, keys } as never);
  };

  it('runs a command on the rows that are still there, and none if all are gone', async () => {
    await act('watch', 1, row, ['project/gone']);
    assert.deepEqual(ran, []);
    await act('watch', 1, row, ['project/gone', row.key]);
    assert.deepEqual(ran, [['mintscope.watchProject', row, [row]]]);
  });

  it('opens a project by its reference, or the row if its kind is not known', async () => {
    const rows = [project('1', { transferable: true }), project('2')];
    for (const row of rows) await act('open', undefined, row);
    assert.deepEqual(ran, [
      ['mintscope.openStats', 't/1'],
      ['mintscope.openStats', rows[1]],
    ]);
  });

  it('says how many are watched now or no longer, and nothing if the command failed', async () => {
    const said = async (type: 'watch' | 'stopWatching') => [
      await act(type, undefined),
      await act(type, 0),
      await act(type, 2),
    ];
    assert.deepEqual(await said('watch'), [
      ...[undefined, 'No further project is watched', '2 projects are watched now'],
    ]);
    assert.deepEqual(await said('stopWatching'), [
      ...[undefined, 'None of them was watched', '2 projects are no longer watched'],
    ]);
  });

  it('copies a project without counts with empty cells', async () => {
    assert.equal(await act('copy'), '1 project copied');
    assert.match(desk.clipboard, /\n\| +\| +\| +\| 1 \|( +\|){7}$/);
  });
});
