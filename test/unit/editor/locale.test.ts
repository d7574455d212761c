import assert from 'node:assert/strict';
import { formatTime, locale, timeAfter } from '../../../src/editor/locale.ts';
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
  });

  it('the end of a wait is shown as a time to come', () => {
    const wait = 800 * 86_400_000;
    const year = new Date(Date.now() + wait).getFullYear();
    assert.ok(timeAfter(wait).includes(String(year)), timeAfter(wait));
  });

  it('the locale is English if Intl refuses the language of the editor', () => {
    for (const language of ['C', '', 'qps-ploc', '"><script>']) {
      env.language = language;
      assert.equal(locale(), 'en', language);
    }
  });
});
