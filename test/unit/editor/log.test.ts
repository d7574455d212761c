import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Log } from '../../../src/editor/log.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { eventually } from '../../support/fakeVscode/window.ts';

describe('the log', () => {
  let desk: FakeDesk;
  let log: Log;
  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    log = new Log();
  });
  afterEach(() => {
    log.dispose();
  });

  it('loses no line that came before it was made, nor their order', async () => {
    log.info('one');
    log.warn('two');
    assert.deepEqual(desk.log, [], 'rows come first');
    await eventually(() => desk.log, ['info one', 'warn two']);
    log.error('three');
    assert.deepEqual(desk.log, ['info one', 'warn two', 'error three']);
  });

  it('has every line when a person asks for it, however soon', () => {
    log.debug('one');
    log.error('two');
    log.show();
    assert.deepEqual(desk.log, ['debug one', 'error two']);
  });
});
