import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Project } from '../../../../src/core/model/model.ts';
import { actOnRows } from '../../../../src/features/portfolio/chosenProjects.ts';
import { FakeDesk, useDesk } from '../../../support/fakeVscode/desk.ts';
import { project } from '../../../support/projects.ts';

describe('Actions on rows of the portfolio', () => {
  it('runs a command on the rows that are still there, and none if all are gone', async () => {
    const desk = new FakeDesk();
    useDesk(desk);
    const ran: unknown[] = [];
    desk.run = (...call: unknown[]) => {
      ran.push(call);
      return Promise.resolve(1);
    };
    const row: Project = project('1');
    const portfolio = { rows: { projects: new Map([[row.key, row]]) } };
    const watch = (...keys: readonly string[]) =>
      actOnRows(portfolio as never, { type: 'watch', keys });
    await watch('project/gone');
    assert.deepEqual(ran, []);
    await watch('project/gone', row.key);
    assert.deepEqual(ran, [['mintscope.watchProject', row, [row]]]);
  });
});
