import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../../../src/connection/activeConnection.ts';
import { Watching } from '../../../../src/features/watch/watching.ts';
import { sharedPollers } from '../../../support/pollers.ts';

describe('watching in a window', () => {
  const the = sharedPollers();

  it('has written all when it is disposed of, also for a sign-in that was left just before', async () => {
    const left = new AbortController();
    const connection = the.connection('a', the.files, left.signal);
    const changed = new vscode.EventEmitter<undefined>();
    const session = {
      current: connection as ActiveConnection | undefined,
      refused: false,
      onDidChange: changed.event,
      onDidChangeStatus: new vscode.EventEmitter<undefined>().event,
    };
    const views = { projects: { painter: {}, head: {}, repaintRows: () => undefined } };
    const panels = { loaded: () => undefined };
    const watching = new Watching({ session, views, panels } as never, the.clock);
    const write = the.files.write.bind(the.files);
    const [begun, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let underWay = 0;
    the.files.write = async (...args) => {
      underWay++;
      begun.resolve(undefined);
      await held.promise;
      await write(...args);
      underWay--;
    };
    const watched = watching.change(connection, () => [the.project(1)]);
    await begun.promise;
    session.current = undefined;
    left.abort();
    changed.fire(undefined);
    const disposed = watching.dispose();
    held.resolve(undefined);
    await disposed;
    assert.equal(underWay, 0);
    await watched;
  });
});
