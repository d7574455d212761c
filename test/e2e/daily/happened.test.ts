import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '../../../src/core/base/clock.ts';
import { type Editor, NO_REQUESTS_OF_ROWS } from '../support/editor.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import { storeReadings } from '../support/storedReadings.ts';
import type { Workbench } from '../support/workbench.ts';

const COUNT = 3_204;

describe('What Happened', () => {
  let workbench: Workbench;
  let editor: Pick<Editor, 'dataFolder'>;

  before(async () => {
    const stats = { 't/1': { total: 1_000, confirmed: 1_000, processing: 0, pending: 0 } };
    const projects = makeProjects(COUNT);
    ({ editor, workbench } = await startSignedIn({ projects, stats }, NO_REQUESTS_OF_ROWS));
  });

  it('What Happened renders a report of three days, and copies it as Markdown', async () => {
    await workbench.trees.clickRow('Projects', 'Project 1');
    await workbench.editors.webviewFrame('h1:has-text("Project 1")');
    const noon = new Date().setHours(12, 0, 0, 0);
    const days = [noon - 3 * DAY_MS, noon - 2 * DAY_MS] as const;
    await storeReadings(
      editor.dataFolder,
      't/1',
      ...[0, 1, 2, 3].map((hour) => [days[0] + hour * HOUR_MS, hour * 100, 900, 0] as const),
      ...[0, 1, 2].map((hour) => [days[1] + hour * HOUR_MS, 400 + hour * 250, 100, 0] as const),
    );
    await workbench.runCommand('Mintscope: What Happened…');
    await workbench.quickInput.choose('The last 7 days');
    const message = '1 finished';
    await workbench.clipboard.clear();
    await workbench.messages.toast(message).waitFor();
    const frame = await workbench.editors.webviewFrame('h1:has-text("What happened since")');
    await frame.locator('h2:has-text("Confirmed per day")').waitFor();
    await workbench.screenshot('happened');
    const text = await frame.locator('body').innerText();
    assert.match(text, /Finished \(1\)\s+Project 1: all 1,000 confirmed, between /);
    await workbench.messages.toastButton(message, 'Copy as Markdown').click();
    const copied = await workbench.clipboard.copied();
    assert.match(copied, /^# What happened since .*\n\nReadings of 1 of 3,204 projects\./);
    await workbench.clearToasts();
  });
});
