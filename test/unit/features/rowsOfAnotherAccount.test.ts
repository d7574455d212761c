import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { jsonCommands } from '../../../src/features/json/commands.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { EventEmitter, Uri } from '../../support/fakeVscode/values.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { listState, project } from '../../support/projects.ts';
import { StatsService, statsWindow } from '../../support/statsWindow.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

describe('View as JSON during a change of account', () => {
  const makeFolder = temporaryFolders();

  it('opens no JSON document of the new account for a row of the old one', async () => {
    const desk = new FakeDesk();
    useDesk(desk);
    const connectionOf = (account: string, ended: AbortSignal) => ({
      ...statsWindow(makeFolder(), new FakeClock(), new StatsService(), account).connection,
      ...{ account, ended },
    });
    const life = new AbortController();
    const never = new EventEmitter<unknown>().event;
    const session = {
      ...{ account: 'one', current: connectionOf('one', life.signal) },
      ...{ onDidChange: never, onDidChangeStatus: never },
      ...{ ready: () => Promise.resolve(), probeNow: () => undefined },
    };
    const made: string[] = [];
    const documents = {
      ofRow: (_: unknown, { account }: { readonly account: string }) => {
        made.push(account);
        life.abort();
        session.account = 'two';
        session.current = connectionOf('two', new AbortController().signal);
        return Promise.resolve(Uri.file('/x'));
      },
    };
    const row = project('1', { name: 'One', transferable: true });
    const targets = { session, views: { projects: { selection: [row] } } };
    const catalog = { projects: { state: listState([row]) } };
    const parts = [session, targets, documents, catalog] as never as Parameters<
      typeof jsonCommands
    >;
    await jsonCommands(...parts)['mintscope.openJson'](row, undefined);
    assert.deepEqual(made, ['one']);
    assert.deepEqual(desk.editorCommands, []);
  });
});
