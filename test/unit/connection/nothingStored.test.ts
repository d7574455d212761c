import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { TOKEN } from '../../faults/support/rig.ts';
import { windows } from '../../faults/support/windows.ts';
import { eventually, type FakeWindow } from '../../support/fakeVscode/window.ts';
import { keptWindows } from '../../support/keptWindows.ts';
import { keepSignIn } from '../../support/fakeVscode/window.ts';

describe('what the palette knows to be stored', () => {
  const the = windows();
  const person = keptWindows();
  const nothing = ({ desk }: FakeWindow) =>
    ['noTokens', 'noHistory'].map((key) => desk.contexts.get(`mintscope.${key}`));

  it('is nothing at first, and history also after the tokens are deleted', async () => {
    const someone = await person();
    const fresh = await someone.open();
    fresh.projects.show();
    await eventually(() => nothing(fresh), [true, true]);
    const service = await the.service([{ id: 1, name: 'Lamp', transferable: true }], {
      't/1': { total: 4, confirmed: 3, processing: 1, pending: 0 },
    });
    await keepSignIn(someone.secrets, { address: service.address, token: TOKEN });
    await eventually(() => nothing(fresh), [false, false]);
    await eventually(() => fresh.projects.labels.length, 1);
    await fresh.run('saveSnapshot', fresh.projects.painted[0]!.row);
    await fresh.run('signOut');
    await eventually(() => nothing(fresh), [true, false]);
  });

  it('is a snapshot of sample data as soon as it is saved', async () => {
    const window = await (await person()).open();
    await window.run('exploreSampleData');
    await eventually(() => window.projects.labels.length > 1, true);
    await eventually(() => nothing(window), [true, true]);
    await window.run('saveSnapshot', window.projects.painted[0]!.row);
    assert.deepEqual(nothing(window), [true, false]);
  });

  it('may be tokens that other windows have stored, where a window in a browser does not know them', async () => {
    const someone = await person();
    const window = await someone.open();
    window.desk.elsewhere = 'web';
    window.projects.show();
    await eventually(() => nothing(window), [true, true]);
    await window.run('exploreSampleData');
    await eventually(() => window.projects.labels.length > 1, true);
    await window.run('saveSnapshot', window.projects.painted[0]!.row);
    window.desk.contexts.delete('mintscope.noTokens');
    await window.run('signOut');
    await eventually(() => nothing(window), [false, false]);
  });
});
