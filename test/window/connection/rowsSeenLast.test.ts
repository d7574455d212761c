import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import type { FakeWindow, WindowOptions } from '../../support/fakeVscode/window.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { sentProjects } from '../../support/projects.ts';
import { signInsOf, keepSignIn } from '../../support/signIns.ts';
import { inDatabase, storedIn } from '../../support/storedLists.ts';
import { windows } from '../../support/windows.ts';

describe('Stored lists', () => {
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let projects: { id: number; name: string; transferable: boolean }[];
  let window: FakeWindow;
  let user: Awaited<ReturnType<typeof the.user>>;

  beforeEach(async () => {
    projects = sentProjects(30);
    service = await the.service(projects, {}, { collections: [{ name: 'C' }] });
    user = await the.user({ address: service.address, token: TOKEN });
    await open();
    await eventually(lists, [listOf(id())]);
  });

  const open = async (options: WindowOptions = {}) => {
    window = await user.open({ pageSize: 10, ...options });
  };
  /** The stored lists, as the sign-in and the name. */
  const lists = () => storedIn(user.globalStorage).map(({ signIn, name }) => `${signIn} ${name}`);
  const listOf = (signIn: string, name = 'projects') => `${signIn} ${name}`;
  const stored = (signIn = id()) =>
    storedIn(user.globalStorage).find((one) => one.signIn === signIn && one.name === 'projects');
  const count = (signIn = id()) => stored(signIn)?.rows.length;
  const change = (sql: string, ...values: (string | number | null)[]) => {
    inDatabase(user.globalStorage, (database) => database.prepare(sql).run(...values));
  };
  const id = () => (JSON.parse([...user.secrets.stored.values()].at(-1)!) as { id: string }).id;
  const labels = () => window.projects.labels;
  /** Records a sign-out as another window does, without an event of the secret storage. */
  const noteSignOut = (signIn: string | null) => {
    change('insert into sign_out (sign_in, at) values (?, ?)', signIn, Date.now() + 1);
  };

  it('stores each list when it has settled, and not at every page', async () => {
    window.collections.show();
    await eventually(lists, [listOf(id(), 'collections'), listOf(id())]);
    assert.deepEqual([count(), stored()?.head.covered, stored()?.head.total], [10, 10, 30]);
    service.hold(({ query }) => query.page === '3');
    const loading = window.run('projects.loadAll');
    await eventually(() => window.projects.description, '20 of 30');
    assert.equal(count(), 10);
    service.release();
    await loading;
    await eventually(() => [count(), stored()?.head.ended], [30, true]);
  });

  it('Sign Out deletes the stored lists before it ends, and leaves a note for windows that no event reaches', async () => {
    const ended = id();
    await window.run('signOut');
    assert.deepEqual(lists(), []);
    const [note] = inDatabase(user.globalStorage, (database) =>
      database.prepare('select sign_in from sign_out').all(),
    );
    assert.equal(note?.sign_in, ended);
  });

  it('deletes the stored lists when another window deletes all tokens, by its note in the database, and says so', async () => {
    noteSignOut(null);
    // The rows may be deleted first: a window also deletes unused data after its start.
    await eventually(() => [lists(), user.secrets.stored.size], [[], 0]);
    const words = `Signed out of ${service.host} in another window.`;
    await eventually(() => window.desk.said, [words]);
  });

  it('deletes stored lists, and does not show them, if the sign-in is gone at the start', async () => {
    await window.close();
    user.secrets.stored.clear();
    await open();
    await eventually(lists, []);
    await eventually(labels, []);
  });

  it('stores no list that was being read while another window signed out', async () => {
    service.hold();
    const refreshing = window.run('projects.refresh');
    noteSignOut(id());
    change('delete from account');
    service.release();
    await refreshing;
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'none');
    await window.close();
    assert.deepEqual(lists(), []);
  });

  it('stores the lists of a sign-in that the user can switch to, and shows them at once after a switch back', async () => {
    const before = id();
    await window.signInTo(await the.service([]));
    const elsewhere = id();
    await eventually(lists, [listOf(before), listOf(elsewhere)].sort());
    await eventually(labels, []);
    projects.unshift({ id: 99, name: 'P 99', transferable: true });
    service.hold();
    await signInsOf(user.secrets).use({ id: before, scope: 'every' });
    await eventually(() => labels()[0], 'P 1');
    await eventually(() => window.projects.message.includes('being refreshed'), true);
    service.release();
    await eventually(() => labels()[0], 'P 99');
    assert.match(window.projects.message, /1 new since /);
    await window.run('signOut');
    assert.deepEqual(lists(), [listOf(elsewhere)]);
  });

  it('stores no sample data', async () => {
    const before = lists();
    window.desk.choose = ({ choices }) => choices[0];
    await window.run('exploreSampleData');
    await eventually(() => labels().length > 0 && !labels().includes('P 1'), true);
    await window.close();
    assert.deepEqual(lists(), before);
  });

  it('turning mintscope.keepRows off deletes the stored lists, and turning it on stores them again', async () => {
    window.desk.changeSetting('mintscope.keepRows', false);
    await eventually(lists, []);
    const sent = service.requests.length;
    window.desk.changeSetting('mintscope.keepRows', true);
    await eventually(lists, [listOf(id())]);
    assert.equal(count(), 10);
    assert.equal(service.requests.length, sent);
  });

  it('deletes stored lists, and does not show them, if mintscope.keepRows is off at the start', async () => {
    await window.close();
    service.hold();
    await open({ settings: { 'mintscope.keepRows': false } });
    await eventually(lists, []);
    assert.deepEqual(labels(), []);
    service.release();
    await eventually(() => labels().length, 11);
    await window.close();
    assert.deepEqual(lists(), []);
  });
});

