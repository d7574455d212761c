import assert from 'node:assert/strict';
import { HOUR_MS, MINUTE_MS } from '../../../src/core/base/clock.ts';
import { isAccessibleInThemes } from '../support/axe.ts';
import { type Editor, NO_REQUESTS_OF_ROWS } from '../support/editor.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import { type StoredReading, storeReadings } from '../support/storedReadings.ts';
import type { Workbench } from '../support/workbench.ts';

/** As many projects as a large team has. */
const COUNT = 3_204;
const NAMES = ['Harbor Lights', 'Ember Passes', 'Quartz Keys'];

describe('Compare Progress', () => {
  let workbench: Workbench;
  let editor: Omit<Editor, 'stop'>;

  before(async () => {
    const names = [...NAMES, 'Paper Boats'];
    const projects = makeProjects(COUNT, (id) => (names[id - 1] ? { name: names[id - 1] } : {}));
    const stats = {
      't/1': { total: 1_000, confirmed: 940, processing: 60, pending: 0 },
      'n/2': { total: 800, confirmed: 400, processing: 100, pending: 300 },
      't/3': { total: 50, confirmed: 10, processing: 40, pending: 0 },
      'n/4': { total: 10, confirmed: 0, processing: 0, pending: 10 },
    };
    ({ editor, workbench } = await startSignedIn({ projects, stats }, NO_REQUESTS_OF_ROWS));
  });

  const panelOf = () => workbench.editors.webviewFrame('h1:has-text("Compare Progress")');
  const select = async (...labels: readonly string[]) => {
    const [first = '', ...others] = labels;
    await workbench.trees.clickRow('Projects', first);
    for (const label of others) {
      await workbench.trees.clickRow('Projects', label, { holding: 'ControlOrMeta' });
    }
    await settles(async () => {
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), [...labels].sort());
    });
  };

  it('the comparison draws a line for each of three selected projects', async () => {
    // This reading names the account for which the readings below are stored.
    await workbench.trees.clickRow('Projects', 'Harbor Lights', { times: 2 });
    await workbench.editors.webviewFrame('main:has(h1:has-text("Harbor Lights")) table.stages');
    const now = Date.now();
    const begun = { harbor: now - 7 * HOUR_MS, ember: now - 4 * HOUR_MS };
    await storeReadings(
      editor.dataFolder,
      't/1',
      ...Array.from({ length: 84 }, (_, at): StoredReading => {
        const confirmed = Math.round(925 * Math.sin((at / 84) * (Math.PI / 2)));
        return [begun.harbor + at * 5 * MINUTE_MS, confirmed, 1_000 - confirmed, 0];
      }),
    );
    await storeReadings(
      editor.dataFolder,
      'n/2',
      ...Array.from({ length: 48 }, (_, at): StoredReading => [
        begun.ember + at * 5 * MINUTE_MS,
        at * 8,
        100,
        700 - at * 8,
      ]),
    );
    await select(...NAMES);
    await workbench.trees.chooseInRowMenu('Projects', 'Ember Passes', 'Compare Progress');
    const panel = await panelOf();
    await panel.getByText('Readings of 3 of 3 projects').waitFor();
    await panel.locator('.compared tbody').getByText('One reading; a line begins').waitFor();
    await workbench.editors.tab('Harbor Lights, Ember Passes and 1 more compared').waitFor();
    await panel.locator('mintscope-compare-chart canvas').waitFor();
    await workbench.screenshot('compare');
  });

  it('the comparison can be read by keyboard, and shows the times of the clock', async () => {
    const panel = await panelOf();
    const plot = panel.getByRole('application', { name: 'Shares of 3 projects over time' });
    const spoken = panel.locator('.time-line [aria-live]');
    await plot.press('Home');
    await spoken
      .getByText(/^at the start: \S*Harbor Lights\S* 0%, \S*Ember Passes\S* 0%$/)
      .waitFor();
    await plot.press('ArrowRight');
    await spoken
      .getByText(/^after 5 min: \S*Harbor Lights\S* 1%, \S*Ember Passes\S* 1%$/)
      .waitFor();
    await plot.press('End');
    await spoken.getByText(/^after [67] h.*: \S*Harbor Lights\S* 94%$/).waitFor();
    await workbench.screenshot('compare-keyboard');
    await panel.getByRole('radio', { name: 'By the clock' }).check();
    const chosen = panel.locator('.time-line .moment').first();
    await chosen.getByText('Share confirmed by the time of the reading').waitFor();
    await plot.press('End');
    await spoken.getByText(/^\d\d:\d\d:\d\d: .*Quartz Keys\S* 20%$/).waitFor();
    await workbench.screenshot('compare-clock');
  });

  it('the picture of the comparison has the chart and the table', async () => {
    const [width, height] = await workbench.copyPicture(await panelOf(), 'compare-copied');
    assert.ok(width >= 1440, 'it is as wide as its table');
    assert.ok(height > 700, 'the chart is in it');
  });

  it('the comparison shows why its picture was not copied, until one is copied', async () => {
    const panel = await panelOf();
    await panel.evaluate(`window.allowed = navigator.clipboard.write;
      navigator.clipboard.write = () => Promise.reject(new Error('Write permission denied.'))`);
    const button = panel.getByRole('button', { name: 'Copy as Picture' });
    await button.click();
    const note = panel.locator('.note', { hasText: 'Write permission denied.' });
    await note.waitFor();
    await workbench.screenshot('compare-not-copied');
    await panel.evaluate(`navigator.clipboard.write = window.allowed`);
    await button.click();
    await note.waitFor({ state: 'hidden' });
  });

  it('the comparison is accessible in each theme and width', async () => {
    const panel = await panelOf();
    await panel.getByRole('radio', { name: 'Since their starts' }).check();
    await workbench.hideSideBar();
    for (const width of [360, 1100]) {
      await workbench.resizePanel(panel, width, 800);
      await workbench.screenshot(`compare-${width}`);
    }
    await isAccessibleInThemes({ editor, workbench }, panel, 'compare', async () => {
      await eventually('lines in the colours of the theme', () =>
        panel.evaluate<boolean>(LINES_ARE_DRAWN),
      );
      assert.deepEqual(await panel.evaluate<string[]>(PALE_LINES), []);
    });
  });
});

/** The lines with a contrast below 3 to 1, which WCAG requires of graphics. */
const PALE_LINES = `(() => {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    .getContext('2d');
  const background = getComputedStyle(document.body).backgroundColor;
  const luminance = (...colours) => {
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const like = document.body.appendChild(document.createElement('i'));
  const pale = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((line) => {
    like.className = 'series-' + line;
    const [own, behind] = [luminance(background, getComputedStyle(like).color), luminance(background)];
    const contrast = (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05);
    return contrast < 3 ? [line + ': ' + contrast.toFixed(2)] : [];
  });
  like.remove();
  return pale;
})()`;

/** Whether the canvas has the colour of the first line in the current theme. */
const LINES_ARE_DRAWN = `(() => {
  const canvas = document.querySelector('mintscope-compare-chart canvas');
  if (!canvas) return false;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const like = document.createElement('i');
  like.className = 'series-1';
  const [red, green, blue] = getComputedStyle(document.body.appendChild(like))
    .color.match(/\\d+/g).map(Number);
  like.remove();
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
  }
  return count > 100;
})()`;
