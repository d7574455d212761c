import assert from 'node:assert/strict';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { keepSignIn } from '../../support/signIns.ts';
import { sentProjects } from '../../support/projects.ts';
import { storedIn } from '../../support/storedLists.ts';

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
    /** The secret storage answers only after this resolves. */
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
    await run('copyMarkdown', row);
    assert.match(desk.clipboard, /\n\nAs of .+ \d+:\d\d:\d\d/);
  });

  it('uses no stored row for a command if the lookup finds another account', async () => {
    const { reopen, release } = await start('token-of-another');
    const { run, desk, projects: tree } = await reopen();
    const { row } = tree.painted[0]!;
    tree.select(row);
    const commands = ['projects.openRow', 'openJson', 'copyMarkdown'];
    const used = commands.map((command) => run(command, row));
    release();
    await Promise.all(used);
    const message = 'Mintscope: The sign-in changed meanwhile. Run this again.';
    assert.deepEqual(desk.said, Array(commands.length).fill(message));
    desk.shown.length = 0;
    assert.deepEqual([desk.panels, desk.editorCommands, desk.clipboard], [[], [], '']);
  });
});
