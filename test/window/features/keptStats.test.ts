import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { eventually } from '../../support/eventually.ts';
import { accountAt } from '../../support/signIns.ts';
import { keptWindows } from '../../support/keptWindows.ts';
import { openLink } from '../../support/openLink.ts';
import { isStats, TOKEN } from '../../support/minimalService.ts';

const projects = [
  { id: 1, name: 'Harbor', transferable: true },
  { id: 2, name: 'Ember', transferable: true },
];

describe('stored readings in stats panels', () => {
  const the = windows();
  const newUser = keptWindows();

  /** A window whose panel of `t/1` has shown 3 of 4, and what it stored. */
  async function start() {
    const stats: Record<string, object> = {
      't/1': { total: 4, confirmed: 3 },
      't/2': { total: 9 },
    };
    const service = await the.service(projects, stats);
    const signIn = { address: service.address, token: TOKEN };
    const user = await newUser(signIn);
    const first = await user.open();
    const panel = await openLink(first, '/projects/t/1');
    await eventually(() => panel.state?.counts?.total, 4);
    return { service, stats, signIn, user, panel };
  }
  const states = ({ received }: FakePanel) =>
    received.flatMap((message) => (message.type === 'state' ? [message.state] : []));
  const saved = async ({ address }: { readonly address: string }) => ({
    ref: 't/1',
    service: await accountAt({ address }, TOKEN),
    facts: { name: 'Harbor' },
  });

  it('shows the stored counts at once in the next window, then the current ones', async () => {
    const { service, stats, user, panel } = await start();
    const { asOf } = panel.state!;
    stats['t/1'] = { total: 4, confirmed: 4 };
    service.hold(isStats);
    const window = await user.open();
    const restored = await window.restorePanel(await saved(service));
    await eventually(() => service.held.length, 1);
    await eventually(() => restored.sees, 'Harbor (1 · transferable) | 3 of 4 confirmed | loading');
    assert.equal(restored.state!.asOf, asOf);
    assert.ok(
      states(restored).every(({ counts }) => counts),
      'no state without numbers came before',
    );
    service.held[0]!.release();
    await eventually(() => restored.sees, 'Harbor (1 · transferable) | 4 of 4 confirmed');
    const opened = await openLink(window, '/projects/t/2');
    await eventually(() => opened.state?.loading, true);
    assert.equal(opened.state!.counts, undefined, 'nothing was read of this one');
  });
});
