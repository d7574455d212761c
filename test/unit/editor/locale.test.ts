import assert from 'node:assert/strict';
import { agoWords, formatTime, locale, timeAfter } from '../../../src/editor/locale.ts';
import { useLocale } from '../../../src/core/base/format.ts';
import { env } from '../../support/fakeVscode/vscode.ts';

describe('Locale, times and numbers', () => {
  afterEach(() => {
    env.language = 'en';
    useLocale(locale);
  });

  it('the locale is the language of the editor', () => {
    env.language = 'de';
    useLocale(locale);
    assert.equal(locale(), 'de');
    assert.match(formatTime(new Date(2020, 0, 5).getTime()), /^05\.01\.2020/);
    assert.equal(agoWords(0, 3 * 3_600_000), 'vor 3 Stunden');
  });

  it('the end of a wait is shown as a time to come', () => {
    const wait = 800 * 86_400_000;
    const year = new Date(Date.now() + wait).getFullYear();
    assert.ok(timeAfter(wait).includes(String(year)), timeAfter(wait));
  });

  it('a time in the past is shown in minutes, hours or days', () => {
    const MINUTE = 60_000;
    for (const [ms, expected] of [
      [MINUTE - 1, 'just now'],
      [MINUTE, '1 minute ago'],
      [90 * MINUTE, '1 hour ago'],
      [72 * 60 * MINUTE, '3 days ago'],
      [-5 * MINUTE, 'just now'],
    ] as const) {
      assert.equal(agoWords(1e12 - ms, 1e12), expected);
    }
  });

  it('the locale is English if Intl refuses the language of the editor', () => {
    for (const language of ['C', '', 'qps-ploc', '"><script>']) {
      env.language = language;
      assert.equal(locale(), 'en', language);
    }
  });
});
