import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '../../../src/core/base/clock.ts';
import type { MinimalService } from '../../support/minimalService.ts';
import { eventually } from '../support/eventually.ts';
import { NO_REQUESTS_OF_ROWS } from '../support/editor.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import { storeReadings } from '../support/storedReadings.ts';
import { NOTHING_COPIED } from '../support/workbench/clipboard.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-what-happened';
const COUNT = 3_204;

describe('What Happened', () => {
  let service: MinimalService;
  let workbench: Workbench;
  let dataFolder: string;

  before(async () => {
    const stats = {
      't/1': { total: 1_000, confirmed: 1_000, processing: 0, pending: 0 },
      'n/2': { total: 50, confirmed: 10, processing: 40, pending: 0 },
    };
    service = await startService({ token: TOKEN, projects: makeProjects(COUNT), stats });
    const started = await startSignedIn(service, TOKEN, NO_REQUESTS_OF_ROWS);
    workbench = started.workbench;
    ({ dataFolder } = started.editor);
  });

  after(async () => {
    await service.close();
  });

  const report = () => workbench.editors.webviewFrame('h1:has-text("What happened since")');

  it('What Happened renders a report of three days, and copies it as Markdown', async () => {
    await workbench.trees.clickRow('Projects', 'Project 1');
    await workbench.editors.webviewFrame('h1:has-text("Project 1")');
    const noon = new Date().setHours(12, 0, 0, 0);
    const days = [noon - 3 * DAY_MS, noon - 2 * DAY_MS] as const;
    await storeReadings(
      dataFolder,
      't/1',
      ...[0, 1, 2, 3].map((hour) => [days[0] + hour * HOUR_MS, hour * 100, 900, 0] as const),
      ...[0, 1, 2].map((hour) => [days[1] + hour * HOUR_MS, 400 + hour * 250, 100, 0] as const),
    );
    await storeReadings(
      dataFolder,
      'n/2',
      ...([
        [days[0], 0, 0, 50],
        [days[1], 10, 40, 0],
        [days[1] + 4 * HOUR_MS, 10, 40, 0],
      ] as const),
    );
    await workbench.runCommand('Mintscope: What Happened…');
    await workbench.quickInput.choose('The last 7 days');
    const message = '1 finished, 1 started, 1 stalled';
    await workbench.clipboard.clear();
    await workbench.messages.toast(message).waitFor();
    const frame = await report();
    await frame.locator('h2:has-text("Confirmed per day")').waitFor();
    await workbench.screenshot('happened');
    const text = await frame.locator('body').innerText();
    assert.match(text, /Readings of 2 of 3,204 projects\./);
    assert.match(text, /Finished \(1\)\s+Project 1: all 1,000 confirmed, between /);
    assert.match(text, /Stalled \(1\)\s+Project 2: Stalled 4 h/);
    await workbench.messages.toastButton(message, 'Copy as Markdown').click();
    await eventually('report on the clipboard', async () => {
      return (await workbench.clipboard.text()) !== NOTHING_COPIED;
    });
    const copied = await workbench.clipboard.text();
    assert.match(copied, /^# What happened since .*\n\nReadings of 2 of 3,204 projects\./);
    // Project 2 has no earlier reading, so what was confirmed on that day is not known.
    assert.match(copied, /\| 300 \| ▰▰▰▰▰▰▱▱▱▱ \| 1 of 2 \|/);
    await workbench.clearToasts();
  });
});
