import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addressOf } from '../../support/address.ts';
import {
  outageWords,
  refusedWords,
  statusWords,
} from '../../../src/connection/connectionStatusItem.ts';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { agoWords } from '../../../src/editor/locale.ts';

const words = (text: string, scope: 'workspace' | 'every' | 'sample', refused = false) =>
  (refused ? refusedWords : statusWords)({ address: addressOf(text), scope });

describe('Status bar item', () => {
  it('the status bar shows the extension, the host and the path, and its tooltip the scope', () => {
    const one = words('https://api.example.com/v9', 'workspace');
    assert.equal(one.text, '$(plug) Mintscope: api.example.com/v9');
    assert.match(one.tooltip, /signed in to https:\/\/api\.example\.com\/v9 \(this workspace\)/);
    assert.match(one.spoken, /signed in to api\.example\.com\/v9 \(this workspace\)/);
    const other = words('http://127.0.0.1:8080', 'every');
    assert.equal(other.text, '$(plug) Mintscope: 127.0.0.1:8080');
  });

  it('the status bar shows “sample data” instead of a host', () => {
    const { text, tooltip, spoken } = words('http://127.0.0.1:8080', 'sample');
    assert.equal(text, '$(beaker) Mintscope: sample data');
    for (const said of [tooltip, spoken]) assert.match(said, /made up/);
  });

  it('the status bar reports a refused token and what to do', () => {
    const { text, tooltip, spoken } = words('https://api.example.com', 'every', true);
    assert.equal(text, '$(warning) Mintscope: api.example.com · token refused');
    assert.match(tooltip, /\(every workspace\)\..* sign in again/);
    assert.match(spoken, /Sign in again/);
    const here = words('https://api.example.com', 'workspace', true);
    assert.match(here.spoken, /api\.example\.com refused your token \(this workspace\)\./);
    assert.match(words('http://127.0.0.1:1', 'sample', true).spoken, /\(sample data\)\./);
  });

  it('the status bar reports that the service is unreachable, why, since when, and what a click does', () => {
    const refused: Failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
    const address = addressOf('https://api.example.com');
    const since = new Date(2026, 4, 5, 14, 2, 11).getTime();
    const outage = (failure: Failure, scope: 'every' | 'sample' = 'every') =>
      outageWords({ address, scope }, { failure, since, triedAt: since });
    const { text, tooltip, spoken } = outage(refused);
    assert.equal(text, '$(warning) Mintscope: api.example.com · unreachable');
    assert.match(
      tooltip,
      /^Nothing answers at api\.example\.com \(connection refused\)\. Requests have been failing since .*14:02:11\. Click to switch/,
    );
    assert.match(spoken, /api\.example\.com unreachable\. Nothing answers/);
    const paused = { kind: 'paused', retryAfterMs: 1000, cause: refused } as const;
    assert.deepEqual(outage(paused), outage(refused), 'the first cause');
    const { tooltip: later } = outageWords(
      { address, scope: 'every' },
      { failure: refused, since, triedAt: since },
      since + 14_000,
    );
    assert.match(later, / Next try at .*14:02:25\. Click to switch/);
    assert.match(outage({ kind: 'http', status: 503 }).text, / · failing$/);
    assert.match(outage(refused, 'sample').text, /sample data · unreachable$/);
  });

  it('the status bar shows a host of 32 characters in full, and the end of a longer one', () => {
    const host = `${'h'.repeat(20)}.example.com`;
    assert.equal(host.length, 32);
    assert.equal(words(`https://${host}`, 'every').text, `$(plug) Mintscope: ${host}`);
    const longer = words(`https://x${host}`, 'every');
    assert.equal(longer.text, `$(plug) Mintscope: …${host.slice(1)}`);
    assert.ok(longer.tooltip.includes(`x${host}`));
  });

  it('the status bar draws no icon named in a host', () => {
    assert.doesNotMatch(words('https://$(beaker).example.com', 'every').text.slice(7), /\$\(/);
  });
});

describe('Times in the past', () => {
  it('a time in the past is shown in minutes, hours or days', () => {
    for (const [ms, expected] of [
      [59_000, 'just now'],
      [60_000, '1 minute ago'],
      [90 * 60_000, '1 hour ago'],
      [47 * 3_600_000, '1 day ago'],
      [72 * 3_600_000, '3 days ago'],
      [-5 * 3_600_000, 'just now'],
    ] as const) {
      assert.equal(agoWords(1e12 - ms, 1e12), expected);
    }
  });
});
