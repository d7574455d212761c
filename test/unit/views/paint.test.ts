import assert from 'node:assert/strict';
import { Paint } from '../../../src/views/tree/paint.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { turn } from '../../support/turn.ts';

describe('Paint', () => {
  let clock: FakeClock;
  let view: { visible: boolean };
  let fired: number;
  let paint: Paint;

  beforeEach(() => {
    clock = new FakeClock(1e12);
    view = { visible: true };
    fired = 0;
    paint = new Paint(clock, view, () => fired++);
  });
  afterEach(() => {
    paint.dispose();
    assert.equal(clock.pending, 0);
  });

  /** The editor requests the rows, and has them after some milliseconds. */
  const painted = async (ms = 0) => {
    paint.begin();
    clock.pass(ms);
    paint.rowsReturned();
    await turn();
  };
  /** How often a paint was begun meanwhile. */
  const firedWithin = (ms: number) => {
    const before = fired;
    clock.pass(ms);
    return fired - before;
  };

  it('counts that arrive again and again are painted together, and at most once in two seconds', async () => {
    await painted();
    paint.later();
    paint.later();
    assert.equal(firedWithin(99), 0);
    assert.equal(firedWithin(1), 1, 'the first ones soon');
    paint.later();
    assert.equal(firedWithin(60_000), 0, 'a paint is under way');
    await painted();
    assert.equal(firedWithin(60_000), 0, 'that paint has shown them');
    paint.later();
    assert.equal(firedWithin(100), 1);
    await painted();
    paint.later();
    assert.equal(firedWithin(1_999), 0);
    assert.equal(firedWithin(1), 1);
  });

  it('a tree that takes long to paint is painted a twentieth of the time at most', async () => {
    await painted(500);
    paint.later();
    assert.equal(firedWithin(9_999), 0);
    assert.equal(firedWithin(1), 1);
    paint.begin();
    paint.rowsReturned(10_000);
    await turn();
    paint.later();
    assert.equal(firedWithin(6_999), 0, 'the editor takes a third of a second for so many rows');
    assert.equal(firedWithin(1), 1);
  });

  it('a paint lasts until the rows of the last request were returned, if one came meanwhile', async () => {
    paint.begin();
    paint.begin();
    paint.rowsReturned();
    await turn();
    assert.equal(paint.isOn, true);
    paint.rowsReturned();
    await turn();
    assert.equal(paint.isOn, false);
  });

  it('what the user did is painted at once', async () => {
    await painted(500);
    await paint.end();
    paint.now();
    paint.now();
    assert.equal(fired, 2);
  });

  it('a tooltip stays open for 20 seconds, and shows the newest counts when it is opened again', async () => {
    await painted();
    paint.tooltipRequested();
    paint.later();
    assert.equal(firedWithin(15_000), 0);
    paint.tooltipRequested();
    assert.equal(firedWithin(19_999), 0);
    assert.equal(firedWithin(1), 1);
    await painted();
    assert.equal(firedWithin(60_000), 0, 'no tooltip was requested since');
    paint.tooltipRequested();
    assert.equal(firedWithin(20_000), 1, 'the editor keeps a tooltip until a paint');
  });

  it('a click closes the tooltip, and the paint waits only until a double click is over', async () => {
    await painted();
    paint.tooltipRequested();
    paint.later();
    clock.pass(3_000);
    paint.userActed();
    assert.equal(firedWithin(499), 0);
    assert.equal(firedWithin(1), 1);
  });

  it('a hidden tree is painted when it is shown', async () => {
    await painted();
    view.visible = false;
    paint.later();
    assert.equal(firedWithin(60_000), 0);
    view.visible = true;
    paint.shown();
    assert.equal(firedWithin(100), 1);
  });

  it('a reveal with a paint in between is repeated, but not once a row was selected', async () => {
    for (const [isDone, times] of [
      [false, 2],
      [true, 1],
    ] as const) {
      let reveals = 0;
      await paint.reveal(
        async () => {
          if (++reveals > 1) return;
          paint.now();
          await painted();
        },
        () => isDone,
      );
      assert.equal(reveals, times);
    }
  });

  it('no paint in the background disturbs a reveal, and a reveal waits for the paint under way', async () => {
    paint.now();
    const reveal = Promise.withResolvers<undefined>();
    let revealed = false;
    const done = paint.reveal(() => {
      revealed = true;
      return reveal.promise;
    });
    await turn();
    assert.equal(revealed, false);
    await painted();
    assert.equal(revealed, true);
    paint.later();
    assert.equal(firedWithin(60_000), 0);
    reveal.resolve(undefined);
    await done;
    assert.equal(firedWithin(100), 1);
  });

  it('other work that closes tooltips waits as a paint does', async () => {
    await painted();
    let runs = 0;
    const work = () => runs++;
    paint.tooltipRequested();
    paint.instead(work);
    paint.instead(work);
    clock.pass(19_999);
    assert.equal(runs, 0);
    clock.pass(1);
    assert.equal(runs, 1);
  });

  it('a click during a paint waits for its rows, and for two seconds at most', async () => {
    let isReported = false;
    const ends: string[] = [];
    const wait = (name: string) => void paint.end(() => isReported).then(() => ends.push(name));
    paint.now();
    wait('one');
    wait('other');
    isReported = true;
    await turn();
    assert.deepEqual(ends, [], 'the paint has not begun');
    paint.begin();
    paint.now();
    paint.rowsReturned();
    await turn();
    assert.deepEqual(ends, [], 'another paint follows');
    await painted();
    assert.deepEqual(ends, ['one', 'other']);
    isReported = false;
    wait('late');
    await clock.advance(1_999);
    assert.equal(ends.length, 2);
    await clock.advance(1);
    assert.equal(ends.length, 3);
  });
});
