import assert from 'node:assert/strict';
import { Lazy } from '../../../src/core/base/lazy.ts';

describe('Lazy', () => {
  it('a lazy part is loaded once for all callers', async () => {
    let loads = 0;
    const lazy = new Lazy(() => Promise.resolve({ number: ++loads }));
    assert.deepEqual([loads, lazy.loaded], [0, undefined]);
    const [one, other] = await Promise.all([lazy.get(), lazy.get()]);
    assert.equal(one, other);
    assert.equal(await lazy.get(), one);
    assert.deepEqual([loads, lazy.loaded], [1, one]);
  });

  it('a lazy part is loaded again after a failure, which all callers get', async () => {
    const results = [Promise.reject(new Error('Not there.')), Promise.resolve('there')];
    const lazy = new Lazy(() => results.shift()!);
    const both = await Promise.allSettled([lazy.get(), lazy.get()]);
    assert.equal(both.map(({ status }) => status).join(), 'rejected,rejected');
    assert.equal(lazy.loaded, undefined);
    assert.equal(await lazy.get(), 'there');
  });
});
