import assert from 'node:assert/strict';
import { isStats, type MinimalService } from '../../support/minimalService.ts';
import { eventually } from '../support/eventually.ts';
import { makeProjects, makeStats } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import { isAccessibleInThemes } from '../support/axe.ts';
import type { Editor } from '../support/editor.ts';
import type { Workbench } from '../support/workbench.ts';

const LONG_TEXT = 'Every card was written, sent, lost, found and sent again. '.repeat(90);
const RTL_NAME = 'مصابيح الميناء القديم';
const READINGS = [
  { total: 900, confirmed: 260, processing: 240, pending: 400 },
  { total: 900, confirmed: 540, processing: 160, pending: 200 },
  { total: 900, confirmed: 875, processing: 25, pending: 0 },
];

describe('Stats of a project', () => {
  let service: MinimalService;
  let workbench: Workbench;
  let editor: Pick<Editor, 'changeSettings'>;
  const stats: Record<string, unknown> = {
    ...makeStats(8, (id) => ({ total: 100 + id })),
    't/1': { total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
    't/9': { total: 900, confirmed: 100, processing: 300, pending: 500 },
  };
  const projects = makeProjects(12, (id) =>
    id === 2 ? { name: RTL_NAME, description: LONG_TEXT } : {},
  );

  before(async () => {
    ({ service, editor, workbench } = await startSignedIn({ projects, stats }));
  });

  const statsRequests = () => service.requests.filter(isStats).length;
  const panelOf = (name: string) =>
    workbench.editors.webviewFrame(`main:has(h1:has-text("${name}")) table.stages`);
  const open = async (name: string) => {
    await workbench.trees.clickRow('Projects', name);
    return panelOf(name);
  };

  it('the stats panel opens on a click, with its counts, and its actions in the title of its tab', async () => {
    const panel = await open('Project 1');
    await panel.getByRole('img', { name: 'NFTs by stage: 63% confirmed' }).waitFor();
    await workbench.editors.keep(/^Project 1 /);
    await workbench.screenshot('stats');
    projects[0]!.status = 'completed';
    await workbench.editors.action('Refresh Stats').click();
    // The status is read with the counts, for the panel and the tree.
    await panel.locator('.meta').getByText('completed').waitFor();
    await workbench.trees.row('Projects', 'Project 1').getByText('completed').waitFor();
    await workbench.editors.chooseInMenu('Copy ID');
    await workbench.clipboard.holds('t/1');
  });

  it('a panel shows a right-to-left name and a long description, and fits 360 pixels', async () => {
    const panel = await open(RTL_NAME);
    const isRightToLeft = `getComputedStyle(document.querySelector('h1')).direction === 'rtl'`;
    await eventually('a name from right to left', () => panel.evaluate<boolean>(isRightToLeft));
    const description = panel.getByRole('group', { name: 'Description' });
    await description.press('End');
    const isAtEnd = `(({ scrollTop, clientHeight, scrollHeight }) =>
      scrollTop > 0 && scrollTop + clientHeight > scrollHeight - 2)(document.querySelector('#description'))`;
    await eventually('the end of the description', () => panel.evaluate<boolean>(isAtEnd));
    await workbench.fitsNarrowEditor('table.stages', 'stats-narrow');
  });

  it('eight rows clicked one after the other leave one tab, which shows nothing of an earlier project', async () => {
    const panel = await panelOf(RTL_NAME);
    await panel.getByRole('button', { name: 'Show image from' }).click();
    await panel.getByRole('main').getByText('The image could not be loaded').waitFor();
    for (const row of [4, 5, 6, 7, 8, 9, 10]) {
      await workbench.trees.clickRow('Projects', `Project ${row}`);
    }
    const next = await open('Project 3');
    await next.getByRole('button', { name: 'Show image from' }).waitFor();
    assert.equal(await next.getByText('The image could not be loaded').count(), 0);
    await workbench.editors.tabsAre('Project 1', 'Project 3');
    await workbench.screenshot('preview');
  });

  it('a tab that comes to the front selects its row, and neither it nor a panel that opens takes the focus', async () => {
    await workbench.editors.tab(/^Project 1 /).click();
    await workbench.trees.selectedAre('Projects', 'Project 1');
    assert.equal(await workbench.views.hasFocus('Projects'), false);
    await open('Project 3');
    for (const next of ['Project 4', 'Project 5']) {
      await workbench.page.keyboard.press('ArrowDown');
      await workbench.page.keyboard.press('Enter');
      await panelOf(next);
      await workbench.trees.selectedAre('Projects', next);
      assert.equal(await workbench.views.hasFocus('Projects'), true);
    }
  });

  it('keys that select several rows open no panel', async () => {
    const { keyboard } = workbench.page;
    await open('Project 6');
    const before = statsRequests();
    await keyboard.press('Shift+ArrowDown');
    await workbench.trees.selectedAre('Projects', 'Project 6', 'Project 7');
    await keyboard.press('Shift+ArrowUp');
    await workbench.trees.selectedAre('Projects', 'Project 6');
    // A panel that the keys had opened would be open before this one.
    await open('Project 8');
    const requests = service.requests.filter(isStats).slice(before);
    // The panel that was in front first is read again while it is.
    const others = requests.filter(({ path }) => !path.includes('/n/6/'));
    assert.deepEqual([...new Set(others.map(({ path }) => path))], ['/v2/projects/n/8/stats']);
  });

  it('each refresh adds a reading to the chart over time, which has the colors of each theme, without serious accessibility faults', async () => {
    // One click, because a double click may read twice.
    const panel = await open('Project 9');
    for (const reading of READINGS) {
      stats['t/9'] = reading;
      await workbench.editors.action('Refresh Stats').click();
      await panel.locator('tr.confirmed').getByText(`${reading.confirmed}`).waitFor();
      await panel.locator('main[aria-busy="false"]').waitFor();
    }
    await isAccessibleInThemes({ editor, workbench }, panel, 'stats-line', () =>
      eventually('areas in the colors of the theme', () =>
        panel.evaluate<boolean>(AREAS_ARE_DRAWN),
      ),
    );
  });

  it('a panel that opens from the palette while another one has the focus goes on to be read', async () => {
    for (const id of [1, 3]) {
      await workbench.runCommand('Mintscope: Look Up Project Stats…');
      await workbench.quickInput.enter(`t/${id}`);
      await workbench.editors.webviewFrame(`main[aria-busy="false"]:has(h1:has-text("${id}"))`);
    }
    const panel = await panelOf('Project 3');
    await eventually('the focus in the page', () => panel.evaluate('document.hasFocus()'));
    stats['t/3'] = { total: 103, confirmed: 51 };
    await panel.locator('tr.confirmed').getByText('51').waitFor();
  });

  it('a copied link opens the panel once the user agrees to the request', async () => {
    await workbench.trees.chooseInRowMenu('Projects', 'Project 3', 'Copy > Copy Link');
    await workbench.statusItem('1 link copied.').waitFor();
    const link = await workbench.clipboard.text();
    const host = new URL(service.address).host;
    assert.match(link, /^[\w-]+:\/\/mintscope\.mintscope\/projects\/t\/3\?service=127/);
    await workbench.closeEditors();
    const before = statsRequests();
    await workbench.runToQuickInput('Developer: Open URL', 'URL to open');
    await workbench.quickInput.enter(link);
    // The editor asks first whether Mintscope may have the link.
    await workbench.messages.dialog('Mintscope').waitFor();
    await workbench.messages.dialogButton('Open').click();
    await workbench.messages.dialog(`Mintscope reads them from ${host}.`).waitFor();
    assert.equal(statsRequests(), before);
    await workbench.messages.dialogButton('Show Stats').click();
    await panelOf('Project 3');
  });
});

/** Whether the canvas of the chart has the edge of each area that is not empty, in its color. */
const AREAS_ARE_DRAWN = `(() => {
  const canvas = document.querySelector('.plot canvas');
  if (!canvas || canvas.width === 0) return false;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const drawn = new Set();
  for (let at = 0; at < data.length; at += 4) {
    drawn.add([data[at], data[at + 1], data[at + 2]].join(', '));
  }
  const like = document.body.appendChild(document.createElement('i'));
  const areDrawn = ['confirmed', 'processing', 'pending'].every((stage) => {
    like.style.color = 'var(--' + stage + ')';
    const [color] = /\\d+, \\d+, \\d+/.exec(getComputedStyle(like).color) ?? [];
    return drawn.has(color);
  });
  like.remove();
  return areDrawn;
})()`;
