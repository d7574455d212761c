import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { manifestText } from '../../support/manifest.ts';
import { windows } from '../../support/windows.ts';

describe('Requests of a window', () => {
  const the = windows();

  it('name the version of Mintscope, because firewalls refuse requests without a user-agent', async () => {
    const { service } = await the.opened([{ id: 1, name: 'Harbor Lights', transferable: true }]);
    const { version } = JSON.parse(manifestText()) as { readonly version: string };
    const names = new Set(service.requests.map(({ headers }) => headers['user-agent']));
    assert.deepEqual([...names], [`mintscope/${version}`]);
  });
});
