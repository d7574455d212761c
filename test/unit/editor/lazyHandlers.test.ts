import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { lazyHandlers } from '../../../src/editor/lazyHandlers.ts';

const ID = 'mintscope.copyId';

describe('commands that are loaded late', () => {
  it('are loaded once, and are handed the row and the selection', async () => {
    const called: unknown[] = [];
    let loads = 0;
    const handlers = lazyHandlers([ID], () => {
      loads++;
      return Promise.resolve({ [ID]: (...what: unknown[]) => void called.push(what) });
    });
    await handlers[ID]('row', ['row', 'other']);
    await handlers[ID]('other');
    assert.deepEqual(called, [
      ['row', ['row', 'other']],
      ['other', undefined],
    ]);
    assert.equal(loads, 1);
  });

  it('are tried again after a load that failed', async () => {
    let fails = true;
    const handlers = lazyHandlers([ID], () =>
      fails ? Promise.reject(new Error('no disk')) : Promise.resolve({ [ID]: () => undefined }),
    );
    await assert.rejects(async () => handlers[ID](), /no disk/);
    fails = false;
    await handlers[ID]();
  });

  it('do nothing with a row whose connection ends while they are loaded', async () => {
    let life = new AbortController();
    let runs = 0;
    const handlers = lazyHandlers(
      [ID],
      () => {
        life.abort(new Error('The sign-in changed meanwhile.'));
        life = new AbortController();
        return Promise.resolve({
          [ID]: () => {
            runs++;
          },
        });
      },
      () => life.signal,
    );
    await assert.rejects(async () => handlers[ID]('row'), /The sign-in changed meanwhile/);
    assert.equal(runs, 0);
    await handlers[ID]('row');
    assert.equal(runs, 1);
  });
});
