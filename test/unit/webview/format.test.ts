import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createFormat, usableLocale } from '../../../src/webview/stats/format.ts';

const english = createFormat('en-US', 'UTC');
const at = Date.UTC(2026, 2, 3, 14, 2, 11);

describe('numbers and times of the stats panel', () => {
  it('counts carry the digits and separators of the person', () => {
    assert.equal(english.count(1234567), '1,234,567');
    assert.equal(createFormat('de-DE').count(1234567), '1.234.567');
    assert.equal(createFormat('ar-EG').count(1234), '١٬٢٣٤');
  });

  it('100 % is said only of all, 0 % only of none', () => {
    assert.equal(english.percent(5000, 5000), '100%');
    assert.equal(english.percent(4999, 5000), '>99%');
    assert.equal(english.percent(4951, 5000), '>99%');
    assert.equal(english.percent(4950, 5000), '99%');
    assert.equal(english.percent(50, 5000), '1%');
    assert.equal(english.percent(1, 5000), '<1%');
    assert.equal(english.percent(0, 5000), '0%');
    assert.equal(english.percent(3150, 5000), '63%');
  });

  it('more than the whole never passes for exactly the whole', () => {
    assert.equal(english.percent(5001, 5000), '>100%');
    assert.equal(english.percent(6000, 5000), '120%');
  });

  it('no share is made up where there is no whole', () => {
    assert.equal(english.percent(1, 0), undefined);
    assert.equal(english.percent(1, -5), undefined);
    assert.equal(english.percent(-1, 5), undefined);
  });

  it('holds for every pair of counts', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1 }), (part, whole) => {
        const text = english.percent(part, whole);
        assert.equal(text === '100%', part === whole);
        assert.equal(text === '0%', part === 0);
      }),
    );
  });

  it('today shows the time alone, any other day the date as well', () => {
    assert.equal(english.time(at, at + 60_000), '14:02:11');
    assert.equal(english.time(at, at + 24 * 3_600_000), 'Mar 3, 2026, 14:02:11');
  });

  it('times are in the zone of the person', () => {
    assert.equal(createFormat('en-US', 'Asia/Tokyo').time(at, at), '23:02:11');
    assert.match(english.fullDate(at), /^Tuesday, March 3, 2026.*2:02:11\sPM UTC$/);
  });

  it('midnight is 00, and a moment beyond the calendar ends nothing', () => {
    assert.equal(english.time(Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1)), '00:00:00');
    assert.equal(english.time(1e300, at), '');
    assert.equal(english.fullDate(1e300), '');
  });

  it('a broken locale name falls through to one that works', () => {
    assert.equal(usableLocale(['C', 'en_US@posix', 'fr-fr', 'de']), 'fr-FR');
    assert.equal(usableLocale([]), 'en');
  });
});
