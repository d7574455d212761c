import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/model/serviceError.ts';
import type { Check, CheckResult } from '../../../../src/features/doctor/checks.ts';
import {
  type Checked,
  cleaner,
  reportText,
  runChecks,
  summary,
} from '../../../../src/features/doctor/report.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const FINE = { verdict: 'ok', found: 'Fine.' } as const;
const check = (id: string, run: Check['run']): Check => ({ id, name: () => id, run });

describe('The checks of Check Connection', () => {
  const start = (checks: readonly Check[]) => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const begun: string[] = [];
    const faults: string[] = [];
    const done = runChecks(
      { session: { clock } } as never,
      stop.signal,
      (words) => begun.push(words),
      { error: (line) => faults.push(line) },
      checks,
    );
    return { clock, stop, begun, faults, done };
  };
  const found = (all: readonly Checked[]) => all.map((one) => `${one.id} ${one.found}`);

  it('the checks report a failed request in the words of every surface, and an unexpected error in the log only', async () => {
    const bug = new Error('secret path');
    const { done, faults } = start([
      check('one', () => Promise.reject(new ServiceError({ kind: 'notFound' }))),
      check('two', () => {
        throw bug;
      }),
      check('three', () => FINE),
    ]);
    assert.deepEqual(found(await done), [
      'one Nothing at this address of the service (404).',
      'two Mintscope itself has a fault.',
      'three Fine.',
    ]);
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, /^Check Connection, two: Error: secret path/);
  });
});

describe('The report of Check Connection', () => {
  const named = (id: string, result: CheckResult): Checked => ({ id, name: () => id, ...result });
  const text = (checks: readonly Checked[], clean = (one: string) => one) =>
    reportText(checks, ['A machine'], 0, clean);

  it('the report begins with the first failed check, lists everything, and says how much it covers', () => {
    const checks = [
      named('Network', { verdict: 'warning', found: 'Odd.', advice: 'Look.' }),
      named('Answer', { verdict: 'failed', found: 'No.', advice: 'Ask.', facts: ['A fact.'] }),
      named('Stats', { verdict: 'failed', found: 'No.', advice: 'Ask.' }),
      named('Storage', FINE),
    ];
    const lines = text(checks).split(/\n+/);
    assert.deepEqual(lines.slice(0, 10), [
      '# Mintscope: Check Connection',
      '**Answer: No. 3 of 4 checks found a fault.**',
      ...['- ⚠ **Network**: Odd.', '  - What to do: Look.'],
      ...['- ✗ **Answer**: No.', '  - What to do: Ask.', '  - A fact.'],
      ...['- ✗ **Stats**: No.', '- ✓ **Storage**: Fine.', '- A machine'],
    ]);
    assert.match(lines[10] ?? '', /^Made at Thursday, January 1, 1970 /);
    const missing = named('Stats', { verdict: 'notChecked', found: 'Not checked.' });
    assert.equal(summary([named('Answer', FINE)]), 'All 1 checks are fine.');
    const partly = summary([named('Answer', FINE), missing]);
    assert.equal(partly, 'No fault was found; 1 of 2 checks could not be run.');
  });

  it('the report shows text of a service as text, without what is secret', () => {
    const hostile = '[x](command:a) <img src=x> **b** @team #1\n# h `c` ~~d~~ &lt; sk_1';
    const escaped =
      '\\[x\\](command:a) \\<img src=x\\> \\*\\*b\\*\\* \\@team \\#1 \\# h \\`c\\` \\~\\~d\\~\\~ \\&lt; …';
    const clean = (one: string) => one.replaceAll('sk_1', '…');
    const lines = text([named('Answer', { verdict: 'ok', found: hostile })], clean).split('\n');
    assert.ok(lines.includes(`- ✓ **Answer**: ${escaped}`), lines.join('\n'));
  });

  it('the report has no tokens, user names and passwords of addresses, and no home directory', () => {
    const clean = cleaner((one) => one.replaceAll('sk-1', '[token]'), '/home/someone');
    assert.equal(clean('sk-1 at /home/someone/file'), '[token] at ~/file');
    assert.equal(clean('http://a:b@proxy:1 https://c@d/e@f'), 'http://proxy:1 https://d/e@f');
    assert.equal(clean('HTTP://a:p@ss@proxy'), 'HTTP://proxy');
    const root = cleaner((one) => one, '/');
    assert.equal(root('https://api.example.com/v2'), 'https://api.example.com/v2');
  });
});
