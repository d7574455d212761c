import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { eventually, keepSignIn, openWindow } from '../../support/fakeVscode/window.ts';
import { startMinimalService } from '../../support/minimalService.ts';

describe('the end of a connection', () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const start = async (name: string) => {
    const token = `token-of-${name}`;
    const service = await startMinimalService({
      token,
      projects: [
        { id: 1, name, transferable: true },
        { id: 2, name: `${name} of unknown kind` },
      ],
      stats: { 't/1': { total: 10 } },
    });
    ends.push(() => service.close());
    return { service, address: service.address, token };
  };

  const open = async () => {
    const [one, two] = [await start('One'), await start('Two')];
    const secrets = new FakeSecrets();
    await keepSignIn(secrets, one);
    const window = await openWindow({ secrets });
    ends.push(() => window.close());
    window.projects.show();
    await eventually(() => window.projects.labels[0], 'One');
    /** As another window does it. */
    const switchElsewhere = () => keepSignIn(secrets, two);
    return { window, one, two, switchElsewhere };
  };

  for (const command of [
    'lookUpStats',
    'find',
    'filterProjects',
    'projects.sort',
    'projects.group',
    'exportProjects',
  ]) {
    it(`ends the question of ${command}`, async () => {
      const { window, two, switchElsewhere } = await open();
      const running = window.run(command);
      await eventually(() => window.desk.pick?.shown, true);
      await switchElsewhere();
      await running;
      assert.equal(window.desk.pick, undefined);
      await eventually(() => window.projects.labels[0], 'Two');
      assert.deepEqual(window.desk.panels, []);
      const asked = two.service.requests.map(({ path }) => path);
      assert.ok(asked.every((path) => !path.endsWith('/stats')));
    });
  }

  it('closes the question for the kind of a project', async () => {
    const { window, switchElsewhere } = await open();
    const row = window.projects.painted[1]!.row;
    const running = window.run('openStats', row);
    await eventually(() => window.desk.pick?.title.includes('which kind'), true);
    await switchElsewhere();
    await running;
    assert.deepEqual([window.desk.pick, window.desk.panels], [undefined, []]);
  });

  it('updates the list of connections, which stays open', async () => {
    const { window, one, two, switchElsewhere } = await open();
    const running = window.run('switchConnection');
    await eventually(() => window.desk.pick?.shown, true);
    const pick = window.desk.pick!;
    await switchElsewhere();
    const host = ({ address }: { readonly address: string }) => new URL(address).host;
    await eventually(() => pick.labels.slice(0, 3), [host(two), 'recent', host(one)]);
    assert.match(pick.placeholder, new RegExp(`^Using ${host(two)} in every workspace`));
    pick.hide();
    await running;
  });
});