/** Windows that show stored rows while the secret storage does not answer. */
describe('stored rows', () => {
  const the = windows();

  /** @param token the token of the sign-in that was stored after the rows. */
  async function start(token = TOKEN) {
    const service = await the.service(sentProjects(2), { 't/1': { total: 4, confirmed: 3 } });
    const signIn = { address: service.address, token: TOKEN };
    const user = await the.user(signIn);
    const first = await user.open();
    await eventually(() => storedIn(user.globalStorage).length, 1);
    await first.close();
    if (token !== TOKEN) {
      service.setToken(token);
      await keepSignIn(user.secrets, { ...signIn, token });
    }
    const storage = Promise.withResolvers<undefined>();
    const { secrets } = user;
    const [get, keys] = [secrets.get.bind(secrets), secrets.keys.bind(secrets)];
    secrets.get = async (key) => (await storage.promise, get(key));
    secrets.keys = async () => (await storage.promise, keys());
    const reopen = async () => {
      const window = await user.open();
      await eventually(() => window.projects.painted.length, 2);
      return window;
    };
    const release = () => {
      storage.resolve(undefined);
    };
    return { service, reopen, release };
  }

  it('opens the panel of a stored row before the sign-in was looked up, and adds the time to its JSON and table', async () => {
    const { service, reopen, release } = await start();
    await service.stop();
    const window = await reopen();
    const { run, desk, projects: tree } = window;
    const opening = window.openRow(0);
    release();
    await opening;
    await eventually(() => desk.panels[0]?.title, 'P 1 (1 · transferable)');
    await eventually(() => tree.message.startsWith('As of'), true);
    const { row } = tree.painted.find(({ item }) => item.label === 'P 1')!;
    await run('openJson', row);
    assert.match(await window.json(desk.editorCommands.at(-1)![1]), /"asOf": "\d{4}-/);
  });

  it('uses no stored row for a command if the lookup finds another account', async () => {
    const { reopen, release } = await start('token-of-another');
    const { run, desk, projects: tree } = await reopen();
    const { row } = tree.painted[0]!;
    tree.select(row);
    const commands = ['projects.openRow', 'openJson', 'copyId'];
    const used = commands.map((command) => run(command, row));
    release();
    await Promise.all(used);
    const message = 'Mintscope: The sign-in changed meanwhile. Run this again.';
    assert.deepEqual(desk.said, Array(commands.length).fill(message));
    desk.shown.length = 0;
    assert.deepEqual([desk.panels, desk.editorCommands, desk.clipboard], [[], [], '']);
  });
});
