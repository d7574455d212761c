import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { jsonCommands } from '../../../src/features/json/commands.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { listState, project } from '../../support/projects.ts';

describe('View as JSON during a change of account', () => {
  it('opens no JSON document of the new account for a row of the old one', async () => {
    const desk = new FakeDesk();
    useDesk(desk);
    const life = new AbortController();
    const session = {
      current: { account: 'one', ended: life.signal },
      ready: () => Promise.resolve(),
    };
    const made: string[] = [];
    const documents = {
      ofRow: (_: unknown, { account }: { readonly account: string }) => {
        made.push(account);
        life.abort();
        session.current = { account: 'two', ended: new AbortController().signal };
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
