import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import {
  axisCounts,
  axisTimes,
  formatNumber,
  formatPercent,
  fullDate,
  dayAgo,
  minuteOfDay,
  plural,
  timeOfDay,
  useLocale,
} from '../../../src/core/base/format.ts';

const HOUR = 3_600_000;
const at = Date.UTC(2026, 2, 3, 14, 2, 11);
const noon = Date.UTC(2026, 2, 3, 12);

describe('Messages with a count', () => {
  const FORMS = '{0} file of {1} | {0} files of {1}';
  const texts = (counts: readonly number[]) =>
    counts.map((count) => plural(count, l10n.t(FORMS), 'x'));
  const translate = (tag: string, forms: string) => {
    l10n.config({ contents: { 'en/Tag of this language, as: de': tag, [FORMS]: forms } });
  };
  afterEach(() => {
    useLocale(() => 'en');
    l10n.config({ contents: {} });
  });

  it('a count has the form of the language that it is translated into', () => {
    translate('pl', '{0} plik z {1} | {0} pliki z {1} | {0} plików z {1} | {0} pliku z {1}');
    const counts = [1, 3, 5, 22];
    assert.deepEqual(texts(counts), ['1 plik z x', '3 pliki z x', '5 plików z x', '22 pliki z x']);
    translate('ja', '{1}の{0}ファイル');
    assert.deepEqual(texts([1, 2000]), ['xの1ファイル', 'xの2,000ファイル']);
  });

  it('a count is right in English where the editor has a language without translation', () => {
    useLocale(() => 'ar-EG');
    assert.deepEqual(texts([1, 2]), ['١ file of x', '٢ files of x']);
  });
});

describe('Numbers and times', () => {
  beforeEach(() => {
    useLocale(() => 'en-US', 'UTC');
  });
  afterEach(() => {
    useLocale(() => 'en');
  });

  it('writes shares as the locale does', () => {
    assert.equal(formatPercent(63), '63%');
    assert.equal(formatPercent(undefined), undefined);
    assert.deepEqual(
      [0, 0.001, 0.5, 1].map((share) => formatPercent(share)),
      ['0%', '<1%', '<1%', '1%'],
    );
    useLocale(() => 'de');
    assert.equal(formatPercent(63), '63\u00a0%');
  });

  it('writes counts as the locale does', () => {
    assert.equal(formatNumber(1234567), '1,234,567');
    useLocale(() => 'de-DE');
    assert.equal(formatNumber(1234567), '1.234.567');
  });

  it('shows the time only for today, of the day before as yesterday without seconds, and else the date', () => {
    assert.equal(timeOfDay(at, at + 60_000), '14:02:11');
    assert.equal(minuteOfDay(at, at + 60_000), '14:02');
    assert.equal(timeOfDay(at, at + 48 * HOUR), 'Mar 3, 2026, 14:02:11');
    assert.equal(timeOfDay(at + 24 * HOUR, at), 'Mar 4, 2026, 14:02:11');
    for (const hours of [10, 24, 33]) {
      assert.equal(timeOfDay(at, at + hours * HOUR), 'yesterday 14:02', `${hours} h`);
    }
  });

  it('says how many days ago it was, however short', () => {
    const now = new Date(2026, 10, 20, 0, 10).getTime();
    const day = 24 * 60 * 60_000;
    const days = [now + 1, now, now - 3_600_000, now - 3 * day].map((at) => dayAgo(at, now));
    assert.deepEqual(days, ['today', 'today', 'yesterday', '3 days ago']);
  });

  it('shows times in the local time zone, midnight as 00, and none outside the calendar', () => {
    assert.match(fullDate(at), /^Tuesday, March 3, 2026.*2:02:11\sPM UTC$/);
    assert.equal(timeOfDay(Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1)), '00:00:00');
    assert.deepEqual([timeOfDay(1e300, at), fullDate(1e300)], ['', '']);
    useLocale(() => 'en-US', 'Asia/Tokyo');
    assert.equal(timeOfDay(at, at), '23:02:11');
  });

  it('an axis shows large counts in short, and the day where another one begins', () => {
    assert.deepEqual(axisCounts([0, 350, 3200, 3250]), ['0', '350', '3,200', '3,250']);
    assert.deepEqual(axisCounts([500_000, 1_250_000]), ['500K', '1.25M']);
    assert.deepEqual(axisTimes([noon + 5000], 5000, noon), ['12:00:05']);
    assert.deepEqual(axisTimes([noon], 24 * HOUR, noon), ['Mar 3']);
    const ticks = [noon, noon + HOUR, noon + 12 * HOUR, noon + 13 * HOUR];
    assert.deepEqual(axisTimes(ticks, HOUR, noon), ['12:00', '13:00', '00:00\nMar 4', '01:00']);
  });
});
