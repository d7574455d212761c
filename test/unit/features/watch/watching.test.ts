import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../../../src/connection/activeConnection.ts';
import { unseenProject } from '../../../../src/core/model/projectRef.ts';
import { formatTime } from '../../../../src/editor/locale.ts';
import { Watching } from '../../../../src/features/watch/watching.ts';
import { readerOf } from '../../../../src/stats/statsReader.ts';
import { pollers } from '../../../support/pollers.ts';

describe('watching in a window', () => {
  const the = pollers();

  it('has written all when it is disposed of, also for a sign-in that was left just before', async () => {
    const left = new AbortController();
    const data = the.data();
    const connection = the.connection('a', data, left.signal);
    const changed = new vscode.EventEmitter<undefined>();
    const session = {
      current: connection as ActiveConnection | undefined,
      refused: false,
      onDidChange: changed.event,
      onDidChangeStatus: new vscode.EventEmitter<undefined>().event,
    };
    const list = { state: { rows: [] }, onChange: () => () => undefined };
    const panels = { loaded: () => undefined };
    const watching = new Watching({ session, projects: list, panels } as never);
    const other = the.data();
    other.file.run('begin immediate');
    watching.change(connection, () => [the.project(1)]);
    session.current = undefined;
    left.abort();
    changed.fire(undefined);
    const disposed = watching.dispose();
    other.file.run('commit');
    await the.clock.advance(1000);
    await disposed;
    assert.deepEqual(
      other.file.all('select project, poller from watched join account').map((row) => ({ ...row })),
      [{ project: 't/1', poller: null }],
    );
    other.dispose();
    data.dispose();
  });

  it('reads the status of a mint that does not move, and again once it has stalled', async () => {
    const data = the.data();
    const ended = new AbortController();
    const connection = the.connection('a', data, ended.signal);
    const reader = readerOf(connection);
    const { ref } = the.project(1);
    const row = { ...unseenProject(ref), status: 'processing' };
    let reads = 0;
    const list = {
      state: { rows: [row] },
      onChange: () => () => undefined,
      pageOf: () => ({ page: 1, limit: 10 }),
      read: () => {
        reads++;
        return Promise.resolve({ rows: [] });
      },
    };
    const changed = new vscode.EventEmitter<undefined>();
    const session = {
      ...{ current: connection, refused: false },
      ...{ onDidChange: changed.event, onDidChangeStatus: changed.event },
    };
    const parts = { session, projects: list, panels: { loaded: () => undefined } };
    const watching = new Watching(parts as never);
    const start = the.clock.now();
    const readAt = (minute: number) => {
      the.clock.set(start + minute * 60_000);
      const at = the.clock.now();
      reader.readings.add(ref, { at, total: 9, confirmed: 2, processing: 7, pending: 0 });
      watching.change(connection, (all) => (all.length > 0 ? [...all] : [the.project(1)]));
      return reads;
    };
    assert.deepEqual([0, 4, 6, 8, 14, 16, 18].map(readAt), [0, 0, 1, 1, 1, 2, 2]);
    ended.abort();
    await watching.dispose();
    await reader.readings.settle();
    data.dispose();
  });

  it('names the likely end of the last mint, counts stalled ones apart, and does not spin for them, nor in an outage', async () => {
    const data = the.data();
    const ended = new AbortController();
    const connection = the.connection('a', data, ended.signal);
    const reader = readerOf(connection);
    const last = (key: string, confirmed: number, at: number) => {
      reader.readings.add(the.project(Number(key)).ref, {
        ...{ at, total: 100, confirmed, processing: 100 - confirmed, pending: 0 },
      });
    };
    const start = the.clock.now();
    for (let minute = 0; minute <= 20; minute++) {
      the.clock.set(start + minute * 60_000);
      last('1', 2 * minute, the.clock.now());
      last('2', 5, the.clock.now());
    }
    const list = { state: { rows: [] }, onChange: () => () => undefined };
    const changed = new vscode.EventEmitter<undefined>();
    const session = {
      ...{ current: connection, refused: false },
      outage: undefined as unknown,
      ...{ onDidChange: changed.event, onDidChangeStatus: changed.event },
    };
    const parts = { session, projects: list, panels: { loaded: () => undefined } };
    const watching = new Watching(parts as never);
    const status = () => the.desk.statusItems[0]?.text;
    const colour = () => the.desk.statusItems[0]?.backgroundColor?.id;
    watching.change(connection, () => [the.project(1)]);
    assert.match(status() ?? '', /^\$\(sync~spin\) 1 minting · 40% · about (\d+)–(\d+) min$/);
    watching.change(connection, (all) => [...all, { ...the.project(2), stalled: true }]);
    assert.match(
      status() ?? '',
      /^\$\(warning\) 1 stalled · 1 minting · 22% · about (\d+)–(\d+) min$/,
    );
    watching.change(connection, (all) => all.slice(1));
    assert.equal(status(), '$(warning) 1 stalled · 5%');
    assert.equal(colour(), 'statusBarItem.warningBackground');
    watching.change(connection, () => [the.project(1)]);
    assert.equal(colour(), undefined);
    session.outage = { since: 1 };
    changed.fire(undefined);
    const now = formatTime(the.clock.now(), 'short');
    assert.equal(status(), `$(debug-pause) 1 minting · 40% · as of ${now}`);
    ended.abort();
    await watching.dispose();
    await reader.readings.settle();
    data.dispose();
  });
});
