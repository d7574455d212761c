import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addressOf } from '../../support/address.ts';
import { signedInWords, signedOutWords } from '../../../src/features/signIn/sessionMessages.ts';
import type { ActiveConnection } from '../../../src/connection/activeConnection.ts';

type Scope = ActiveConnection['scope'];

const connection = (host: string, scope: Scope, id = host): ActiveConnection => {
  const address = addressOf(`https://${host}`);
  return { address, scope, id, account: address.base } as ActiveConnection;
};
const signIns = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe('signedInWords', () => {
  const words = (
    scope: 'workspace' | 'every',
    current: ActiveConnection | undefined,
    before?: ActiveConnection,
  ) => signedInWords({ ...connection('new.example', scope), scope }, current, before);
  const now = { ...connection('new.example', 'workspace'), id: 'new' };
  const same = 'Signed in to new.example (this workspace).';

  it('names the service and the scope after a sign-in, and the own sign-in of a workspace', () => {
    assert.equal(words('workspace', now), same);
    const every = 'Signed in to new.example (every workspace).';
    assert.equal(words('every', connection('new.example', 'every')), every);
    assert.equal(
      words('every', connection('own.example', 'workspace')),
      `${every} This workspace keeps its own sign-in to own.example.`,
    );
  });

  it('reports what happened to data of the earlier token', () => {
    const before = { ...now, id: 'old', account: 'of the earlier token' };
    const earlier = 'What was read and watched with the earlier token';
    assert.equal(words('workspace', now, before), `${same} ${earlier} was deleted.`);
    const every = { ...before, scope: 'every' } as const;
    assert.equal(words('workspace', now, every), `${same} ${earlier} is not shown.`);
    const renewed = { ...before, account: now.account };
    const all = 'What was read and watched before is kept.';
    assert.equal(words('workspace', now, renewed), `${same} ${all}`);
    assert.equal(words('workspace', now, now), same);
    assert.equal(words('workspace', now, connection('old.example', 'workspace')), same);
  });
});

describe('signedOutWords', () => {
  it('reports which sign-in or sample data ended, which is used now, and how many others are stored', () => {
    const ended = (scope: Scope) => signedOutWords(connection('a.example', scope), undefined, []);
    assert.equal(ended('every'), 'Signed out of a.example (every workspace).');
    assert.equal(ended('sample'), 'Sample data stopped.');
    const before = connection('a.example', 'workspace');
    const now = connection('b.example', 'every', 'b');
    const words = (...ids: readonly string[]) => signedOutWords(before, now, signIns(...ids));
    const counts =
      'Signed out of a.example (this workspace). This workspace now uses your sign-in to b.example.';
    assert.equal(words('b'), counts);
    assert.equal(words('b', 'c'), `${counts} 1 other sign-in is kept for switching.`);
    assert.equal(words('b', 'c', 'd'), `${counts} 2 other sign-ins are kept for switching.`);
  });
});
