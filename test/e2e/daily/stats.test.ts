import assert from 'node:assert/strict';
import { isStats, type MinimalService } from '../../support/minimalService.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import { isAccessibleInThemes } from '../support/axe.ts';
import type { Editor } from '../support/editor.ts';
import type { Workbench } from '../support/workbench.ts';

describe('Stats of a project', () => {
  let service: MinimalService;
  let workbench: Workbench;
  let editor: Pick<Editor, 'changeSettings'>;
  const stats: Record<string, unknown> = {
    't/1': { total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
    'n/2': { total: 0, confirmed: 0, processing: 0, pending: 0 },
    't/3': { total: 1200, confirmed: 1100, burned: 40 },
    'n/7': { total: 10, confirmed: 10, processing: 0, pending: 0 },
    't/9': { total: 900, confirmed: 100, processing: 300, pending: 500 },
    'n/98': { total: 2, confirmed: 1, processing: 1, pending: 0 },
    't/99': { total: 2, confirmed: 1, processing: 1, pending: 0 },
    'n/99': { total: 4, confirmed: 3, processing: 1, pending: 0 },
  };

  const projects = makeProjects(12, (id) => (id === 4 ? { status: 'failed' } : {}));

  before(async () => {
    ({ service, editor, workbench } = await startSignedIn({ projects, stats }));
  });

  const statsRequests = () => service.requests.filter(isStats).length;

  it('the stats panel opens on a click, with counts, shares and texts', async () => {
    await workbench.trees.clickRow('Projects', 'Project 1');
    const panel = await workbench.editors.webviewFrame('table.stages');
    await panel.getByRole('heading', { name: 'Project 1' }).waitFor();
    await settles(async () => {
      const table = await panel.locator('table.stages').innerText();
      assert.match(table, /Confirmed[^]*on-chain[^]*\s+3,150\s+63\s*%/);
      assert.match(table, /Processing[^]*\s+850\s+17\s*%/);
      assert.match(table, /Pending[^]*\s+1,000\s+20\s*%/);
      assert.match(table, /Total[^]*\s+5,000/);
      assert.match(
        await panel.locator('.headline').innerText(),
        /^63%\s+3,150 of 5,000 confirmed\s+updated (now|\d+s ago)$/,
      );
      assert.match(await panel.locator('.meta').innerText(), /Project status:\s+processing$/);
    });
    await panel.locator('.status[title*="As of "]').waitFor();
    await panel.getByRole('img', { name: 'NFTs by stage: 63% confirmed' }).waitFor();
    // Each number is shown once, the confirmed ones also in the headline.
    const shown = await panel.locator('main').innerText();
    for (const [number, times] of [
      ...[['63%', 2] as const, ['3,150', 2] as const, ['5,000', 2] as const],
      ...[['850', 1] as const, ['1,000', 1] as const, ['17%', 1] as const, ['20%', 1] as const],
      ...[['Copy', 0] as const, ['transferable', 1] as const],
    ]) {
      assert.equal(shown.split(number).length - 1, times, `${number} in ${shown}`);
    }
    await workbench.screenshot('stats');
  });

  it('the stats panel shows the status with the icon and the colour of the row, and in words', async () => {
    await workbench.trees.clickRow('Projects', 'Project 4');
    const panel = await workbench.editors.webviewFrame('h1:has-text("Project 4")');
    const badge = panel.locator('.status.failed', { hasText: 'Project status: failed' });
    await badge.locator('svg').waitFor();
    const [drawn, ofTheme] = await panel.evaluate<string[]>(`(() => {
      const like = document.body.appendChild(document.createElement('i'));
      like.style.color = 'var(--vscode-mintscope-failed)';
      return [document.querySelector('.status svg'), like].map((one) => getComputedStyle(one).color);
    })()`);
    assert.equal(drawn, ofTheme);
    await workbench.screenshot('stats-failed');
  });

  it('the stats panel has its actions in the title of its tab', async () => {
    await workbench.trees.clickRow('Projects', 'Project 1');
    const panel = await workbench.editors.webviewFrame('h1:has-text("Project 1")');
    await panel.getByRole('button', { name: 'Keep Open' }).click();
    await panel.locator('main[aria-busy="false"]').waitFor();
    await workbench.editors.action('Refresh Stats').waitFor();
    await workbench.editors.action('Compare with Snapshot…').waitFor();
    await workbench.editors.action('Save Snapshot').waitFor();
    await workbench.screenshot('stats-actions');
    projects[0]!.status = 'completed';
    await workbench.editors.action('Refresh Stats').click();
    // The status is read with the counts, for the panel and the tree.
    await panel.locator('.meta').getByText('completed').waitFor();
    await workbench.trees.row('Projects', 'Project 1').getByText('completed').waitFor();
    await workbench.screenshot('stats-status-refreshed');
    await workbench.editors.chooseInMenu('Copy ID');
    await workbench.clipboard.holds('t/1');
  });

  it('a tab that comes to the front selects its row in the view, without the focus', async () => {
    await workbench.trees.clickRow('Projects', 'Project 2');
    await workbench.editors.webviewFrame('h1:has-text("Project 2")');
    await workbench.editors.tab(/^Project 1 /).click();
    await settles(async () => {
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), ['Project 1']);
    });
    assert.equal(await workbench.views.hasFocus('Projects'), false);
    await workbench.screenshot('stats-row-selected');
  });

  it('opening a panel does not disturb the arrow keys of the view', async () => {
    await workbench.trees.clickRow('Projects', 'Project 3');
    await workbench.editors.webviewFrame('h1:has-text("Project 3")');
    for (const next of ['Project 4', 'Project 5']) {
      await workbench.page.keyboard.press('ArrowDown');
      await workbench.page.keyboard.press('Enter');
      await workbench.editors.webviewFrame(`h1:has-text("${next}")`);
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), [next]);
      assert.equal(await workbench.views.hasFocus('Projects'), true);
    }
  });

  const readings = [
    { total: 900, confirmed: 260, processing: 240, pending: 400 },
    { total: 900, confirmed: 540, processing: 160, pending: 200 },
    { total: 900, confirmed: 875, processing: 25, pending: 0 },
  ];
  const panelOf = () => workbench.editors.webviewFrame('h1:has-text("Project 9")');

  it('the chart over time appears with the second reading, and is read by keyboard, pointer and as a table', async () => {
    // One click, because a double click may read twice.
    await workbench.trees.clickRow('Projects', 'Project 9');
    const panel = await panelOf();
    await panel.getByRole('button', { name: 'Watch Minting' }).waitFor();
    await panel.getByRole('button', { name: 'Keep Open' }).click();
    for (const reading of readings) {
      stats['t/9'] = reading;
      await workbench.editors.action('Refresh Stats').click();
      const confirmed = panel.locator('tr.confirmed').getByText(`${reading.confirmed}`);
      await confirmed.waitFor();
      await panel.locator('main[aria-busy="false"]').waitFor();
    }
    const plot = panel.getByRole('application', { name: 'Counts over time, 4 readings' });
    await plot.locator('canvas').waitFor();
    const readout = panel.locator('.time-line .moment').first();
    const none = readout.getByText(/^4 readings since \d/);
    await none.waitFor();
    const spoken = panel.locator('.time-line [aria-live]');
    const reads = {
      first: /\d: 100 confirmed, 300 processing, 500 pending$/,
      last: /\d: 875 confirmed, 25 processing, 0 pending$/,
    };
    for (const [key, words] of [
      ['ArrowLeft', reads.last],
      ['ArrowLeft', /\d: 540 confirmed, 160 processing, 200 pending$/],
      ['Home', reads.first],
      ['ArrowRight', /\d: 260 confirmed, 240 processing/],
      ['End', reads.last],
    ] as const) {
      await plot.press(key);
      await spoken.getByText(words).waitFor();
      await readout.getByText(words).waitFor();
    }
    await workbench.screenshot('stats-line-keyboard');
    await plot.press('Escape');
    await none.waitFor();
    const over = plot.locator('.u-over');
    const { width = 0 } = (await over.boundingBox()) ?? {};
    const crosshair = async () => (await plot.locator('.u-cursor-x').boundingBox())?.x;
    await over.hover({ position: { x: 1, y: 40 } });
    await readout.getByText(reads.first).waitFor();
    await over.hover({ position: { x: width - 2, y: 40 } });
    await readout.getByText(reads.last).waitFor();
    // The crosshair is at the reading that is shown, not at the pointer.
    const at = await crosshair();
    await over.hover({ position: { x: width - 1, y: 40 } });
    assert.equal(await crosshair(), at);
    await readout.getByText(reads.last).waitFor();
    await panel.getByText('Readings', { exact: true }).click();
    await panel.getByText('All 4 readings.').waitFor();
    assert.equal(await panel.locator('.readings tbody tr').count(), 4);
  });

  it('the stats panel copies a picture of chart and counts', async () => {
    const [width, height] = await workbench.copyPicture(await panelOf(), 'stats-copied');
    assert.equal(width, 1440);
    assert.ok(height > 900, 'the chart is in it');
  });

  it('the chart has the colours of each theme, without serious accessibility faults', async () => {
    const panel = await panelOf();
    await workbench.hideSideBar();
    for (const width of [400, 1280]) {
      await workbench.resizePanel(panel, width, 1150);
      await workbench.screenshot(`stats-line-${width}`);
    }
    await isAccessibleInThemes({ editor, workbench }, panel, 'stats-line', () =>
      eventually('areas in the colours of the theme', () =>
        panel.evaluate<boolean>(AREAS_ARE_DRAWN),
      ),
    );
  });

  it('a copied link opens the panel once the user agrees to the request', async () => {
    await workbench.openView();
    await workbench.trees.chooseInRowMenu('Projects', 'Project 3', 'Copy Link');
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
    await workbench.screenshot('deep-link');
    assert.equal(statsRequests(), before);
    await workbench.messages.dialogButton('Show Stats').click();
    await workbench.editors.webviewFrame('h1:has-text("Project 3")');
  });
});

/** Whether the canvas of the chart has the edge of each area that is not empty, in its colour. */
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
    const [colour] = /\\d+, \\d+, \\d+/.exec(getComputedStyle(like).color) ?? [];
    return drawn.has(colour);
  });
  like.remove();
  return areDrawn;
})()`;
