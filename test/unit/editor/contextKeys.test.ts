import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { ContextKeys } from '../../../src/editor/contextKeys.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';

describe('ContextKeys', () => {
  let desk: FakeDesk;
  let clock: FakeClock;
  let contexts: ContextKeys;
  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    clock = new FakeClock();
    contexts = new ContextKeys('projects', clock);
  });
  const keys = () => Object.fromEntries(desk.contexts);
  const sent = () => {
    clock.pass(150);
    assert.equal(clock.pending, 0);
    return keys();
  };

  it('sets context keys for each change, after a short delay', () => {
    contexts.set('loading', true);
    contexts.set('hasMore', true);
    assert.deepEqual(keys(), {}, 'rows come first');
    const both = { 'mintscope.projects.loading': true, 'mintscope.projects.hasMore': true };
    assert.deepEqual(sent(), both);
    contexts.set('loading', false);
    assert.deepEqual(sent(), { ...both, 'mintscope.projects.loading': false });
  });

  it('sets no context key for a state that ended during the delay', () => {
    const said: unknown[] = [];
    const run = desk.run.bind(desk);
    desk.run = (command, ...args) => {
      said.push(args);
      return run(command, ...args);
    };
    contexts.set('loading', true);
    contexts.set('loading', false);
    contexts.set('hasMore', true);
    const now = { 'mintscope.projects.loading': false, 'mintscope.projects.hasMore': true };
    assert.deepEqual(sent(), now);
    assert.deepEqual(Object.fromEntries(said as [string, boolean][]), now);
    assert.equal(said.length, 2);
  });

  it('sets the first value of a context key also if it is false, because another extension host may have set it', () => {
    contexts.set('loadingAll', false);
    assert.deepEqual(sent(), { 'mintscope.projects.loadingAll': false });
  });

  it('sets no context key after the view was disposed', () => {
    contexts.set('hasMore', true);
    contexts.dispose();
    assert.deepEqual(sent(), {});
  });
});
