import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addressOf } from '../../support/address.ts';
import {
  closedWords,
  signedInWords,
  signedOutWords,
} from '../../../src/features/signIn/sessionMessages.ts';
import type { ActiveConnection } from '../../../src/connection/activeConnection.ts';
import { SignInDraft } from '../../../src/features/signIn/signInDraft.ts';
import { FakeClock } from '../../support/fakeClock.ts';

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
  const same = 'Signed in to new.example in this workspace.';

  it('names the service and the scope after a sign-in, and the own sign-in of a workspace', () => {
    assert.equal(words('workspace', now), same);
    const every = 'Signed in to new.example in every workspace.';
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
    assert.equal(ended('every'), 'Signed out of a.example in every workspace.');
    assert.equal(ended('sample'), 'Sample data stopped.');
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

const TEN_MINUTES = 10 * 60_000;

describe('SignInDraft', () => {
  const address = addressOf('https://a.example');

  function typed() {
    const clock = new FakeClock();
    const draft = new SignInDraft(clock);
    const ended = draft.begin('');
    draft.address = address.base;
    draft.token = { text: 'half-a-tok', origin: address.origin };
    return { clock, draft, ended };
  }

  it('an unfinished sign-in is deleted ten minutes after its questions were closed, unless continued', () => {
    const { clock, draft } = typed();
    clock.pass(TEN_MINUTES);
    assert.equal(draft.tokenFor(address), 'half-a-tok', 'the questions are open');
    draft.keep();
    draft.begin('https://b.example');
    clock.pass(TEN_MINUTES);
    assert.deepEqual([draft.tokenFor(address), draft.address], ['half-a-tok', address.base]);
    draft.keep();
    clock.pass(TEN_MINUTES - 1);
    assert.equal(draft.tokenFor(address), 'half-a-tok');
    clock.pass(1);
    assert.deepEqual([draft.tokenFor(address), draft.address, draft.isEmpty], ['', '', true]);
  });

  it('questions that begin again, or are deleted, close the open ones', () => {
    const { draft, ended } = typed();
    const next = draft.begin('');
    assert.deepEqual([ended.aborted, next.aborted, draft.isEmpty], [true, false, false]);
    draft.forget();
    assert.deepEqual([next.aborted, draft.isEmpty], [true, true]);
  });

  it('the token is for the origin that it was typed for', () => {
    const { draft } = typed();
    assert.equal(draft.tokenFor(addressOf('https://a.example/path')), 'half-a-tok');
    assert.equal(draft.tokenFor(addressOf('https://b.example')), '');
  });
});
