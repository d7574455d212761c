import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { afterEach, describe, it } from 'mocha';
import {
  type Check,
  type Checked,
  type CheckId,
  failed,
  LONGEST_CHECK_MS,
  notChecked,
  ok,
  runChecks,
  warning,
} from '../../../src/core/doctor/check.ts';
import {
  cleaner,
  hasFault,
  reportText,
  summary,
  verdictsForLog,
  wantsSignIn,
} from '../../../src/core/doctor/report.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('runChecks', () => {
  const start = (checks: readonly Check[]) => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const begun: string[] = [];
    const faults: unknown[] = [];
    const done = runChecks(checks, {
      ...{ clock, stopped: stop.signal, whyStopped: () => 'Stopped.' },
      clean: (text) => text.replaceAll('secret', '…'),
      onBegin: (id, at) => begun.push(`${at} ${id}`),
      onFault: (_, error) => faults.push(error),
    });
    return { clock, stop, begun, faults, done };
  };
  const never = () => new Promise<never>(() => undefined);
  const verdicts = (all: readonly Checked[]) => all.map(({ id, verdict }) => `${id} ${verdict}`);

  it('continues after a check that fails, and cleans the text of each', async () => {
    const { done, begun } = start([
      { id: 'address', run: () => failed('It is secret.', 'Keep it secret.', ['secret']) },
      { id: 'proxy', run: () => Promise.resolve(ok('Fine.')) },
    ]);
    assert.deepEqual(await done, [
      { id: 'address', verdict: 'failed', found: 'It is ….', advice: 'Keep it ….', facts: ['…'] },
      { id: 'proxy', verdict: 'ok', found: 'Fine.', facts: [] },
    ]);
    assert.deepEqual(begun, ['0 address', '1 proxy']);
  });

  it('ends a check that takes too long, and runs the next one', async () => {
    const { done, clock, faults } = start([
      { id: 'speed', run: never },
      { id: 'pages', run: () => ok('Fine.') },
    ]);
    await clock.advance(LONGEST_CHECK_MS);
    assert.deepEqual(verdicts(await done), ['speed failed', 'pages ok']);
    const words = `There was no result within ${LONGEST_CHECK_MS / 1000} seconds.`;
    assert.deepEqual([(await done)[0]?.found, faults, clock.pending], [words, [], 0]);
  });

  it('writes an unexpected error to the log only', async () => {
    const error = new Error('secret path');
    const { done, faults } = start([{ id: 'files', run: () => Promise.reject(error) }]);
    const [odd] = await done;
    assert.equal(odd?.found, 'Mintscope itself has a fault here.');
    assert.deepEqual(faults, [error]);
  });

  it('ends at once when it is stopped, and gives the reason for the rest', async () => {
    const { done, stop, begun } = start([
      { id: 'address', run: () => ok('Fine.') },
      { id: 'proxy', run: never },
      { id: 'connection', run: never },
    ]);
    while (begun.length < 2) await Promise.resolve();
    stop.abort();
    assert.deepEqual(verdicts(await done), [
      'address ok',
      'proxy notChecked',
      'connection notChecked',
    ]);
    assert.deepEqual(begun, ['0 address', '1 proxy']);
  });
});

describe('The report of Check Connection', () => {
  const named = (id: CheckId, result: ReturnType<typeof ok>) => ({ id, ...result });

  it('begins the report with the first failed check, and lists everything', () => {
    const checks = [
      named('proxy', warning('Odd.', 'Look.')),
      named('token', failed('Refused.', 'Sign in.', ['A fact.'])),
      named('speed', ok('Fast.')),
    ];
    assert.equal(summary(checks), '1 of 3 checks failed. Token: Refused.');
    assert.ok(hasFault(checks));
    const lines = reportText(checks, 0).split('\n');
    assert.deepEqual(lines.slice(0, 10), [
      ...['# Mintscope: Check Connection', '', '**1 of 3 checks failed. Token: Refused.**', ''],
      ...['- ⚠ **Proxy**: Odd.', '  - **What to do**: Look.', '- ✗ **Token**: Refused.'],
      ...['  - **What to do**: Sign in.', '  - A fact.', '- ✓ **Speed**: Fast.'],
    ]);
    assert.match(lines.at(-3) ?? '', /^Made at 1970-01-01T00:00:00\.000Z\./);
  });

  it('gives advice once where one fault makes several checks fail', () => {
    const same = failed('Not found.', 'Check the address.');
    const text = reportText([named('nameLookup', same), named('connection', same)], 0);
    assert.equal(text.match(/Check the address/g)?.length, 1);
  });

  it('reports that all checks are fine', () => {
    const fine = named('speed', ok('Fast.'));
    assert.equal(summary([fine]), 'All 1 checks are fine.');
    assert.ok(!hasFault([fine]));
    const odd = named('proxy', warning('Odd.', 'Look.'));
    assert.equal(summary([fine, odd]), 'Checks that need attention: 1 of 2. Proxy: Odd.');
  });

  it('shows text of a service in the report as text', () => {
    const hostile = '[x](command:a) <img src=x> **b** @team #1\n# h `c` ~~d~~ &lt;';
    const escaped =
      '\\[x\\](command:a) \\<img src=x\\> \\*\\*b\\*\\* \\@team \\#1 \\# h \\`c\\` \\~\\~d\\~\\~ \\&lt;';
    const lines = reportText([named('connection', ok(hostile))], 0).split('\n');
    assert.ok(lines.includes(`- ✓ **Connection**: ${escaped}`));
  });
});

describe('The sign-in that a report offers, and the log', () => {
  afterEach(() => {
    l10n.config({ contents: {} });
  });

  const checks: readonly Checked[] = [
    { id: 'answer', ...ok('Gut.') },
    { id: 'token', ...notChecked('Nein.') },
    { id: 'files', ...failed('Voll.', 'Leeren.') },
  ];

  it('in any language, a report offers to sign in where no token was accepted, and the log is in English', () => {
    l10n.config({ contents: { Answer: 'Antwort', Token: 'Schlüssel' } });
    assert.match(reportText(checks, 0), /- ✓ \*\*Antwort\*\*: Gut\./);
    assert.equal(verdictsForLog(checks), 'answer ok, token notChecked, files failed');
    assert.ok(wantsSignIn(checks));
    assert.ok(!wantsSignIn([...checks.slice(0, 1), { id: 'token', ...ok('Gut.') }]));
  });
});

describe('The cleaner of a report', () => {
  const clean = cleaner((text) => text.replaceAll('sk-1', '[token]'), '/home/someone');

  it('removes tokens, user names and passwords of addresses, and the home directory from a report', () => {
    assert.equal(clean('sk-1 at /home/someone/file'), '[token] at ~/file');
    assert.equal(clean('http://a:b@proxy:1 https://c@d/e@f'), 'http://proxy:1 https://d/e@f');
    assert.equal(clean('HTTP://a:p@ss@proxy'), 'HTTP://proxy');
  });

  it('leaves addresses in a report unchanged where the home directory is the root', () => {
    const root = cleaner((text) => text, '/');
    assert.equal(root('https://api.example.com/v2'), 'https://api.example.com/v2');
  });
});
