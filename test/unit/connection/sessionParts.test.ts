import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { sessionParts } from '../../../src/connection/sessionParts.ts';
import { systemClock } from '../../../src/editor/systemClock.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { addressOf } from '../../support/address.ts';
import { first, noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { FakeMemento, FakeSecrets } from '../../support/fakeVscode/storage.ts';

describe('Client of a connection', () => {
  it('loads the code for requests at the first call, and again at the next one if that failed', async () => {
    useDesk(new FakeDesk());
    let loads = 0;
    const context = {
      workspaceState: new FakeMemento(),
      globalStorageUri: { fsPath: `${import.meta.filename}/none` },
      secrets: new FakeSecrets(),
      get extension() {
        if (++loads === 1) throw new Error('no file');
        return { packageJSON: { version: '1.0.0' } };
      },
    };
    const log = { warn: () => undefined, error: () => undefined, info: () => undefined };
    const { createClient, requests } = sessionParts(context as never, systemClock, log as never);
    const client = createClient(addressOf('http://127.0.0.1:1'), undefined);
    assert.equal(loads, 0);
    const fault = async () => (await failureOf(client.page(PROJECTS, first, noAbort))).kind;
    assert.equal(await fault(), 'internal');
    assert.equal(await fault(), 'network');
    assert.equal(loads, 2);
    requests.ifAsked((all) => all.close());
  });
});
