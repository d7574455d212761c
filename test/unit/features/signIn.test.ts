import assert from 'node:assert/strict';
import { addressOf } from '../../support/address.ts';
import { statusWords } from '../../../src/features/signIn/statusItem.ts';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { signedInWords, signedOutWords } from '../../../src/features/signIn/sessionMessages.ts';
import type { ActiveConnection } from '../../../src/connection/activeConnection.ts';

type Scope = ActiveConnection['scope'];

const connection = (host: string, scope: Scope, id = host): ActiveConnection => {
  const address = addressOf(`https://${host}`);
  return { address, scope, id } as unknown as ActiveConnection;
};
const signIns = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe('signedInWords', () => {
  const words = (
    scope: 'workspace' | 'every',
    current: ActiveConnection | undefined,
    before?: ActiveConnection,
  ) => signedInWords({ ...connection('new.example', scope), scope }, current, before);
  const now = { ...connection('new.example', 'workspace'), id: 'new' };
  const same = 'Signed in to new.example (this workspace).';

  it('names the service and the scope after a sign-in, and the own sign-in of a workspace', () => {
    assert.equal(words('workspace', now), same);
    const every = 'Signed in to new.example (every workspace).';
    assert.equal(words('every', connection('new.example', 'every')), every);
    assert.equal(
      words('every', connection('own.example', 'workspace')),
      `${every} This workspace keeps its own sign-in to own.example.`,
    );
  });

  it('reports what happened to data of the earlier token', () => {
    const before = { ...now, id: 'old' };
    const earlier = 'What was read and watched with the earlier token';
    assert.equal(words('workspace', now, before), `${same} ${earlier} was deleted.`);
    const every = { ...before, scope: 'every' } as const;
    assert.equal(words('workspace', now, every), `${same} ${earlier} is not shown.`);
    const renewed = { ...before, id: now.id };
    const all = 'What was read and watched before is kept.';
    assert.equal(words('workspace', now, renewed), `${same} ${all}`);
    assert.equal(words('workspace', now, now), same);
    assert.equal(words('workspace', now, connection('old.example', 'workspace')), same);
  });

  it('says how many tabs of the earlier service or of the sample data were closed', () => {
    const done = { ...connection('new.example', 'every'), scope: 'every' } as const;
    const words = (before: ActiveConnection, closed: number) =>
      signedInWords(done, connection('new.example', 'every'), before, closed);
    const old = connection('old.example', 'every');
    const first = 'Signed in to new.example (every workspace).';
    assert.equal(words(old, 0), first);
    assert.equal(words(old, 3), `${first} Closed 3 tabs of old.example.`);
    const sample = connection('127.0.0.1', 'sample');
    assert.equal(words(sample, 1), `${first} Closed 1 tab of sample data.`);
  });
});

describe('signedOutWords', () => {
  it('reports which sign-in or sample data ended, which is used now, and how many others are stored', () => {
    const ended = (scope: Scope) => signedOutWords(connection('a.example', scope), undefined, []);
    assert.equal(ended('every'), 'Signed out of a.example (every workspace).');
    assert.equal(ended('sample'), 'Sample data stopped.');
    const before = connection('a.example', 'workspace');
    const now = connection('b.example', 'every', 'b');
    const words = (...ids: readonly string[]) => signedOutWords(before, now, signIns(...ids));
    const counts =
      'Signed out of a.example (this workspace). This workspace now uses your sign-in to b.example.';
    assert.equal(words('b'), counts);
    assert.equal(words('b', 'c'), `${counts} 1 other sign-in is kept for switching.`);
    assert.equal(words('b', 'c', 'd'), `${counts} 2 other sign-ins are kept for switching.`);
  });
});

describe('Status bar item', () => {
  const HOST = 'https://api.example.com';
  const words = (
    text: string,
    scope: Scope,
    state: Partial<Parameters<typeof statusWords>[1]> = {},
  ) => {
    const working = { refused: false, outage: undefined, retryAt: undefined };
    return statusWords({ address: addressOf(text), scope }, { ...working, ...state });
  };

  it('shows the extension, the host and the path, and its tooltip the scope', () => {
    const long = `${'h'.repeat(20)}.example.com`;
    for (const [text, scope, shown, said] of [
      [`${HOST}/v9`, 'workspace', '$(plug) Mintscope: api.example.com/v9', /com\/v9 \(this work/],
      [
        'http://127.0.0.1:8080',
        'every',
        '$(plug) Mintscope: 127.0.0.1:8080',
        /\(every workspace\)/,
      ],
      ['http://127.0.0.1:8080', 'sample', '$(beaker) Mintscope: sample data', /made up/],
      // 32 characters in full, and the end of a longer one.
      [`https://${long}`, 'every', `$(plug) Mintscope: ${long}`, /hhh/],
      [`https://x${long}`, 'every', `$(plug) Mintscope: …${long.slice(1)}`, /xhhh/],
    ] as const) {
      const one = words(text, scope);
      assert.equal(one.text, shown);
      assert.match(one.tooltip, said);
    }
    const hostile = words('https://$(beaker).example.com', 'every').text.slice(7);
    assert.doesNotMatch(hostile, /\$\(/, 'no icon of a host is drawn');
  });

  it('reports an outage, why, since when, when it is tried next, and what a click does', () => {
    const refused: Failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
    const since = new Date(2026, 4, 5, 14, 2, 11).getTime();
    const outage = (failure: Failure, retryAt?: number) =>
      words(HOST, 'every', { outage: { failure, since, triedAt: since }, retryAt });
    const { text, tooltip } = outage(refused);
    assert.equal(text, '$(warning) Mintscope: api.example.com · unreachable');
    assert.match(
      tooltip,
      /^Could not reach api\.example\.com \(connection refused\)\. Requests have been failing since .*14:02:11\. Click to switch/,
    );
    const paused = { kind: 'paused', retryAfterMs: 1000, cause: refused } as const;
    assert.deepEqual(outage(paused), outage(refused), 'the first cause');
    assert.match(outage(refused, since + 14_000).tooltip, / Next try .*14:02:25\. Click to/);
    assert.match(outage({ kind: 'http', status: 503 }).text, / · service error$/);
  });
});
