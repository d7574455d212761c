import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'mocha';
import { endAfterEach } from '../../faults/support/ends.ts';
import { TOKEN } from '../../faults/support/rig.ts';
import { windows } from '../../faults/support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { eventually, type FakeWindow, keepSignIn } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';
import { isStats } from '../../support/minimalService.ts';

const PANELS = 40;

describe('40 stats panels that were answered just before', () => {
  const atEnd = endAfterEach();
  const the = windows();

  /**
   * A window that knows two sign-ins and uses the second, whose 40 panels show what was just
   * answered. Nothing of that is stored yet, because another program is writing until `unlock`.
   */
  async function start() {
    const ids = Array.from({ length: PANELS }, (_, at) => at + 1);
    const stats = Object.fromEntries(ids.map((id) => [`t/${id}`, { total: 100, confirmed: id }]));
    const [other, used] = [await the.service([], stats), await the.service([], stats)];
    const secrets = new FakeSecrets();
    for (const { address } of [other, used]) await keepSignIn(secrets, { address, token: TOKEN });
    const window = await the.window({ secrets });
    window.projects.show();
    await eventually(() => window.desk.statusItems[0]?.text.includes(hostOf(used)), true);
    used.hold(isStats);
    const panels: FakePanel[] = [];
    for (const id of ids) panels.push(await openLink(window, `/projects/t/${id}`));
    const database = new DatabaseSync(join(window.storage, 'mintscope.db'));
    atEnd(() => {
      database.close();
    });
    // The windows of the extension write, too.
    database.exec('pragma busy_timeout = 5000; begin immediate');
    for (let at = 0; at < PANELS; at++) {
      await eventually(() => used.held.length > at, true);
      used.held[at]!.release();
    }
    const shown = () => panels.map(({ state }) => state?.counts?.confirmed);
    await eventually(shown, ids);
    const stored = () =>
      database
        .prepare(
          `select sign_in, count(*) as n, sum('t/' || cast(confirmed as integer) = project) as own
           from reading join account on account.id = reading.account group by sign_in`,
        )
        .all()
        .map(({ sign_in: signIn, n, own }) => [signIn, n, own]);
    assert.deepEqual(stored(), [], 'else it proves nothing');
    const signIns = [...secrets.held].map(([key, text]) => ({ key, text }));
    const signInOf = (service: typeof used) => {
      const { text } = signIns.find(({ key }) => key.endsWith(service.address))!;
      return (JSON.parse(text) as { readonly id: string }).id;
    };
    return {
      ...{ other, used, window, stored },
      signIn: signInOf(used),
      unlock: () => {
        database.exec('commit');
      },
    };
  }
  const hostOf = ({ address }: { readonly address: string }) => new URL(address).host;
  const choices = async ({ desk, run }: FakeWindow) => {
    const running = run('switchConnection');
    await eventually(() => desk.pick?.shown, true);
    return { pick: desk.pick!, running };
  };

  it('a switch of the connection are stored for the account that was left, and for no other', async () => {
    const { other, window, stored, signIn, unlock } = await start();
    const { pick, running } = await choices(window);
    pick.choose(hostOf(other));
    await eventually(() => window.desk.statusItems[0]?.text.includes(hostOf(other)), true);
    unlock();
    await running;
    await eventually(stored, [[signIn, PANELS, PANELS]]);
    assert.equal(other.requests.filter(isStats).length, 0, 'panels ask only their own account');
  });

  it('a sign-out of another account are stored for the account in use', async () => {
    const { other, window, stored, signIn, unlock } = await start();
    const { pick, running } = await choices(window);
    pick.press(hostOf(other));
    await eventually(() => window.secrets.held.size, 1);
    unlock();
    await eventually(() => pick.busy, false);
    pick.hide();
    await running;
    await eventually(stored, [[signIn, PANELS, PANELS]]);
  });
});
