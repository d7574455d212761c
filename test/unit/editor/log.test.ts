import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Log } from '../../../src/editor/log.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';

describe('Log', () => {
  let desk: FakeDesk;
  let clock: FakeClock;
  let log: Log;
  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    clock = new FakeClock();
    log = new Log(clock);
  });
  afterEach(() => {
    log.dispose();
    assert.equal(clock.pending, 0);
  });

  it('writes lines from before the log existed, in order', () => {
    log.info('one');
    log.debug('two');
    assert.deepEqual(desk.log, [], 'rows come first');
    clock.pass(1000);
    assert.deepEqual(desk.log, ['info one', 'debug two']);
    log.info('three');
    assert.deepEqual(desk.log, ['info one', 'debug two', 'info three']);
  });

  it('writes every line when the log is shown', () => {
    log.debug('one');
    log.info('two');
    log.show();
    assert.deepEqual(desk.log, ['debug one', 'info two']);
  });

  it('shows the log when the user asks for it, and only then', () => {
    log.error('one');
    assert.equal(desk.logShown, 0);
    log.show();
    assert.equal(desk.logShown, 1);
  });

  it('a warning writes all earlier lines of the log at once', () => {
    log.info('one');
    log.warn('two');
    assert.deepEqual(desk.log, ['info one', 'warn two']);
    log = new Log(clock);
    log.error('three');
    assert.deepEqual(desk.log.slice(2), ['error three']);
  });

  it('a disposed log ignores lines', () => {
    log.dispose();
    log.error('late');
    assert.deepEqual(desk.log, []);
  });
});
