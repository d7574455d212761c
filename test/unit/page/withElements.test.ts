import assert from 'node:assert/strict';
import { withElements } from '../../../src/page/withElements.ts';

describe('withElements', () => {
  it('inserts each element where the translation puts it, and draws the text between them by the given function', () => {
    assert.deepEqual(withElements('Status: {0}', ['{0}']), ['Status: ', '{0}']);
    assert.deepEqual(withElements('{1} von {0}!', ['all', 'some']), ['some', ' von ', 'all', '!']);
    const quiet = (text: string) => ({ quiet: text });
    assert.deepEqual(withElements('{0} of NFTs', ['63%'], quiet), ['63%', { quiet: ' of NFTs' }]);
  });
});
