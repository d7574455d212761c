import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { keepSignIn } from '../../support/signIns.ts';
import { isStats, TOKEN } from '../../support/minimalService.ts';

describe('End of a connection', () => {
  const the = windows();

  const start = (name: string) => {
    const rows = [
      { id: 1, name, transferable: true },
      { id: 2, name: `${name} of unknown kind` },
    ];
    return the.service(rows, { 't/1': { total: 10 } });
  };

  const open = async () => {
    const [one, two] = [await start('One'), await start('Two')];
    const window = await the.signedIn(one);
    await eventually(() => window.projects.labels[0], 'One');
    /** Switches to the second service as another window would. */
    const switchElsewhere = () =>
      keepSignIn(window.secrets, { address: two.address, token: TOKEN });
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
    it(`closes the picker of ${command} when the connection ends`, async () => {
      const { window, two, switchElsewhere } = await open();
      const running = window.run(command);
      await eventually(() => window.desk.pick?.shown, true);
      await switchElsewhere();
      await running;
      assert.equal(window.desk.pick, undefined);
      await eventually(() => window.projects.labels[0], 'Two');
      assert.deepEqual(window.desk.panels, []);
      assert.ok(!two.requests.some(isStats));
    });
  }

  it('closes the picker for the kind of a project when the connection ends', async () => {
    const { window, switchElsewhere } = await open();
    const row = window.projects.painted[1]!.row;
    const running = window.run('openStats', row);
    await eventually(() => window.desk.pick?.title.includes('which kind'), true);
    await switchElsewhere();
    await running;
    assert.deepEqual([window.desk.pick, window.desk.panels], [undefined, []]);
  });

  it('updates the list of connections, which stays open, when the connection ends', async () => {
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
