import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { inDatabase } from '../../support/storedLists.ts';

const row = (name: string) => ({ id: 1, name, transferable: true });

describe('Switch Connection', () => {
  const the = windows();

  const start = async (name: string) => {
    const token = `token-of-${name}`;
    const service = await the.service([row(name)], {}, { token });
    return { service, address: service.address, token, host: service.host };
  };
  const twoServices = async () => {
    const [one, two] = [await start('One'), await start('Two')];
    const window = await the.window({ signIn: one });
    const { secrets } = window;
    await window.signInTo(two, two.token);
    window.projects.show();
    await eventually(() => window.projects.labels, ['Two']);
    await eventually(() => window.desk.statusItems.length, 1);
    // That another window has signed in.
    assert.equal(window.desk.shown.splice(0).length, 1);
    return { one, two, secrets, window };
  };
  const listed = async () => {
    const started = await twoServices();
    const { pick: list, done } = await started.window.ask('switchConnection');
    return { ...started, list, done };
  };
  const status = ({ desk }: FakeWindow) => desk.statusItems[0]!;

  it('has no connection to show while signed out, and offers the first ones', async () => {
    const window = await the.window({});
    window.projects.show();
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'none');
    assert.deepEqual(window.desk.statusItems, []);
    const { pick: list } = await window.ask('switchConnection');
    const actions = ['Sign In…', 'Explore Sample Data', 'Delete All Stored Tokens…'];
    assert.deepEqual(list.sees, ['-- ', ...actions]);
    assert.equal(list.placeholder, 'Choose a connection');
  });

  it('lists the active connection, the recent ones and the other actions', async () => {
    const { one, two, secrets, window } = await twoServices();
    const old = { id: 'old', address: 'https://old.example', account: 'old' };
    // It is not known when it was used.
    const stored = JSON.stringify({ ...old, token: 'old-token', resting: true });
    await secrets.store(`mintscope.token|every|${old.address}`, stored);
    const { pick: list, done } = await window.ask('switchConnection');
    assert.equal(status(window).text, `$(plug) Mintscope: ${two.host}`);
    assert.deepEqual(list.sees, [
      `${two.host} | every workspace · in use`,
      '-- recent',
      `${one.host} | every workspace · last used today`,
      'old.example | every workspace',
      '-- ',
      'Sign In Elsewhere…',
      `Explore Sample Data | in place of ${two.host}, whose sign-in is kept`,
      `Sign Out of ${two.host}`,
      'Delete All Stored Tokens…',
    ]);
    assert.equal((list.items[2]!.iconPath as { readonly id: string }).id, 'globe');
    list.type('last used');
    assert.deepEqual(list.labels, ['recent', one.host], 'the description is searched too');
    list.type('');
    list.choose(two.host);
    await done;
    assert.deepEqual(window.desk.shown, []);
    assert.deepEqual(window.projects.labels, ['Two']);
  });

  it('deletes connections by their buttons, one at a time', async () => {
    const { one, two, window, secrets } = await twoServices();
    const three = await start('Three');
    await window.signInTo(three, three.token);
    await eventually(() => window.projects.labels, ['Three']);
    const { pick: list, done } = await window.ask('switchConnection');
    list.press(one.host);
    list.press(two.host);
    await eventually(() => list.busy, false);
    assert.equal(secrets.stored.size, 2, 'nothing more while it is busy');
    list.press(two.host);
    await eventually(() => list.busy, false);
    const headings = list.items.filter(({ kind }) => kind === -1).map(({ label }) => label);
    assert.deepEqual(headings, [''], 'no heading is left over');
    list.hide();
    await done;
    assert.deepEqual([...secrets.stored.keys()], [`mintscope.token|every|${three.address}/`]);
    assert.deepEqual(window.projects.labels, ['Three']);
  });

  it('deletes all stored sign-ins only after a confirmation', async () => {
    const { window, secrets } = await twoServices();
    await window.answer('switchConnection', 'Delete All Stored Tokens…');
    assert.equal(secrets.stored.size, 2);
    const [question] = window.desk.shown;
    assert.deepEqual([question?.text, question?.modal], ['Delete all stored tokens?', true]);
    window.desk.choose = ({ choices }) => choices[0];
    await window.answer('switchConnection', 'Delete All Stored Tokens…');
    assert.equal(window.desk.said.at(-1), 'All stored tokens are deleted.');
    assert.equal(secrets.stored.size, 0);
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'none');
  });

  it('Delete All Stored Tokens notes the sign-out for windows with another secret storage, also in a window without a sign-in', async () => {
    const window = await the.window();
    window.desk.choose = ({ choices }) => choices[0];
    await window.answer('switchConnection', 'Delete All Stored Tokens…');
    const notes = inDatabase(window.storage, (database) =>
      database.prepare('select sign_in from sign_out').all(),
    );
    assert.deepEqual(
      notes.map((note) => note.sign_in),
      [null],
    );
  });

  it('offers to sign in again in the list of connections if the token was refused', async () => {
    const { two, window } = await twoServices();
    two.service.setToken('another');
    await window.run('projects.refresh');
    await eventually(() => status(window).text.endsWith('token refused'), true);
    const { pick } = await window.ask('switchConnection');
    assert.ok(pick.labels.includes('Sign In Again…'));
  });

  it('shows sample data in the status bar, and switches back from it', async () => {
    const { one, window, list, done } = await listed();
    list.choose('Explore Sample Data');
    await done;
    assert.match(
      window.desk.shown.splice(0).at(-1)!.text,
      /^Sample data is shown\. Your sign-in to /,
    );
    assert.equal(status(window).text, '$(beaker) Mintscope: sample data');
    const again = await window.ask('switchConnection');
    assert.deepEqual(again.pick.sees.slice(0, 2), ['Sample data | made up · in use', '-- recent']);
    assert.ok(!again.pick.labels.includes('Explore Sample Data'));
    assert.ok(again.pick.labels.includes('Stop Sample Data'));
    again.pick.choose(one.host);
    await again.done;
    await eventually(() => window.projects.labels, ['One']);
  });
});
