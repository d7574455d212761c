import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ActiveConnection } from '../../../src/connection/activeConnection.ts';
import type { Session } from '../../../src/connection/session.ts';
import type { Json } from '../../../src/core/model/model.ts';
import { noRowWords, rowContent } from '../../../src/documents/documentReader.ts';
import { connectionTo, NothingToShow, pretty } from '../../../src/documents/jsonText.ts';
import { listState } from '../../support/projects.ts';

describe('Text of a JSON document', () => {
  it('a document is the indented output of JSON.stringify, unless that could become too long', () => {
    const nested = (levels: number, count: number) => {
      let value: Json = Array<Json>(count).fill(1);
      for (let level = 1; level < levels; level++) value = [value];
      return value;
    };
    for (const fine of [{ a: [1, { b: null }] }, nested(200, 1000), nested(8, 500_000)]) {
      assert.equal(pretty(fine), `${JSON.stringify(fine, undefined, 2)}\n`);
    }
    const deep = nested(100, 500_000);
    assert.throws(() => pretty(deep), NothingToShow);
    assert.equal(rowContent({ deep }).text, '// This is too long to be shown or saved.\n');
  });
});

describe('Connection of a JSON document', () => {
  const current = {
    account: 'https://a.example#1',
    address: { base: 'https://a.example', host: 'a.example' },
  } as ActiveConnection;
  const sample = { ...current, account: 'sample', scope: 'sample' } as const;

  it('a document uses the current connection, or says which connection it needs or why there is none', () => {
    const connectionOf = (service: string, session: Partial<Session>) =>
      connectionTo(service, session as Session);
    assert.equal(connectionOf(current.account, { current }), current);
    const cases: readonly (readonly [string, Partial<Session>, string])[] = [
      [
        'https://a.example#2',
        { current },
        'This belongs to another sign-in to https://a.example. Switch to that one to see it.',
      ],
      [
        'https://b.example#1',
        { current },
        'This is from https://b.example, and the window now uses a.example.',
      ],
      ['sample', { current }, 'This is from sample data, and the window now uses a.example.'],
      [
        'https://b.example#1',
        { current: sample },
        'This is from https://b.example, and the window now uses sample data.',
      ],
      [
        'https://b.example',
        {},
        'This is from https://b.example. Sign in there, and it appears here.',
      ],
      ['sample', {}, 'This is from sample data. Choose Explore Sample Data, and it appears here.'],
      ['https://b.example', { failure: new Error('No keyring.') }, 'No keyring.'],
    ];
    for (const [service, session, message] of cases) {
      assert.throws(() => connectionOf(service, session), new NothingToShow(message));
    }
  });
});

describe('JSON document without a row', () => {
  const words = (count: number, facts: Parameters<typeof listState>[1], name = 'projects') => {
    const rows = Array.from({ length: count }, () => ({}));
    return noRowWords(listState(rows, facts), name as 'projects', 'a.example');
  };
  const failure = { during: 'first', failure: { kind: 'notFound' }, at: 0 } as const;

  it('a document says that its row is gone or not loaded, or why the list has no rows', () => {
    assert.equal(
      words(2, { total: 9, hasMore: true }),
      'This row is not among those loaded (2 of 9 Projects). Load more of them, and it appears here.',
    );
    assert.equal(
      words(1, {}, 'collections'),
      'This row is not among those loaded (1 Collection). If a refresh brings it back, it appears here.',
    );
    assert.match(words(1, { total: 9, hasMore: true }), /\(1 of 9 Projects\)/);
    assert.match(words(1, { total: undefined, hasMore: true }), /\(1 Project\)/);
    assert.equal(
      words(0, { failure }),
      'Nothing at this address of a.example (404). Check the service address, its path included. ' +
        'Once the Projects are loaded, it appears here.',
    );
    assert.match(words(1, { failure }), /^This row is not among those loaded \(1 Project\)/);
  });
});
