import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addressOf } from '../../support/address.ts';
import {
  closedWords,
  signedInWords,
  signedOutWords,
} from '../../../src/features/signIn/sessionMessages.ts';
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
  ) => {
    const { address } = connection('new.example', scope);
    return signedInWords({ address, scope }, current, before);
  };

  it('names the service and the scope after a sign-in', () => {
    const own = connection('new.example', 'workspace');
    assert.equal(words('workspace', own), 'Signed in to new.example in this workspace.');
    const every = connection('new.example', 'every');
    assert.equal(words('every', every), 'Signed in to new.example in every workspace.');
    assert.equal(words('every', undefined), 'Signed in to new.example in every workspace.');
  });

  it('reports what happened to data of the earlier token', () => {
    const now = { ...connection('new.example', 'workspace'), id: 'new' };
    const before = { ...now, id: 'old', account: 'of the earlier token' };
    const same = 'Signed in to new.example in this workspace.';
    const earlier = 'What was read and watched with the earlier token';
    assert.equal(words('workspace', now, before), `${same} ${earlier} was deleted.`);
    const every = { ...before, scope: 'every' } as const;
    assert.equal(words('workspace', now, every), `${same} ${earlier} is not shown.`);
    const renewed = { ...before, account: now.account };
    assert.equal(
      words('workspace', now, renewed),
      `${same} What was read and watched before is kept.`,
    );
    assert.equal(words('workspace', now, now), same);
    assert.equal(words('workspace', now, connection('old.example', 'workspace')), same);
  });

  it('reports that a workspace keeps its own sign-in', () => {
    assert.equal(
      words('every', connection('own.example', 'workspace')),
      'Signed in to new.example in every workspace. This workspace keeps its own sign-in to own.example.',
    );
  });
});

describe('signedOutWords', () => {
  it('reports which sign-in or sample data ended', () => {
    const words = (scope: Scope) => signedOutWords(connection('a.example', scope), undefined, []);
    assert.equal(words('workspace'), 'Signed out of a.example.');
    assert.equal(words('every'), 'Signed out of a.example in every workspace.');
    assert.equal(words('sample'), 'Sample data stopped.');
  });

  it('reports which sign-in is used now, and how many others are stored', () => {
    const before = connection('a.example', 'workspace');
    const now = connection('b.example', 'every', 'b');
    const words = (...ids: readonly string[]) => signedOutWords(before, now, signIns(...ids));
    const counts = 'Signed out of a.example. This workspace now uses your sign-in to b.example.';
    assert.equal(words('b'), counts);
    assert.equal(words('b', 'c'), `${counts} 1 other sign-in is kept for switching.`);
    assert.equal(words('b', 'c', 'd'), `${counts} 2 other sign-ins are kept for switching.`);
  });

  it('reports which panels a change of connection closed', () => {
    const [a, b] = [connection('a.example', 'every'), connection('b.example', 'every')];
    const sample = { ...a, scope: 'sample' } as const;
    assert.equal(closedWords(a, b, 1), ' The panel of a.example was closed.');
    assert.equal(closedWords(a, undefined, 3), ' 3 panels of a.example were closed.');
    assert.equal(closedWords(sample, b, 1), ' The panel of sample data was closed.');
    assert.equal(closedWords(sample, b, 2), ' 2 panels of sample data were closed.');
    assert.deepEqual([closedWords(a, b, 0), closedWords(a, a, 1)], ['', '']);
  });
});
