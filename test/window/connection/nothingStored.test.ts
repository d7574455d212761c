import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { keptWindows } from '../../support/keptWindows.ts';

describe('Palette commands that delete stored data', () => {
  const the = windows();
  const newUser = keptWindows();
  const nothing = ({ desk }: FakeWindow) =>
    ['noTokens', 'noHistory'].map((key) => desk.contexts.get(`mintscope.${key}`));

  it('offers to delete tokens and history only while there are any', async () => {
    const user = await newUser();
    const fresh = await user.open();
    fresh.projects.show();
    await eventually(() => nothing(fresh), [true, true]);
    const service = await the.service([{ id: 1, name: 'Lamp', transferable: true }], {
      't/1': { total: 4, confirmed: 3, processing: 1, pending: 0 },
    });
    await user.signInTo(service);
    await eventually(() => nothing(fresh), [false, false]);
    await eventually(() => fresh.projects.labels.length, 1);
    await fresh.run('saveSnapshot', fresh.projects.painted[0]!.row);
    await fresh.run('signOut');
    await eventually(() => nothing(fresh), [true, false]);
  });

  it('offers to delete tokens in a browser, where other windows may have stored some', async () => {
    const window = await (await newUser()).open();
    window.desk.elsewhere = 'web';
    await window.run('exploreSampleData');
    await eventually(() => window.projects.labels.length > 1, true);
    await window.run('saveSnapshot', window.projects.painted[0]!.row);
    await window.run('signOut');
    await eventually(() => nothing(window), [false, false]);
  });
});
