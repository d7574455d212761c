import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, it } from 'mocha';
import { ContextKeys } from '../../../src/editor/contextKeys.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { eventually } from '../../support/fakeVscode/window.ts';

describe('the context keys of a view', () => {
  let desk: FakeDesk;
  let contexts: ContextKeys;
  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    contexts = new ContextKeys('projects');
  });
  const told = () => Object.fromEntries(desk.contexts);

  it('are set for each change, after a short delay', async () => {
    contexts.set('loading', true);
    contexts.set('hasMore', true);
    assert.deepEqual(told(), {}, 'rows come first');
    const both = { 'mintscope.projects.loading': true, 'mintscope.projects.hasMore': true };
    await eventually(told, both);
    contexts.set('loading', false);
    await eventually(told, { ...both, 'mintscope.projects.loading': false });
  });

  it('are not set for a state that ended during the delay', async () => {
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
    await eventually(told, now);
    assert.deepEqual(Object.fromEntries(said as [string, boolean][]), now);
    assert.equal(said.length, 2);
  });

  it('are set the first time also if they are false, because another extension host may have set them', async () => {
    contexts.set('loadingAll', false);
    await eventually(told, { 'mintscope.projects.loadingAll': false });
  });

  it('are not set after the view was disposed', async () => {
    contexts.set('hasMore', true);
    contexts.dispose();
    await sleep(300);
    assert.deepEqual(told(), {});
  });
});
