import assert from 'node:assert/strict';
import { windows } from '../../../support/windows.ts';
import { Uri } from '../../../support/fakeVscode/values.ts';
import { eventually } from '../../../support/eventually.ts';
import { type FakeWindow } from '../../../support/fakeVscode/window.ts';
import { turn, turns } from '../../../support/turn.ts';
import { openLink } from '../../../support/openLink.ts';
import { isStats, seemsLong, TOKEN } from '../../../support/minimalService.ts';
import { sentProjects } from '../../../support/projects.ts';

const KNOWN = { 'mintscope.showProgress': 'known' };

describe('progress in rows', () => {
  const the = windows();

  const projects = (count: number) => sentProjects(count, (id) => ({ name: `Project ${id}` }));
  const counts = (count: number): Record<string, object> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `t/${at + 1}`,
        { total: 100, confirmed: at + 10, processing: 90 - at, pending: 0 },
      ]),
    );

  /** A window with `count` projects, which are all painted, but not in sight yet. */
  async function start(count: number, settings: Readonly<Record<string, unknown>> = {}) {
    const rows = projects(count);
    const stats = counts(count);
    const service = await the.service(rows, stats);
    service.lie(seemsLong);
    const window = await the.signedIn(service, {
      settings: { 'mintscope.showProgress': 'visible', ...settings },
      pageSize: 100,
    });
    await eventually(() => window.projects.addresses.size, Math.min(100, count));
    const requested = () =>
      service.requests.filter(isStats).map(({ path }) => /(t\/\d+)\/stats/.exec(path)?.[1]);
    return { rows, stats, service, window, requested };
  }
  const look = ({ desk, projects: tree }: FakeWindow, from: number, to: number) => {
    desk.decorations.look([...tree.addresses.values()].slice(from, to));
  };
  /** The share of each row from one place to another, a space where there is none. */
  const shares = ({ projects: tree }: FakeWindow, from: number, to: number) =>
    tree.painted
      .slice(from, to)
      .map(({ item }) => /^(\d+)%/.exec(String(item.description))?.[1] ?? ' ');

  it('shows known, visible or no shares as mintscope.showProgress says, paints only if a share has changed, and shows none of another account', async () => {
    const { service, window, requested } = await start(5, KNOWN);
    const { desk } = window;
    look(window, 0, 5);
    await openLink(window, '/projects/t/2');
    await eventually(() => shares(window, 0, 5), [' ', '11', ' ', ' ', ' ']);
    const panel = await openLink(window, '/projects/t/4');
    await eventually(() => shares(window, 0, 5), [' ', '11', ' ', '13', ' ']);
    const earlier = panel.state?.asOf;
    await window.run('refreshStats');
    await eventually(() => panel.state?.asOf !== earlier, true);
    assert.deepEqual(requested(), ['t/2', 't/4', 't/4']);
    desk.changeSetting('mintscope.showProgress', 'visible');
    await eventually(() => shares(window, 0, 5), ['10', '11', '12', '13', '14']);
    desk.changeSetting('mintscope.showProgress', 'never');
    await eventually(() => shares(window, 0, 5), [' ', ' ', ' ', ' ', ' ']);
    desk.changeSetting('mintscope.showProgress', 'known');
    await eventually(() => shares(window, 0, 5).includes(' '), false);
    assert.equal(new Set(requested()).size, 5);
    service.setToken(`${TOKEN}-of-another`);
    await window.signInTo(service, `${TOKEN}-of-another`);
    await eventually(() => shares(window, 0, 5), [' ', ' ', ' ', ' ', ' ']);
  });

  it('requests shares only for decoration addresses of projects, offers Watch Minting while something is left, and marks what is acknowledged', async () => {
    const { window, stats, requested } = await start(3);
    stats['t/2'] = { total: 100, confirmed: 100, processing: 0, pending: 0 };
    stats['t/3'] = { total: 100, confirmed: 50, processing: 43, pending: 0, failed: 7 };
    const others = ['/project/t/99', '/project/t/1/2', '/project/x/1', '/', '/collection/t/1'].map(
      (path) => Uri.from({ scheme: 'mintscope', path }),
    );
    window.desk.decorations.look([...others, Uri.file('/project/t/1')]);
    look(window, 1, 3);
    const item = (at: number) => window.projects.painted[at]!.item;
    const contexts = () => [0, 1, 2].map((at) => / ended\b/.test(item(at).contextValue!));
    await eventually(contexts, [false, true, false]);
    await eventually(() => item(2).description, '50% · Failed 7');
    assert.deepEqual(requested().toSorted(), ['t/2', 't/3']);
    const view = () => window.desk.trees.get('mintscope.attention')?.message;
    await eventually(view, '2 of 600 read · 1 failed');
    await window.run('acknowledge', window.projects.painted[2]!.row);
    await eventually(() => item(2).description, '50% · Failed 7 · acknowledged');
    const spoken = item(2).accessibilityInformation?.label;
    assert.equal(spoken, 'Project 3, acknowledged: Failed 7, 50% confirmed');
  });

  describe('of rows that stay in sight', () => {
    /** Three rows in sight, the second of them minted. */
    async function inSight() {
      const time = the.skippableTime();
      const found = await start(5);
      found.stats['t/2'] = { total: 9, confirmed: 9, processing: 0, pending: 0 };
      look(found.window, 0, 5);
      await eventually(() => found.requested().length, 5);
      look(found.window, 0, 3);
      await eventually(() => shares(found.window, 0, 3), ['10', '100', '12']);
      // The paint has ended before time is skipped.
      await turns();
      return { ...found, time };
    }

    it('shows new shares after a minute without a press, those of complete projects later, and none while view or window is out of sight', async () => {
      const { requested, stats, time, window } = await inSight();
      stats['t/1'] = { total: 100, confirmed: 50, processing: 50, pending: 0 };
      time.skip(30_000);
      await turns();
      assert.equal(requested().length, 5);
      window.desk.focused = false;
      time.skip(40_000);
      window.projects.hide();
      window.desk.focused = true;
      await turns();
      assert.equal(requested().length, 5);
      window.projects.show();
      await eventually(() => shares(window, 0, 3), ['50', '100', '12']);
      for (const confirmed of [62, 73]) {
        stats['t/1'] = { total: 100, confirmed, processing: 100 - confirmed, pending: 0 };
        await turns();
        time.skip(61_000);
        await eventually(() => shares(window, 0, 3), [String(confirmed), '100', '12']);
      }
      assert.equal(requested().slice(5).includes('t/2'), false);
      time.skip(10 * 60_000);
      await eventually(() => requested().slice(5).includes('t/2'), true);
    });

    it('reads the rows of Needs Attention in sight too, and draws no dot beside them, while Projects is out of sight', async () => {
      const { requested, rows, stats, time, window } = await inSight();
      const { desk } = window;
      const failing = { total: 100, confirmed: 40, processing: 30, pending: 0, failed: 30 };
      stats['t/3'] = failing;
      Object.assign(rows[2]!, { status: 'completed' });
      await window.run('projects.refresh');
      const attention = desk.trees.get('mintscope.attention')!;
      attention.show();
      const described = () => attention.painted[0]?.item.description;
      await eventually(() => described()?.startsWith('Failed 30'), true);
      const [address] = attention.addresses.values();
      assert.ok(desk.decorations.drawn(window.projects.addresses.get('Project 3')!));
      assert.equal(desk.decorations.drawn(address!), undefined);
      // The editor asks for those of the rows in sight again.
      desk.decorations.look([address!]);
      window.projects.hide();
      await turns();
      const before = requested().length;
      for (const failed of [31, 32]) {
        stats['t/3'] = { ...failing, failed };
        time.skip(61_000);
        await eventually(() => described()?.startsWith(`Failed ${failed}`), true);
        await turns();
      }
      assert.deepEqual(new Set(requested().slice(before)), new Set(['t/3']));
      attention.hide();
      const read = requested().length;
      time.skip(61_000);
      await turns();
      assert.equal(requested().length, read);
    });

    it('keeps a tooltip open when Needs Attention appears', async () => {
      const { window } = await inSight();
      const { requested } = window.desk.decorations;
      const attention = window.desk.trees.get('mintscope.attention')!;
      await window.projects.tooltipOf('Project 3');
      const before = requested.length;
      attention.show();
      await turns();
      assert.equal(requested.length, before, 'the editor closes it if its row is decorated again');
      window.projects.select(window.projects.painted[0]!.row);
      await eventually(() => requested.length > before, true);
    });

    it('shows new shares after each press of Refresh, whatever their age, also while a tooltip may be open or mintscope.showProgress is known', async () => {
      const { requested, stats, window } = await inSight();
      await window.projects.tooltipOf('Project 3');
      for (const confirmed of [51, 62, 73]) {
        if (confirmed === 73) window.desk.changeSetting('mintscope.showProgress', 'known');
        stats['t/1'] = { total: 100, confirmed, processing: 100 - confirmed, pending: 0 };
        const before = requested().length;
        await window.run('projects.refresh');
        await eventually(() => shares(window, 0, 1), [String(confirmed)]);
        const refs = () => [...new Set(requested().slice(before))].toSorted();
        await eventually(refs, ['t/1', 't/2', 't/3']);
      }
      window.desk.changeSetting('mintscope.showProgress', 'never');
      await turns();
      const before = requested().length;
      await window.run('projects.refresh');
      await turns();
      assert.equal(requested().length, before);
    });

    it('says how old shares are that cannot be read again, and no longer once they were', async () => {
      const { stats, time, window } = await inSight();
      const described = () => String(window.projects.painted[0]!.item.description);
      window.desk.changeSetting('mintscope.showProgress', 'known');
      time.skip(9 * 60_000);
      await turns();
      assert.equal(described(), '10%');
      const tooltip = await window.projects.tooltipOf('Project 1');
      assert.match(tooltip!, /10 of 100 confirmed, as of (yesterday )?\d\d:\d\d · 9 min ago/);
      const { pick, done } = await window.ask('find');
      await eventually(() => pick.items[0]?.description, '10% · 9 min ago');
      pick.hide();
      await done;
      window.projects.select(window.projects.painted[1]!.row);
      time.skip(5 * 60_000);
      await eventually(described, '10% · 14 min ago');
      const spoken = window.projects.painted[0]!.item.accessibilityInformation?.label;
      assert.equal(spoken, 'Project 1, 10% confirmed, 14 min ago');
      stats['t/1'] = { total: 100, confirmed: 50, processing: 50, pending: 0 };
      window.desk.changeSetting('mintscope.showProgress', 'visible');
      await eventually(described, '50%');
    });

    it('retries one row at a time in an outage, in turn, and refetches all shares after it', async () => {
      const { requested, stats, time, window, service } = await inSight();
      const isOut = () => window.projects.message.includes('unreachable');
      const fail = async () => {
        service.fail(() => 'reset');
        await turns();
        time.skip(61_000);
        await eventually(isOut, true);
        return requested().length;
      };
      const before = await fail();
      stats['t/1'] = { total: 100, confirmed: 50, processing: 50, pending: 0 };
      service.fail(() => undefined);
      look(window, 0, 5);
      await turns();
      assert.equal(requested().length, before, 'rows that come in sight send no request');
      // The next try is not planned before the requests under way have failed.
      while (isOut()) {
        time.skip(61_000);
        await turns();
      }
      await eventually(() => shares(window, 0, 1), ['50']);
      const again = await fail();
      // A row may be requested several times before the next one.
      while (new Set(requested().slice(again)).size < 3) {
        time.skip(61_000);
        await turn();
      }
    });

    it('refetches the share of a row at once, and draws the dot of a change, if an automatic refresh finds another status', async () => {
      const { requested, rows, stats, time, window } = await inSight();
      const drawn = window.desk.decorations.requested.length;
      Object.assign(rows[0]!, { status: 'completed' });
      stats['t/1'] = { total: 100, confirmed: 100, processing: 0, pending: 0 };
      window.desk.changeSetting('mintscope.autoRefresh', 10);
      time.skip(10_000);
      const description = () => String(window.projects.painted[0]!.item.description);
      await eventually(() => description().includes('100%'), true);
      assert.deepEqual(requested().slice(5), ['t/1']);
      await eventually(() => window.desk.decorations.requested.length, drawn + 3);
    });
  });
});
