import assert from 'node:assert/strict';
import { ContextKeys } from '../../../src/editor/contextKeys.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';

describe('ContextKeys', () => {
  withNewDesk();
  let clock: FakeClock;
  let contexts: ContextKeys;
  beforeEach(() => {
    clock = new FakeClock();
    contexts = new ContextKeys('projects', clock);
  });
  const sent = () => {
    clock.pass(150);
    assert.equal(clock.pending, 0);
    return Object.fromEntries(desk.contexts);
  };

  it('sets the context keys that have changed, and none that changed back, after a short delay', () => {
    contexts.set('loading', true);
    contexts.set('loading', false);
    contexts.set('hasMore', true);
    assert.equal(desk.contexts.size, 0, 'nothing is sent before the delay has passed');
    // The first value is sent also if it is false: another extension host may have set it.
    assert.deepEqual(sent(), {
      'mintscope.projects.loading': false,
      'mintscope.projects.hasMore': true,
    });
    desk.contexts.clear();
    contexts.set('hasMore', false);
    contexts.set('hasMore', true);
    contexts.set('loading', true);
    assert.deepEqual(sent(), { 'mintscope.projects.loading': true });
  });
});
