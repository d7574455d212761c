import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../../../src/connection/activeConnection.ts';
import { Watching } from '../../../../src/features/watch/watching.ts';
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
    const views = { projects: { head: {}, repaintRows: () => undefined } };
    const panels = { loaded: () => undefined };
    const watching = new Watching({ session, views, panels } as never);
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
});
