import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/base/clock.ts';
import { seriousFaults } from '../support/axe.ts';
import {
  type Editor,
  fromRunner,
  NO_REQUESTS_OF_ROWS,
  startEditor,
  STEADY,
} from '../support/editor.ts';
import { eventually, settles } from '../support/eventually.ts';
import { inOrder } from '../support/inOrder.ts';
import { clippedIn, manifestTexts } from '../support/language.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { withSetClock } from '../support/setClock.ts';
import { NOTHING_COPIED } from '../support/workbench/clipboard.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-three-days';
const ALL = '3.204 von 3.204 Projekten';

const themes = [
  ['Default Dark Modern', 'vscode-dark', 'dark'],
  ['Default High Contrast', 'vscode-high-contrast', 'contrast'],
  ['Default High Contrast Light', 'vscode-high-contrast-light', 'contrast-light'],
  ['Default Light Modern', 'vscode-light', 'light'],
] as const;

/** Of the editor's own page for Markdown: its background is that of the frame around it. */
const OF_PREVIEW = /^(color-contrast|document-title|html-has-lang):/;

describe('Three days of sample data, in German', () => {
  let clock: Awaited<ReturnType<typeof withSetClock>>;
  let editor: Editor;
  let workbench: Workbench;
  let portfolio: Frame;
  let title: (command: string) => string;

  inOrder();

  before(async () => {
    clock = await withSetClock(fromRunner('MINTSCOPE_EXTENSIONS'));
    const texts = await manifestTexts('de');
    editor = await startEditor({
      language: 'de',
      extensionsDir: clock.extensionsDir,
      // A mint takes 10 to 150 hours.
      env: { MINTSCOPE_SAMPLE_SPEED: '0.005' },
      settings: { ...STEADY, ...NO_REQUESTS_OF_ROWS },
      viewNames: {
        'Needs Attention': texts['views.attention.name'] ?? '',
        Projects: texts['views.projects.name'] ?? '',
        Collections: texts['views.collections.name'] ?? '',
      },
    });
    title = (command) => `Mintscope: ${texts[`commands.${command}.title`] ?? command}`;
    await clock.set(-3 * DAY_MS);
    workbench = await editor.openWindow();
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
    await workbench.openView();
    await workbench.runCommand(title('exploreSampleData'));
    await workbench.trees.row('Projects', 'Harbor Lights').waitFor();
  });

  after(() => editor.stop());

  const report = () => workbench.editors.webviewFrame('h1:has-text("passiert ist")');
  const button = (name: string) => portfolio.getByRole('button', { name, exact: true });

  /** Reads all projects again, as somebody does who was away until so many milliseconds ago. */
  const readAt = async (ago: number) => {
    const meta = portfolio.locator('.meta .part').first();
    const before = await meta.innerText();
    await clock.set(-ago);
    await button('Aktualisieren').click();
    // It is done once the oldest counts are of then.
    await settles(async () => {
      assert.notEqual(await meta.innerText(), before);
      assert.ok(await button('Aktualisieren').isVisible());
    });
  };

  /** The panel can be read by everyone in each theme, and no label of it is cut off. */
  const isReadable = async (holds: string, name: string, but = /^$/) => {
    for (const [theme, mark, picture] of themes) {
      await editor.changeSettings({ 'workbench.colorTheme': theme });
      const panel = await workbench.editors.webviewFrame(`body.${mark} ${holds}`);
      const faults = await seriousFaults(panel);
      assert.deepEqual(
        faults.filter((fault) => !but.test(fault)),
        [],
        theme,
      );
      await workbench.screenshot(`three-days-${name}-${picture}`);
    }
    await settles(async () => {
      assert.deepEqual(await clippedIn(await workbench.editors.webviewFrame(holds)), []);
    });
  };

  it('What Happened explains in German why its report is empty', async () => {
    await workbench.views.chooseInMenu('Projects', 'Was ist passiert …');
    await workbench.quickInput.choose('Seit Freitag');
    const frame = await report();
    const text = await frame.locator('body').innerText();
    assert.match(text, /Gelesen: 0 von 3\.204 Projekten\. Stand: /);
    assert.match(text, /Seit .* wurde in diesem Fenster nichts gelesen, und frühere Zahlen/);
    assert.match(text, /Das Portfolio öffnen, um alle Projekte einmal zu lesen/);
    await workbench.screenshot('three-days-empty');
    await workbench.clearToasts();
  });

  it('a portfolio read once does not claim that nothing was confirmed', async () => {
    await workbench.runCommand(title('openPortfolio'));
    portfolio = await workbench.editors.webviewFrame('main.portfolio');
    await button('Aktualisieren').waitFor();
    const week = portfolio.locator('.week .words');
    await week.getByText(`Was bestätigt wurde, ist nicht bekannt: `).waitFor();
    await week.getByText(`Gelesen: ${ALL}`).waitFor();
    await workbench.screenshot('three-days-read-once');
  });

  it('watches with a threshold', async () => {
    await workbench.runCommand(title('tellMeWhen'));
    await workbench.quickInput.title('Zu welchem Projekt melden?').waitFor();
    await workbench.quickInput.item('Harbor Lights').click();
    await workbench.quickInput.title('Wann zu Harbor Lights melden?').waitFor();
    await workbench.quickInput.item('bei 90 %').click();
    await workbench.screenshot('three-days-tell');
    await workbench.page.keyboard.press('Enter');
    await workbench.quickInput.closed();
    await workbench.runCommand(title('showWatched'));
    await workbench.quickInput.items.filter({ hasText: 'meldet bei 90 %' }).waitFor();
    await workbench.screenshot('three-days-watched');
    await workbench.quickInput.cancel();
    await workbench.quickInput.closed();
  });

  it('reads for three days, and announces the threshold once', async () => {
    await readAt(3 * DAY_MS - HOUR_MS);
    // The message goes by itself, perhaps before a slow machine has read all.
    const message = workbench.messages.toast('Harbor Lights: 90 % erreicht').waitFor();
    await Promise.all([readAt(2 * DAY_MS), message]);
    await workbench.screenshot('three-days-threshold');
    await workbench.clearToasts();
    await readAt(2 * DAY_MS - HOUR_MS);
    for (const minutes of [50, 40, 30, 20, 10, 0]) await readAt(minutes * MINUTE_MS);
    // The service lists one of them no more.
    await portfolio.locator('.meta').getByText('Statistik von 3.203 von 3.203').waitFor();
  });

  it('shows the week and what is being minted above the portfolio', async () => {
    await workbench.clearToasts();
    await portfolio.getByRole('img', { name: /^Bestätigt pro Tag: .* nicht gelesen/ }).waitFor();
    await isReadable('main.portfolio', 'portfolio');
    await workbench.copyPicture(portfolio, 'three-days-portfolio-copied', 'Als Bild kopieren');
  });

  it('compares what is being minted', async () => {
    await portfolio.getByRole('button', { name: /^Wird gerade gemintet/ }).click();
    for (const at of [1, 2, 3]) {
      await portfolio.locator('.body .row .check').nth(at).click();
    }
    await button('Fortschritt vergleichen').click();
    const panel = await workbench.editors.webviewFrame('.compared');
    await panel.locator('mintscope-compare-chart canvas').waitFor();
    await isReadable('.compared', 'compare');
    await workbench.copyPicture(panel, 'three-days-compare-copied', 'Als Bild kopieren');
  });

  it('reports the last seven days, from the palette', async () => {
    await workbench.clipboard.clear();
    await workbench.runCommand(title('whatHappened'));
    await workbench.quickInput.choose('Die letzten 7 Tage');
    const frame = await report();
    await frame.locator('h2:has-text("Bestätigt pro Tag")').waitFor();
    await workbench.messages.toastButton(/bestätigt/, 'Als Markdown kopieren').click();
    await eventually('report on the clipboard', async () => {
      return (await workbench.clipboard.text()) !== NOTHING_COPIED;
    });
    const text = await workbench.clipboard.text();
    assert.match(text, /^# Was seit .* passiert ist\n\nGelesen: 3\.203 von 3\.203 Projekten\./);
    for (const heading of [
      'Fertig',
      'Begonnen',
      'Stockt',
      'Neu fehlgeschlagen',
      'Als Nächstes fällig',
    ])
      assert.match(text, new RegExp(`\\n## ${heading} \\([\\d.]+\\)\\n\\n- `));
    assert.match(text, /\n## Laut Status fehlgeschlagen \(168\)\n\n- Quartz Keys\n/);
    assert.match(text, /\n- Stranded Kites: Steht seit 2 Tg\.\n/);
    assert.match(text, /\n## Verschwunden \(1\)\n\n- Passing Comets: nicht mehr aufgeführt, /);
    // Nobody read anything on the day before.
    assert.match(text, /\| nicht gelesen \| {2}\| 0 von 3\.204 \|\n/);
    await workbench.clearToasts();
    await isReadable('h1:has-text("passiert ist")', 'report', OF_PREVIEW);
  });

  it('shows the panel of a project, and copies a picture of it', async () => {
    await workbench.trees.clickRow('Projects', 'Spreading Ferns', { times: 2 });
    const holds = 'main:has(h1:has-text("Spreading Ferns")) table.stages';
    const panel = await workbench.editors.webviewFrame(holds);
    await panel.locator('mintscope-chart canvas').first().waitFor();
    await isReadable(holds, 'stats');
    await workbench.copyPicture(panel, 'three-days-stats-copied', 'Als Bild kopieren');
  });

  it('What Happened explains in German why nothing was read of a service since Friday', async () => {
    const { quickInput, editors, trees } = workbench;
    const counts = { total: 10, confirmed: 4, processing: 6, pending: 0 };
    const projects = makeProjects(3);
    const service = await startService({ token: TOKEN, projects, stats: { 't/1': counts } });
    await clock.set(-9 * DAY_MS);
    await workbench.runCommand(title('signIn'));
    for (const [step, text] of [
      ['1/3', service.address],
      ['2/3', TOKEN],
    ] as const) {
      await quickInput.title(step).waitFor();
      await quickInput.enter(text);
    }
    await quickInput.title('3/3').waitFor();
    await quickInput.items.first().click();
    await trees.clickRow('Projects', 'Project 1');
    await editors.webviewFrame('main:has(h1:has-text("Project 1")) table.stages');
    await workbench.closeEditors();
    await clock.set(0);
    await workbench.runCommand(title('whatHappened'));
    await quickInput.choose('Seit Freitag');
    const text = await (await report()).locator('body').innerText();
    assert.match(text, /Gelesen: 0 von 3 Projekten\./);
    assert.match(text, /wurde nichts gelesen, weil weder Portfolio noch Statistik geöffnet waren/);
    assert.match(text, /Zuletzt gelesen: /);
    await workbench.screenshot('three-days-not-open');
    await service.close();
  });
});
