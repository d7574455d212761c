import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { OpenHover } from '../../../src/views/tree/openHover.ts';
import { PaintEnd } from '../../../src/views/tree/paintEnd.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { turn } from '../../support/turn.ts';

describe('Rows whose tooltip may be open', () => {
  let clock: FakeClock;
  let hover: OpenHover;
  let repainted: string[];
  beforeEach(() => {
    clock = new FakeClock();
    repainted = [];
    hover = new OpenHover(
      clock,
      (keys) => repainted.push(...keys),
      () => undefined,
    );
    hover.open('lamp');
    assert.deepEqual(hover.letPass(['lamp', 'harbor'], 10), ['harbor']);
  });

  it('the row is not repainted for 20 seconds', async () => {
    await clock.advance(19_999);
    assert.deepEqual(repainted, []);
    await clock.advance(1);
    assert.deepEqual(repainted, ['lamp']);
  });

  it('the row is repainted half a second after a click, so that a second click meets it', async () => {
    hover.closed();
    await clock.advance(499);
    assert.deepEqual(repainted, []);
    await clock.advance(1);
    assert.deepEqual(repainted, ['lamp']);
  });

  it('the row is repainted when the tooltip of another one opens', () => {
    hover.open('harbor');
    assert.deepEqual(repainted, ['lamp']);
  });

  it('every row is repainted later if there are too many to repaint one by one', async () => {
    assert.deepEqual(hover.letPass(['lamp', 'harbor', 'ember'], 2), []);
    await clock.advance(20_000);
    assert.deepEqual(repainted, ['lamp', 'harbor', 'ember']);
  });

  it('work that waits for the tooltip is done after 20 seconds, although others open', async () => {
    let done = 0;
    hover.onceClosed(() => done++);
    await clock.advance(19_000);
    hover.open('harbor');
    await clock.advance(999);
    assert.equal(done, 0);
    await clock.advance(1);
    assert.equal(done, 1);
  });
});

describe('The end of a paint', () => {
  it('comes when the editor has taken over the rows', async () => {
    const clock = new FakeClock();
    const paint = new PaintEnd(clock);
    let ended = false;
    void paint.next().then(() => (ended = true));
    await turn();
    assert.equal(ended, false);
    paint.rowsReturned();
    await turn();
    assert.equal(ended, true);
    assert.equal(clock.pending, 0, 'no timer stays');
  });

  it('is not awaited for more than two seconds', async () => {
    const clock = new FakeClock();
    let ended = false;
    void new PaintEnd(clock).next().then(() => (ended = true));
    await clock.advance(1999);
    assert.equal(ended, false);
    await clock.advance(1);
    assert.equal(ended, true);
  });
});
