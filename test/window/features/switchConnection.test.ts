import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { systemClock } from '../../../src/editor/systemClock.ts';
import { Database } from '../../../src/kept/database.ts';
import { SignOuts } from '../../../src/kept/signOuts.ts';
import { endAfterEach } from '../../support/ends.ts';
import { windows } from '../../support/windows.ts';
import { FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { keepSignIn } from '../../support/signIns.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import type { MinimalService } from '../../support/minimalService.ts';

const row = (name: string) => ({ id: 1, name, transferable: true });

describe('Switch Connection', () => {
  const the = windows();
  const atEnd = endAfterEach();

  const start = async (name: string) => {
    const token = `token-of-${name}`;
    const service = await the.service([row(name)], {}, { token });
    return { service, address: service.address, token, host: new URL(service.address).host };
  };
  /** A window that was signed in to the first, then to the second. */
  const twoServices = async () => {
    const [one, two] = [await start('One'), await start('Two')];
    const secrets = new FakeSecrets();
    await keepSignIn(secrets, one);
    await keepSignIn(secrets, two);
    const window = await the.window({ secrets });
    window.projects.show();
    await eventually(() => window.projects.labels, ['Two']);
    await eventually(() => window.desk.statusItems.length, 1);
    return { one, two, secrets, window };
  };
  const pick = async (window: FakeWindow) => {
    const running = window.run('switchConnection');
    await eventually(() => window.desk.pick?.shown, true);
    return { pick: window.desk.pick!, running };
  };
  /** A window that was signed in to two services, with the list of connections open. */
  const listed = async () => {
    const started = await twoServices();
    const { pick: list, running } = await pick(started.window);
    return { ...started, list, running };
  };
  /** Enters a name for a connection. */
  const enterName = async ({ desk }: FakeWindow, name: string) => {
    desk.box!.enter(name);
    await eventually(() => desk.pick?.step, 2);
  };
  const status = ({ desk }: FakeWindow) => desk.statusItems[0]!;
  const tokensAt = ({ requests }: Pick<MinimalService, 'requests'>) => [
    ...new Set(requests.map(({ headers }) => headers.authorization)),
  ];
  const said = ({ desk }: FakeWindow) => desk.shown.at(-1)?.text;

  it('has no connection to show or to name while signed out, and offers the first ones', async () => {
    const window = await the.window({});
    window.projects.show();
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'none');
    assert.deepEqual(window.desk.statusItems, []);
    const { pick: list, running } = await pick(window);
    assert.deepEqual(list.sees, [
      '-- ',
      'Sign In…',
      'Explore Sample Data',
      'Delete All Stored Tokens…',
    ]);
    assert.equal(list.placeholder, 'Not signed in. Choose a connection');
    list.hide();
    await running;
    await window.run('nameConnection');
    assert.equal(said(window), 'Sign in first: there is no connection to name.');
  });

  it('lists the active connection, the recent ones and the other actions', async () => {
    const { one, two, window } = await twoServices();
    assert.equal(status(window).text, `$(plug) Mintscope: ${two.host}`);
    assert.equal(status(window).backgroundColor, undefined);
    const { pick: list, running } = await pick(window);
    assert.equal(
      list.placeholder,
      `Using ${two.host} in every workspace. Choose another connection`,
    );
    assert.deepEqual(list.sees, [
      `${two.host} | every workspace · in use`,
      '-- recent',
      `${one.host} | every workspace · last used just now`,
      '-- ',
      'Sign In Elsewhere…',
      `Explore Sample Data | in place of ${two.host}, whose sign-in is kept`,
      `Sign Out of ${two.host}`,
      'Delete All Stored Tokens…',
    ]);
    assert.deepEqual(
      list.items.map(({ iconPath }) => (iconPath as { readonly id: string } | undefined)?.id),
      ['check', undefined, 'globe', undefined, 'key', 'beaker', 'sign-out', 'trash'],
    );
    list.type('last used');
    assert.deepEqual(list.labels, ['recent', one.host], 'the description is searched too');
    list.type('');
    list.choose(two.host);
    await running;
    assert.deepEqual(window.desk.shown, []);
    assert.deepEqual(window.projects.labels, ['Two']);
  });

  it('switches the connection to another service with its own token, and back', async () => {
    const { one, two, window, list, running } = await listed();
    list.choose(one.host);
    await running;
    await eventually(() => window.projects.labels, ['One']);
    assert.equal(said(window), `Now using ${one.host} in every workspace.`);
    assert.equal(status(window).text, `$(plug) Mintscope: ${one.host}`);
    const again = await pick(window);
    again.pick.choose(two.host);
    await again.running;
    await eventually(() => window.projects.labels, ['Two']);
    assert.deepEqual(tokensAt(one.service), [`Bearer ${one.token}`]);
    assert.deepEqual(tokensAt(two.service), [`Bearer ${two.token}`]);
  });

  it('signs out of the active connection only, and reports how many sign-ins stay stored', async () => {
    const { one, two, window, secrets } = await twoServices();
    const three = await start('Three');
    await keepSignIn(secrets, three);
    await eventually(() => window.projects.labels, ['Three']);
    await window.run('signOut');
    assert.equal(
      said(window),
      `Signed out of ${three.host} in every workspace. 2 other sign-ins are kept for switching.`,
    );
    await eventually(() => window.projects.sees, '0 rows');
    assert.equal(status(window).visible, false);
    const { pick: list, running } = await pick(window);
    list.choose(two.host);
    await running;
    await eventually(() => window.projects.labels, ['Two']);
    await window.run('signOut');
    assert.match(said(window)!, / 1 other sign-in is kept for switching\.$/);
    assert.deepEqual([...secrets.stored.keys()], [`mintscope.token|every|${one.address}`]);
  });

  it('gives a connection a name and a color, which the status bar and the list show', async () => {
    const { one, two, window, list, running } = await listed();
    list.press(one.host);
    await eventually(() => window.desk.box?.title, `Name and color of ${one.host}`);
    window.desk.box!.enter('x'.repeat(41));
    await eventually(() => window.desk.box?.says, 'Type at most 40 characters.');
    await enterName(window, ' Staging $(bug) ');
    window.desk.pick!.choose('🟢 Green');
    await eventually(() => window.desk.pick?.title, 'Switch connection');
    const shown = '🟢 Staging $\u200b(bug)';
    await eventually(
      () => window.desk.pick?.sees[2],
      `${shown} | ${one.host} · every workspace · last used just now`,
    );
    assert.equal(status(window).text, `$(plug) Mintscope: ${two.host}`, 'another one is in use');
    window.desk.pick!.choose(shown);
    await running;
    await eventually(() => window.projects.labels, ['One']);
    assert.equal(said(window), `Now using ${shown} in every workspace.`);
    assert.equal(status(window).text, `$(plug) Mintscope: ${shown}`);
    assert.deepEqual(window.desk.settings.get('mintscope.connections'), {
      [one.address]: { name: 'Staging $(bug)', color: 'green' },
    });
  });

  it('removes the name and the color of a connection, in whatever form its address is written', async () => {
    const { one, two, window } = await twoServices();
    window.desk.changeSetting('mintscope.connections', {
      [one.address]: { name: 'Other' },
      [`${two.address.replace('http', 'HTTP')}/`]: { name: 'Live', color: 'red' },
    });
    assert.equal(status(window).text, '$(plug) Mintscope: 🔴 Live');
    const naming = window.run('nameConnection');
    await eventually(() => window.desk.box?.value, 'Live');
    await enterName(window, '');
    assert.equal(window.desk.pick!.activeItems[0]?.label, '🔴 Red');
    window.desk.pick!.goBack();
    await eventually(() => window.desk.box?.step, 1);
    await enterName(window, '');
    window.desk.pick!.choose('No color');
    await naming;
    assert.deepEqual(window.desk.settings.get('mintscope.connections'), {
      [one.address]: { name: 'Other' },
    });
    assert.equal(status(window).text, `$(plug) Mintscope: ${two.host}`);
  });

  it('deletes connections by their buttons, one at a time', async () => {
    const { one, two, window, secrets } = await twoServices();
    const three = await start('Three');
    await keepSignIn(secrets, three);
    await eventually(() => window.projects.labels, ['Three']);
    const { pick: list, running } = await pick(window);
    list.press(one.host, 1);
    assert.equal(list.busy, true);
    list.press(two.host, 1);
    await eventually(() => list.busy, false);
    assert.equal(secrets.stored.size, 2, 'nothing more while it is busy');
    list.press(two.host, 1);
    await eventually(() => secrets.stored.size, 1);
    await eventually(() => list.busy, false);
    assert.deepEqual(
      list.items.filter(({ kind }) => kind === -1).map(({ label }) => label),
      [''],
      'no heading is left over',
    );
    assert.equal(list.disposed, false);
    list.hide();
    await running;
    assert.deepEqual([...secrets.stored.keys()], [`mintscope.token|every|${three.address}`]);
    assert.deepEqual(window.projects.labels, ['Three']);
  });

  it('marks a sign-in of this workspace in the list of connections', async () => {
    const one = await start('One');
    const window = await the.window({ folder: Uri.file('/work/lighthouse') });
    const signingIn = window.run('signIn');
    await eventually(() => window.desk.box?.step, 1);
    window.desk.box!.enter(one.address);
    await eventually(() => window.desk.box?.step, 2);
    window.desk.box!.enter(one.token);
    await eventually(() => window.desk.pick?.step, 3);
    window.desk.pick!.choose('This workspace');
    await signingIn;
    window.desk.choose = ({ choices }) => choices[0];
    await window.run('exploreSampleData');
    const { pick: list, running } = await pick(window);
    assert.match(list.sees[2]!, / \| this workspace · last used just now$/);
    assert.equal((list.items[2]!.iconPath as { readonly id: string }).id, 'plug');
    list.hide();
    await running;
  });

  it('deletes all stored sign-ins only after a confirmation', async () => {
    const { window, secrets } = await twoServices();
    const first = await pick(window);
    first.pick.choose('Delete All Stored Tokens…');
    await first.running;
    assert.equal(secrets.stored.size, 2);
    assert.deepEqual(
      window.desk.shown.map(({ text, modal }) => [text, modal]),
      [['Forget all 2 sign-ins of Mintscope?', true]],
    );
    window.desk.choose = ({ choices }) => choices[0];
    const second = await pick(window);
    second.pick.choose('Delete All Stored Tokens…');
    await second.running;
    assert.equal(secrets.stored.size, 0);
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'none');
    assert.equal(said(window), '2 sign-ins are forgotten.');
    await window.run('forgetAllSignIns');
    assert.equal(said(window), 'There are no sign-ins to forget.');
  });

  describe('with secrets of each window', () => {
    /** The sign-outs as another window sees them. */
    const signOutsOf = ({ storage }: FakeWindow) => {
      const database = new Database(storage, systemClock);
      atEnd(() => {
        database.close();
      });
      return new SignOuts(database, systemClock);
    };

    it('deletes its sign-ins when another window deletes all', async () => {
      const { window, secrets } = await twoServices();
      await signOutsOf(window).note(null);
      await eventually(() => window.desk.contexts.get('mintscope.connection'), 'none');
      assert.equal(secrets.stored.size, 0);
    });

    it('deletes the sign-ins of other windows although it has none itself', async () => {
      const window = await the.window({});
      window.desk.elsewhere = 'web';
      window.desk.choose = ({ choices }) => choices[0];
      const all: (number | undefined)[] = [];
      const end = signOutsOf(window).follow((until) => all.push(until));
      await window.run('forgetAllSignIns');
      assert.equal(window.desk.shown[0]?.text, 'Forget the sign-ins of all windows?');
      assert.equal(said(window), 'All sign-ins are forgotten.');
      await eventually(() => all.map((until) => typeof until), ['number']);
      end();
    });
  });

  it('shows sample data in the status bar, and switches back from it', async () => {
    const { one, two, window, list, running } = await listed();
    list.choose('Explore Sample Data');
    await running;
    assert.deepEqual(window.desk.shown, [], 'the list says what is replaced');
    assert.equal(status(window).text, '$(beaker) Mintscope: sample data');
    assert.equal(status(window).backgroundColor, undefined, 'it is no warning');
    const again = await pick(window);
    assert.deepEqual(again.pick.sees.slice(0, 4), [
      'Sample data | made up · in use',
      '-- recent',
      `${two.host} | every workspace · last used just now`,
      `${one.host} | every workspace · last used just now`,
    ]);
    assert.ok(!again.pick.labels.includes('Explore Sample Data'));
    assert.ok(again.pick.sees.includes('Stop Sample Data'));
    assert.equal(again.pick.placeholder, 'Using sample data. Choose another connection');
    again.pick.choose(one.host);
    await again.running;
    await eventually(() => window.projects.labels, ['One']);
    assert.equal(status(window).backgroundColor, undefined);
  });

  it('shows a refused token in the status bar until the service accepts it again', async () => {
    const { two, window } = await twoServices();
    two.service.setToken('another');
    await window.run('projects.refresh');
    await eventually(
      () => status(window).text,
      `$(warning) Mintscope: ${two.host} · token refused`,
    );
    assert.match(status(window).accessibilityInformation!.label, /Sign in again/);
    const { pick: list, running } = await pick(window);
    assert.match(list.placeholder, /refused your token/);
    assert.ok(list.sees.includes('Sign In Again…'));
    list.hide();
    await running;
    two.service.setToken(two.token);
    await window.run('projects.refresh');
    await eventually(() => status(window).text, `$(plug) Mintscope: ${two.host}`);
  });

  it('shows no token in the list, the status bar or the log', async () => {
    const { window, list, running } = await listed();
    const { text, tooltip, accessibilityInformation } = status(window);
    // All data in the items, also what is not drawn.
    const seen = JSON.stringify([
      list.items,
      list.placeholder,
      text,
      tooltip,
      accessibilityInformation,
    ]);
    assert.doesNotMatch(seen, /token-of/);
    list.hide();
    await running;
    await window.run('showLog');
    assert.match(window.desk.log.join(), /Connected to/);
    assert.doesNotMatch(window.desk.log.join(), /token-of/);
  });
});
