import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import {
  agoWords,
  formatNumber,
  formatTime,
  locale,
  newCollator,
} from '../../../src/editor/locale.ts';
import { env } from '../../support/fakeVscode/vscode.ts';

describe('Times in a view', () => {
  it('shows a time of today without the date', () => {
    assert.match(formatTime(Date.now()), /^\d\d:\d\d:\d\d$/);
  });

  it('shows a time of yesterday as such', () => {
    const then = new Date();
    then.setDate(then.getDate() - 1);
    then.setHours(18, 4, 9);
    assert.equal(formatTime(then.getTime()), 'yesterday 18:04:09');
    assert.equal(formatTime(then.getTime(), 'short'), 'yesterday 18:04');
  });

  it('shows other times with the date', () => {
    const then = new Date(2020, 0, 5, 14, 2, 11).getTime();
    assert.equal(formatTime(then), 'Jan 5, 2020, 14:02:11');
  });
});

describe('Order of names', () => {
  it('names are sorted by the numbers in them', () => {
    const names = ['Lamp 10', 'Lamp 2', 'lamp 1'];
    assert.deepEqual(names.sort(newCollator().compare), ['lamp 1', 'Lamp 2', 'Lamp 10']);
  });
});

describe('Numbers in a view', () => {
  it('writes a number as the user’s language does', () => {
    assert.equal(formatNumber(1204), '1,204');
  });
});

describe('Locale', () => {
  afterEach(() => {
    env.language = 'en';
  });

  it('the locale is the language of the editor', () => {
    env.language = 'de';
    assert.equal(locale(), 'de');
    assert.match(formatTime(new Date(2020, 0, 5, 14, 2, 11).getTime()), /^05\.01\.2020/);
    assert.equal(agoWords(0, 3 * 3_600_000), 'vor 3 Stunden');
  });

  for (const language of ['C', 'en_US@posix', '', 'qps-ploc', '"><script>']) {
    it(`the locale is English if the editor names its language ${JSON.stringify(language)}`, () => {
      env.language = language;
      assert.equal(locale(), 'en');
      assert.equal(formatTime(new Date(2020, 0, 5, 14, 2, 11).getTime()), 'Jan 5, 2020, 14:02:11');
      assert.equal(agoWords(0, 3 * 3_600_000), '3 hours ago');
      assert.ok(newCollator().compare('Lamp 2', 'Lamp 10') < 0);
    });
  }
});
