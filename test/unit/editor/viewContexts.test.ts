import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, it } from 'mocha';
import { ViewContexts } from '../../../src/editor/viewContexts.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { eventually } from '../../support/fakeVscode/window.ts';

describe('what the menus of a view depend on', () => {
  let desk: FakeDesk;
  let contexts: ViewContexts;
  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    contexts = new ViewContexts('projects');
  });
  const told = () => Object.fromEntries(desk.contexts);

  it('is told the editor once it lasts, each change', async () => {
    contexts.set('loading', true);
    contexts.set('hasMore', true);
    assert.deepEqual(told(), {}, 'rows come first');
    const both = { 'mintscope.projects.loading': true, 'mintscope.projects.hasMore': true };
    await eventually(told, both);
    contexts.set('loading', false);
    await eventually(told, { ...both, 'mintscope.projects.loading': false });
  });

  it('makes no button flicker by what has passed by then', async () => {
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

  it('is told the first time also where it is off: the window may know it from another host', async () => {
    contexts.set('loadingAll', false);
    await eventually(told, { 'mintscope.projects.loadingAll': false });
  });

  it('is told nobody once the view is gone', async () => {
    contexts.set('hasMore', true);
    contexts.dispose();
    await sleep(300);
    assert.deepEqual(told(), {});
  });
});
