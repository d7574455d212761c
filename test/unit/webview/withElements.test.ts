import assert from 'node:assert/strict';
import { withElements } from '../../../src/webview/kit/withElements.ts';

describe('withElements', () => {
  it('inserts each element where the translation puts it', () => {
    assert.deepEqual(withElements('as of {0}', ['noon']), ['as of ', 'noon']);
    assert.deepEqual(withElements('{1} von {0}!', ['all', 'some']), ['some', ' von ', 'all', '!']);
  });

  it('shows text of the service as it is, also if it looks like a placeholder', () => {
    assert.deepEqual(withElements('Status: {0}', ['{0}']), ['Status: ', '{0}']);
  });

  it('draws the text between the elements by the given function', () => {
    const quiet = (text: string) => ({ quiet: text });
    assert.deepEqual(withElements('{0} of NFTs', ['63%'], quiet), ['63%', { quiet: ' of NFTs' }]);
  });
});
