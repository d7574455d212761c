import assert from 'node:assert/strict';
import { rows } from '../../support/projects.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeSecrets } from '../../support/fakeVscode/storage.ts';
import type { FakeWindow } from '../../support/fakeVscode/window.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { toToken } from '../../support/signInSteps.ts';
import { keepSignIn } from '../../support/signIns.ts';
import { windows } from '../../support/windows.ts';

const LONGEST_MS = 3000;
const CALLS = ['keys', 'get', 'store', 'delete'] as const;
const SILENT = 'The editor’s secret storage does not answer.';
const failed = (reason: string) =>
  `0 rows | Retry –  | ${reason} Until it works, you are signed out here. The log says more.`;

describe('A secret storage that does not answer', () => {
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let secrets: FakeSecrets;
  let window: FakeWindow;
  /** Lets the calls answer that have waited. */
  let unlock: () => void;

  beforeEach(async () => {
    const time = the.skippableTime();
    service = await the.service(rows(2));
    secrets = new FakeSecrets();
    await keepSignIn(secrets, { address: service.address, token: TOKEN });
    lock();
    window = await the.window({ secrets });
    window.projects.show();
    time.skip(LONGEST_MS);
    await eventually(() => window.projects.sees, failed(SILENT));
  });

  function lock() {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    for (const name of CALLS) {
      const real = secrets[name].bind(secrets) as (...args: string[]) => Promise<unknown>;
      const held = (...args: string[]) => promise.then(() => real(...args));
      Object.defineProperty(secrets, name, { value: held, configurable: true });
    }
    unlock = () => {
      resolve(undefined);
    };
  }
  /** Later calls answer; those that were made before never do. */
  const repair = () => {
    for (const name of CALLS) Reflect.deleteProperty(secrets, name);
  };
  const errors = () =>
    window.desk.shown.splice(0).flatMap(({ kind, text }) => (kind === 'error' ? text : []));
  const signIn = async () => {
    const { done, box } = await toToken(window, service.address);
    box.enter(TOKEN);
    await done;
  };

  it('shows the rows as soon as the storage answers', async () => {
    unlock();
    await eventually(() => window.projects.labels.length, 2);
  });

  it('Retry asks again, and shows the rows if the storage then answers', async () => {
    repair();
    await window.run('projects.refresh');
    await eventually(() => window.projects.labels.length, 2);
  });

  it('sample data and Check Connection work, and other commands say why they do not', async () => {
    for (const command of ['openPortfolio', 'lookUpStats', 'find']) {
      await window.run(command);
      assert.deepEqual(errors(), [`Mintscope: ${SILENT}`], command);
    }
    await window.run('runDoctor');
    assert.equal(window.desk.editorCommands.at(-1)?.[0], 'vscode.openWith', 'there is a report');
    errors();
    const { pick, done } = await window.ask('switchConnection');
    assert.equal(pick.placeholder, SILENT);
    pick.choose('Explore Sample Data');
    await done;
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'sample');
    await eventually(() => window.projects.labels.length > 2, true);
    await window.run('signOut');
    await eventually(() => window.projects.sees, failed(SILENT));
  });

  it('Sign In works for this window, says so, and ends with Sign Out', async () => {
    await signIn();
    await eventually(() => window.projects.labels.length, 2);
    const { kind, text } = window.desk.shown.at(-1)!;
    assert.deepEqual(
      [kind, text],
      [
        'warning',
        `Signed in to ${service.host} (this window only). The token cannot be stored, so sign in again after a reload. ${SILENT}`,
      ],
    );
    const { tooltip } = window.desk.statusItems[0]!;
    assert.match(tooltip, /\(this window only\)/);
    await window.run('openStats', window.projects.painted[0]!.row);
    await eventually(() => window.desk.panels.length, 1);
    await window.run('signOut');
    await eventually(() => window.projects.sees, failed(SILENT));
    await eventually(() => window.desk.panels.every(({ disposed }) => disposed), true);
    assert.equal(window.desk.said.at(-1), `Signed out of ${service.host} (this window only).`);
    assert.equal(secrets.stored.size, 1);
  });

  it('Sign In stores the token once the storage works again', async () => {
    await signIn();
    repair();
    unlock();
    await eventually(() => window.projects.labels.length, 2);
    await signIn();
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'every');
  });
});

describe('A secret storage that stops answering', () => {
  const the = windows();

  it('Sign Out closes the panels of the account, although the token cannot be deleted', async () => {
    const time = the.skippableTime();
    const { window, desk } = await the.opened(rows(2), { 't/1': { total: 4, confirmed: 1 } });
    await window.run('openStats', window.projects.painted[0]!.row);
    await eventually(() => desk.panels.length, 1);
    for (const name of CALLS) {
      const value = () => new Promise(() => undefined);
      Object.defineProperty(window.secrets, name, { value });
    }
    const done = window.run('signOut');
    await eventually(() => {
      time.skip(LONGEST_MS);
      return window.projects.sees;
    }, failed(SILENT));
    await done;
    await eventually(() => desk.panels.every(({ disposed }) => disposed), true);
    assert.deepEqual(
      desk.shown.splice(0).map(({ text }) => text),
      [`Mintscope: The sign-in has ended, but its token is still stored. ${SILENT}`],
    );
  });
});

describe('A secret storage that stores a token too late', () => {
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let secrets: FakeSecrets;
  let window: FakeWindow;
  let unlock: () => void;
  const connection = () => window.desk.contexts.get('mintscope.connection');

  beforeEach(async () => {
    const time = the.skippableTime();
    service = await the.service(rows(2));
    secrets = new FakeSecrets();
    window = await the.window({ secrets });
    window.projects.show();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    unlock = () => {
      resolve(undefined);
    };
    const store = secrets.store.bind(secrets);
    secrets.store = (key, value) => promise.then(() => store(key, value));
    const { done, box } = await toToken(window, service.address);
    box.enter(TOKEN);
    await eventually(() => {
      time.skip(LONGEST_MS);
      return connection();
    }, 'window');
    await done;
  });

  it('the sign-in of the window is a stored one from then on, which Sign Out deletes', async () => {
    unlock();
    await eventually(connection, 'every');
    await eventually(() => window.projects.labels.length, 2);
    await window.run('signOut');
    assert.equal(secrets.stored.size, 0);
    assert.equal(connection(), 'none');
  });

  it('a token that is stored after Sign Out is deleted, and signs nobody in', async () => {
    await window.run('signOut');
    await eventually(connection, 'failed');
    unlock();
    await eventually(connection, 'none');
    await eventually(() => secrets.stored.size, 0);
  });

  it('a token that is stored after Delete All Stored Tokens is deleted', async () => {
    window.desk.choose = ({ choices }) => choices[0];
    await window.answer('switchConnection', 'Delete All Stored Tokens…');
    assert.equal(window.desk.shown.splice(0).at(-1)?.text, `Mintscope: ${SILENT}`);
    unlock();
    await eventually(connection, 'none');
    await eventually(() => secrets.stored.size, 0);
  });
});
