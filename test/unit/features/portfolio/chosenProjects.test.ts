import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Project } from '../../../../src/core/model/model.ts';
import { actOnRows } from '../../../../src/features/portfolio/chosenProjects.ts';
import { FakeDesk, useDesk } from '../../../support/fakeVscode/desk.ts';
import { project } from '../../../support/projects.ts';

describe('Actions on rows of the portfolio', () => {
  const row: Project = project('1');
  let ran: unknown[];
  let desk: FakeDesk;
  beforeEach(() => {
    useDesk((desk = new FakeDesk()));
    ran = [];
  });

  /** @param result of the command that it runs. */
  const act = (type: string, result?: unknown, keys = [row.key], of = row) => {
    desk.run = (...call: unknown[]) => {
      ran.push(call);
      return Promise.resolve(result);
    };
    const none = () => undefined;
    const portfolio = { row: none, rows: { projects: new Map([[of.key, of]]), last: none } };
    return actOnRows(portfolio as never, { type, key: of.key, keys } as never);
  };

  it('runs a command on the rows that are still there, but not on those that are gone', async () => {
    await act('watch', 1, ['project/gone', row.key]);
    assert.deepEqual(ran, [['mintscope.watchProject', row, [row]]]);
  });

  it('opens a project by its reference, or by its row if its kind is not known', async () => {
    await act('open', undefined, [], { ...row, transferable: true });
    await act('open');
    const opened = ['t/1', row].map((one) => ['mintscope.openStats', one]);
    assert.deepEqual(ran, opened);
  });

  it('an action on portfolio rows shows what it did, and nothing if it failed', async () => {
    assert.equal(await act('watch'), undefined);
    assert.equal(await act('watch', 0), 'No further project is watched');
    assert.equal(await act('stopWatching'), undefined);
    assert.equal(await act('stopWatching', 0), 'None of them was watched');
    assert.equal(await act('copy'), '1 project copied');
    assert.match(desk.clipboard, /\n\| +\| +\| +\| 1 \|( +\|){7}$/, 'its counts are not known');
  });
});
