import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { SignInDraft } from '../../../src/features/signIn/signInDraft.ts';
import { addressOf } from '../../support/address.ts';
import { FakeClock } from '../../support/fakeClock.ts';

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
