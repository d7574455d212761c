import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { isStats } from '../../support/minimalService.ts';

const PREVIEWS = 'workbench.editor.enablePreview';
const STATS = Object.fromEntries(
  [1, 2, 3, 4].map((id) => [`t/${id}`, { total: id, confirmed: 0 }]),
);

describe('stats previews', () => {
  const the = windows();
  const now = Date.now;

  afterEach(() => {
    Date.now = now;
  });

  /** A window with projects, two of which have the same name. */
  const start = () =>
    the.opened(
      ['One', 'Twin', 'Twin', 'Four'].map((name, at) => ({ id: at + 1, name, transferable: true })),
      STATS,
    );
  /** Waits until the next click is not part of a double click. */
  const pause = () => {
    const before = Date.now();
    Date.now = () => before + 1_001;
  };
  const click = async (window: FakeWindow, id: number) => {
    window.projects.select(window.projects.painted[id - 1]!.row);
    await window.run('projects.openRow');
  };
  const titles = ({ desk }: FakeWindow) => open(desk.panels).map(({ title }) => title);
  const open = (panels: readonly FakePanel[]) => panels.filter(({ disposed }) => !disposed);
  const titlesAre = (window: FakeWindow, ...expected: readonly string[]) =>
    eventually(() => titles(window), expected);
  const shows = (panel: FakePanel, sees: string) => eventually(() => panel.sees, sees);
  /** A window whose preview shows the stats of the first row. */
  const opened = async () => {
    const started = await start();
    await click(started.window, 1);
    const panel = started.desk.panels[0]!;
    await shows(panel, 'One (1 · transferable) | 0 of 1 confirmed');
    assert.equal(panel.state?.preview, true);
    return { ...started, panel };
  };
  const openLink = ({ desk }: FakeWindow, id: number) => {
    desk.choose = () => 'Show Stats';
    desk.openLink!(Uri.parse(`vscode://mintscope.mintscope/projects/t/${id}`));
  };

  it('reuses and reveals the preview tab for the next row, with nothing of the earlier project and without the focus', async () => {
    const { window, service, desk, panel } = await opened();
    const before = panel.received.length;
    const { asOf } = panel.state!.facts!;
    service.hold(isStats);
    panel.setVisible(false);
    await click(window, 2);
    await eventually(() => panel.state?.ref, 't/2');
    const [first] = panel.received.slice(before);
    assert.ok(first?.type === 'state');
    const { ref, facts, counts, loading, preview } = first.state;
    assert.deepEqual([ref, counts, loading, preview], ['t/2', undefined, true, true]);
    assert.deepEqual(facts, { name: 'Twin', asOf });
    await eventually(() => service.held.length, 1);
    service.held[0]!.release();
    await shows(panel, 'Twin (2 · transferable) | 0 of 2 confirmed');
    assert.deepEqual([panel.visible, panel.focused], [true, false]);
    assert.deepEqual([desk.panels.length, panel.pages.length], [1, 1]);
  });

  it('shows no late response and no tick for the earlier project in a preview, and ignores messages of its page', async () => {
    const { window, service, desk } = await start();
    service.hold(({ path }) => path.endsWith('/t/1/stats'));
    await click(window, 1);
    await eventually(() => service.held.length, 1);
    const panel = desk.panels[0]!;
    const { promise, resolve: finishCopying } = Promise.withResolvers<undefined>();
    desk.copying = promise.then(() => undefined);
    panel.says({ type: 'copy', what: 'id', ref: 't/1' });
    await eventually(() => desk.clipboard, 't/1');
    await click(window, 2);
    await shows(panel, 'Twin (2 · transferable) | 0 of 2 confirmed');
    service.held[0]!.release();
    finishCopying(undefined);
    await desk.copying;
    panel.says({ type: 'copy', what: 'id', ref: 't/2' });
    panel.says({ type: 'copy', what: 'id', ref: 't/1' });
    await eventually(() => panel.received.at(-1)?.type, 'copied');
    assert.equal(panel.received.filter(({ type }) => type === 'copied').length, 1);
    assert.deepEqual([desk.clipboard, panel.state?.preview], ['t/2', true]);
    assert.equal(panel.state?.counts?.total, 2);
  });

  it('keeps a preview open after a double click, but not after two separate clicks', async () => {
    const { window } = await start();
    await click(window, 1);
    pause();
    await click(window, 1);
    await click(window, 2);
    await titlesAre(window, 'Twin (2 · transferable)');
    await click(window, 2);
    await click(window, 3);
    await titlesAre(window, 'Twin (2 · transferable)', 'Twin (3 · transferable)');
    await click(window, 4);
    await titlesAre(window, 'Twin (2 · transferable)', 'Four (4 · transferable)');
  });

  it('leaves a preview open that the user has pinned in the editor', async () => {
    const { window, desk, panel } = await opened();
    panel.isPinned = true;
    await click(window, 2);
    await titlesAre(window, 'One (1 · transferable)', 'Twin (2 · transferable)');
    await eventually(() => desk.panels[0]?.state?.preview, false);
  });

  it('keeps a preview open when previews are turned off, also one that is restored then', async () => {
    const { window, desk, panel } = await opened();
    desk.changeSetting(PREVIEWS, false);
    await eventually(() => panel.state?.preview, false);
    const restored = await window.restorePanel({ ref: 't/2', preview: true });
    await eventually(() => restored.state?.preview, false);
    desk.changeSetting(PREVIEWS, true);
    await click(window, 3);
    await titlesAre(
      window,
      ...['One (1 · transferable)', 'Twin (2 · transferable)', 'Twin (3 · transferable)'],
    );
  });

  it('opens a permanent tab for a link, also in place of a preview, and leaves others open', async () => {
    const { window, desk } = await start();
    openLink(window, 1);
    await titlesAre(window, 'One (1 · transferable)');
    await click(window, 2);
    await titlesAre(window, 'One (1 · transferable)', 'Twin (2 · transferable)');
    openLink(window, 2);
    await eventually(() => desk.panels[1]?.state?.preview, false);
    desk.panels[1]!.dispose();
    await titlesAre(window, 'One (1 · transferable)');
  });

  it('opens a preview from a picker if the setting is on', async () => {
    const { window, desk } = await start();
    desk.settings.set('workbench.editor.enablePreviewFromQuickOpen', true);
    const { pick, done } = await window.ask('lookUpStats');
    pick.type('t/1');
    pick.accept();
    await done;
    await eventually(() => desk.panels[0]?.state?.preview, true);
  });

  it('restores permanent tabs and one preview at most', async () => {
    const { window } = await start();
    const panel = await window.restorePanel({ ref: 't/1', preview: true });
    await shows(panel, 'One (1 · transferable) | 0 of 1 confirmed');
    for (const saved of [{ ref: 't/2' }, { ref: 't/4', preview: true }]) {
      const permanent = await window.restorePanel(saved);
      await eventually(() => permanent.state?.preview, false);
    }
    assert.equal(panel.state?.preview, true);
    await click(window, 3);
    const others = ['Twin (2 · transferable)', 'Four (4 · transferable)'];
    await titlesAre(window, 'Twin (3 · transferable)', ...others);
  });

  it('replaces a restored tab of the same project that was not shown yet, at its place', async () => {
    const { window, desk } = await start();
    const other = { label: 'Twin (3 · transferable)', state: { ref: 't/3' } };
    const own = { label: 'Twin (2 · transferable)', state: { ref: 't/2' }, viewColumn: 2 };
    const similar = { label: 'A (2 · transferable) (12 · transferable)', state: { ref: 't/12' } };
    // The list does not know its name yet.
    const unnamed = { label: 'Project 1 · transferable', state: { ref: 't/1' } };
    desk.waitingTabs = [other, own, similar, unnamed];
    await click(window, 2);
    assert.deepEqual(desk.waitingTabs, [other, similar, unnamed]);
    assert.deepEqual([desk.panels[0]!.column, desk.panels[0]!.focused], [2, false]);
    await eventually(() => desk.panels[0]?.state?.preview, false);
    openLink(window, 1);
    await titlesAre(window, 'Twin (2 · transferable)', 'One (1 · transferable)');
    assert.deepEqual(desk.waitingTabs, [other, similar]);
  });

  it('does not close the tab of another project for an equal title', async () => {
    const { window, desk } = await opened();
    await click(window, 2);
    await titlesAre(window, 'Twin (2 · transferable)');
    // The editor reports the new title a moment later.
    desk.panels[0]!.title = 'One (1 · transferable)';
    await click(window, 1);
    await titlesAre(window, 'One (1 · transferable)');
    assert.equal(desk.panels[0]!.disposed, false);
  });
});
