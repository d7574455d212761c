import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { RowsInSight } from '../../../src/features/progress/rowsInSight.ts';
import { readerOf } from '../../../src/stats/statsReader.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { MINUTE, pollers } from '../../support/pollers.ts';

describe('RowsInSight', () => {
  const the = pollers();

  it('reads the counts of a row in sight again after a minute, lets all rows be decorated again once a refresh has ended, and has failed only if an outage has interrupted a request', async () => {
    const data = the.data();
    const current = the.connection('a', data);
    const [status, none] = [new vscode.EventEmitter<void>(), () => ({ dispose: () => undefined })];
    const events = { onDidChange: none, onDidChangeStatus: status.event };
    const session = {
      ...events,
      clock: the.clock,
      current,
      outage: undefined as unknown,
      refused: false,
    };
    let listed = () => undefined as unknown;
    const state = { asOf: 1, work: undefined as string | undefined };
    const onChange = (listener: typeof listed) => (listed = listener);
    const projects = { state, onChange, rowOf: () => ({ status: 'processing' }) };
    const hover = { onceClosed: (call: () => unknown) => call() };
    const marks = { marks: new Map(), onSeen: none };
    const view = { visible: true, marks, repaints: { hover }, onDidChangeVisibility: none };
    the.desk.settings.set('mintscope.showProgress', 'visible');
    const rows = new RowsInSight(session as never, projects as never, view as never);
    await rows.retry();
    assert.equal(await the.requestsIn(0), 0, 'no row is in sight');
    const look = (id: number) => {
      const uri = Uri.from({ scheme: 'mintscope', path: `/project/t/${id}` });
      the.desk.decorations.look([uri]);
    };
    look(1);
    assert.deepEqual([await the.requestsIn(MINUTE - 1), await the.requestsIn(1)], [1, 1]);
    const decorated = (asOf: number, work?: string) => {
      Object.assign(state, { asOf, work });
      listed();
      return the.desk.decorations.requested.length;
    };
    const before = decorated(1);
    assert.deepEqual([decorated(2, 'refresh'), decorated(2)], [before, before + 1]);
    assert.equal(decorated(2), before + 1);
    const outage = (since: number | undefined) => {
      session.outage = since;
      status.fire();
      return rows.failed;
    };
    assert.deepEqual([outage(1), outage(undefined)], [false, false]);
    look(2);
    assert.deepEqual([outage(1), outage(2)], [true, true], 'the request was interrupted');
    the.desk.settings.set('mintscope.showProgress', 'known');
    assert.deepEqual([rows.failed, outage(undefined)], [false, false]);
    rows.dispose();
    await readerOf(current).readings.settle();
    data.dispose();
  });
});
