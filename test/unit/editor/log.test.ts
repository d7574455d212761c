import assert from 'node:assert/strict';
import { Log } from '../../../src/editor/log.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';

describe('Log', () => {
  withNewDesk();
  let clock: FakeClock;
  let log: Log;
  beforeEach(() => {
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

  it('a warning or an error writes all earlier lines of the log at once, and none to a disposed log', () => {
    log.info('one');
    log.warn('two');
    assert.deepEqual([desk.log, desk.logShown], [['info one', 'warn two'], 0]);
    log.dispose();
    log.error('after the end');
    log = new Log(clock);
    log.error('three');
    assert.deepEqual(desk.log.slice(2), ['error three']);
  });
});
