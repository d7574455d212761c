import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { OpenHover } from '../../../src/views/tree/openHover.ts';
import { PaintEnd } from '../../../src/views/tree/paintEnd.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { turn } from '../../support/turn.ts';

const SELECTED = ['one selected', 'other selected'];

describe('Rows under the pointer', () => {
  let clock: FakeClock;
  let repainted: (readonly string[])[];
  let forgotten: string[];
  let hover: OpenHover;

  beforeEach(() => {
    clock = new FakeClock();
    repainted = [];
    forgotten = [];
    hover = new OpenHover(
      clock,
      (keys) => (keys.some((key) => SELECTED.includes(key)) ? [...SELECTED, ...keys] : keys),
      (keys) => repainted.push(keys),
      (keys) => forgotten.push(...new Set(keys)),
    );
  });

  it('a changed row is repainted half a second after the last click, so that no click is lost', () => {
    hover.open('a');
    assert.deepEqual(hover.letPass(['a', 'b'], 2), ['b']);
    hover.closed(['a']);
    clock.pass(300);
    hover.closed(['a']);
    clock.pass(499);
    assert.deepEqual(repainted, []);
    clock.pass(1);
    assert.deepEqual(repainted, [['a']]);
    assert.deepEqual(hover.letPass(['a'], 2), ['a']);
    hover.open('a');
    assert.deepEqual(hover.letPass(['a', 'b', 'c', 'd'], 2), [], 'too many to paint one by one');
    hover.closed(['a']);
    clock.pass(500);
    assert.deepEqual(repainted.slice(1), [['a', 'b', 'c', 'd']]);
  });

  it('a changed row is repainted when the tooltip of another opens, or after 20 seconds', () => {
    hover.open('a');
    hover.letPass(['a'], 1);
    hover.open('b');
    assert.deepEqual([repainted, forgotten], [[['a']], ['a']]);
    hover.letPass(['b'], 1);
    clock.pass(19_999);
    assert.equal(repainted.length, 1);
    clock.pass(1);
    assert.deepEqual(repainted, [['a'], ['b']]);
    hover.closed(['a']);
    assert.equal(clock.pending, 0);
  });

  it('rows that are repainted together wait while one of them has its tooltip open', () => {
    const [one, other] = SELECTED as [string, string];
    hover.open('a');
    assert.deepEqual(hover.letPass(['a', one], 3), [one]);
    assert.deepEqual(hover.letPass([one], 2), [], 'too many to paint one by one');
    hover.open(one);
    assert.deepEqual(repainted, [['a']]);
    assert.deepEqual(hover.letPass(['b', other], 9), ['b']);
    hover.open(other);
    assert.deepEqual([repainted.slice(1), forgotten], [[], ['a']]);
    hover.open('a');
    assert.deepEqual(repainted.slice(1), [[one, other]]);
    assert.deepEqual(forgotten.slice(1), SELECTED);
  });

  it('rows selected while one of them is repainted are repainted together half a second later', () => {
    hover.letPass(['a'], 2);
    hover.closed(['a']);
    clock.pass(1999);
    hover.closed(['a', 'b']);
    clock.pass(500);
    assert.deepEqual(repainted, [['a']]);
    hover.closed(['b', 'a']);
    clock.pass(500);
    assert.deepEqual(repainted, [['a'], ['b']], 'also after the rows that had waited');
    clock.pass(2000);
    hover.closed(['a', 'b', 'c']);
    assert.equal(clock.pending, 0);
  });

  it('work that would close a tooltip waits for its end, but not longer than 20 seconds', () => {
    const done: number[] = [];
    hover.onceClosed(() => done.push(1));
    assert.deepEqual(done, [1]);
    hover.open('a');
    hover.onceClosed(() => done.push(2));
    hover.onceClosed(() => done.push(3));
    hover.closed(['a']);
    clock.pass(500);
    assert.deepEqual(done, [1, 3]);
    hover.open('a');
    hover.onceClosed(() => done.push(4));
    clock.pass(15_000);
    hover.open('b');
    clock.pass(5000);
    assert.deepEqual(done, [1, 3, 4]);
  });
});

describe('A click during a paint', () => {
  it('a click during a paint waits for the rows, and 2 seconds at most if they do not come', async () => {
    const clock = new FakeClock();
    const paint = new PaintEnd(clock);
    const ends: boolean[] = [];
    let isReported = false;
    const wait = () => void paint.when(() => isReported).then((inTime) => ends.push(inTime));
    wait();
    wait();
    paint.rowsReturned();
    await turn();
    assert.deepEqual(ends, [], 'the rows of a range follow');
    isReported = true;
    paint.rowsReturned();
    await turn();
    assert.deepEqual([ends, clock.pending], [[true, true], 0]);
    wait();
    await turn();
    assert.equal(ends.length, 3);
    isReported = false;
    wait();
    await clock.advance(1999);
    assert.equal(ends.length, 3);
    await clock.advance(1);
    assert.deepEqual(ends, [true, true, true, false]);
  });
});
