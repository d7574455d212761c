import assert from 'node:assert/strict';
import { noRowWords } from '../../../src/rows/rowTexts.ts';
import { listState } from '../../support/projects.ts';

describe('JSON document without a row', () => {
  const words = (count: number, facts: Parameters<typeof listState>[1]) => {
    const rows = Array.from({ length: count }, () => ({}));
    return noRowWords(listState(rows, facts), 'a.example');
  };
  const failure = { during: 'first', failure: { kind: 'notFound' }, at: 0 } as const;

  it('a document says that its row is gone or not loaded, or why the list has no rows', () => {
    assert.equal(
      words(2, { total: 9, hasMore: true }),
      'This row is not among those loaded (2 of 9). Load more of them, and it appears here.',
    );
    assert.equal(
      words(1, {}),
      'This row is not among those loaded (1). If a refresh brings it back, it appears here.',
    );
    assert.equal(
      words(0, { failure }),
      'Nothing at this address of a.example (404). Check the service address, its path included. ' +
        'Once the list is loaded, it appears here.',
    );
    assert.match(words(1, { failure }), /^This row is not among those loaded \(1\)/);
  });
});
