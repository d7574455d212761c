import assert from 'node:assert/strict';
import { isStats, type MinimalService } from '../../support/minimalService.ts';
import { seriousFaults } from '../support/axe.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects, makeStats } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const PROJECTS = 12;
const title = (id: number) =>
  `Project ${id} (${id} · ${id % 2 === 1 ? 'transferable' : 'non-transferable'})`;

describe('Tabs of stats', () => {
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    const stats = makeStats(PROJECTS, (id) => ({ total: 100 + id }));
    const projects = makeProjects(PROJECTS, () => ({
      description: 'A line.\n'.repeat(40),
      image: 'https://images.example.com/same.png',
    }));
    ({ service, workbench } = await startSignedIn({ projects, stats }));
  });

  beforeEach(async () => {
    await workbench.closeEditors();
    await workbench.trees.clickRow('Projects', 'Project 12');
    await panelOf(12);
    await workbench.closeEditors();
  });

  const click = async (id: number) => {
    await workbench.trees.clickRow('Projects', `Project ${id}`);
    return panelOf(id);
  };
  /** The page that shows the counts of this project. */
  const panelOf = (id: number) =>
    workbench.editors.webviewFrame(
      `main:has(h1:has-text("Project ${id}")):has-text("${100 + id}")`,
    );
  const tabsAre = (...ids: readonly number[]) =>
    settles(async () => {
      assert.deepEqual(await workbench.editors.tabTitles(), ids.map(title));
    });
  const statsRequests = () => service.requests.filter(isStats).length;

  it('one tab shows one project after another, and nothing of the earlier one', async () => {
    const panel = await click(1);
    await panel.getByRole('button', { name: 'Show all' }).click();
    await panel.getByRole('button', { name: 'Show image from' }).click();
    await panel.getByRole('main').getByText('The image could not be loaded').waitFor();
    assert.deepEqual(await seriousFaults(panel), []);
    await workbench.screenshot('preview');
    const next = await click(2);
    await next.getByRole('button', { name: 'Show image from' }).waitFor();
    await next.getByRole('button', { name: 'Show all' }).waitFor();
    assert.equal(await next.getByText('The image could not be loaded').count(), 0);
    await click(3);
    await tabsAre(3);
  });

  it('a preview stays in its group of editors', async () => {
    await click(1);
    await workbench.runCommand('View: Split Editor Right');
    await workbench.editors.groupsAre(2);
    await click(2);
    await tabsAre(2);
    // The editor would have closed the group if its only tab had left it.
    await workbench.editors.groupsAre(2);
    await workbench.screenshot('preview-split');
  });

  it('keys that select several rows open no tab', async () => {
    const { keyboard } = workbench.page;
    const selected = (...ids: readonly number[]) =>
      settles(async () => {
        const labels = await workbench.trees.selectedRows('Projects');
        assert.deepEqual(
          labels,
          ids.map((id) => `Project ${id}`),
        );
      });
    await workbench.trees.clickRow('Projects', 'Project 12', { holding: 'ControlOrMeta' });
    await selected();
    const before = statsRequests();
    await keyboard.press('Home');
    await keyboard.press('Shift+ArrowDown');
    await selected(2);
    await keyboard.press('Shift+ArrowDown');
    await selected(2, 3);
    await workbench.screenshot('rows-selected-by-key');
    await keyboard.press('Shift+ArrowUp');
    await selected(2);
    // A tab that the keys had opened would be open before this one.
    await click(5);
    assert.equal(statsRequests(), before + 1);
    await keyboard.press('Shift+ArrowDown');
    await selected(5, 6);
    await keyboard.press('Shift+ArrowUp');
    await selected(5);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await panelOf(6);
    assert.equal(statsRequests(), before + 2);
    await tabsAre(6);
  });
});
