import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { MinimalService } from '../../support/minimalService.ts';
import { type Editor, fromRunner, startEditor } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import {
  clippedIn,
  manifestTexts,
  PSEUDO,
  type SeenText,
  textsIn,
  withPseudoLanguage,
} from '../support/language.ts';
import { makeCollections, makeProjects, makeStats } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { WINDOW_SIZE, type Workbench } from '../support/workbench.ts';

const TOKEN = 'token-for-languages';

/**
 * What may be in English: names without a translation, statuses of the service (service-interface
 * §2.1), names of members in its responses (§2.2), addresses, dates, for which the pseudo-language
 * has no words, and the editor's own texts, which are not translated here.
 */
const MAY_BE_ENGLISH = [
  /\bMintscope\b/g,
  /\b(NFTs?|JSON|CSV|Markdown|cURL|HTTP|HTTPS|URL|TLS)\b/g,
  /\b(processing|pending|confirmed|failed)\b/g,
  /\bmintscope-workspace-\w+/g,
  /\bhttps?:\/\/\S+/g,
  /^(Trait type|Size)$/g,
  /^http \d+$/g,
  /^\w+day, \w+ \d+, \d+ at .* UTC$/g,
  // Times in the past, which `Intl` writes in English for an unknown language.
  /^(now|\d+[sm] ago)$/g,
  /\byesterday \d+:\d+/g,
  // Days of the week and dates, for the same reason.
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+$/g,
  /^\d+ (Results|Selected)$/g,
  / Section$| actions$|^Actions for |, has actions\b/g,
  /\b(?:Control|Shift|Alt|Ctrl)[+-]/g,
  /^(Back( \(.*\))?|Welcome|Progress|OK|Toggle all checkboxes|Views and More Actions\.\.\.|More Actions\.\.\.)$/g,
  /\(Press 'Enter' to confirm(?: your input)? or 'Escape' to cancel\)/g,
  /\bsimilar commands\b/g,
];

/** Text in English: three letters without an accent. */
const ENGLISH = /[A-Za-z]{3}/;

const VIEWS = '.pane .pane-header, .pane .monaco-list-row, .pane .welcome-view-content';
const BOX = '.quick-input-widget';
const MESSAGES =
  '.notification-toast .notification-list-item-message, .notification-toast .monaco-button';
const STATUS = '.statusbar-item[id^="mintscope.mintscope"]';

describe('Translation into a pseudo-language', () => {
  let editor: Editor;
  let service: MinimalService;
  let workbench: Workbench;
  let title: (command: string) => string;

  before(async () => {
    // Texts of the service are in Cyrillic, so that none of them counts as English.
    const projects = makeProjects(120, (id) => ({
      name: `Проект ${String(id)}`,
      symbol: `П${id}`,
      description: `Проект с номером ${id}.`,
      mintAddress: `${id}`.padStart(44, '9'),
      image: '',
    }));
    const collections = makeCollections(3).map((collection, index) => ({
      ...collection,
      name: `Коллекция ${index + 1}`,
      mintAddress: `${index}`.padStart(44, '8'),
      ownerAddress: '7'.repeat(44),
      attributes: [{ trait_type: 'Полка', value: index }],
      image: '',
      uri: '',
    }));
    const counts = { total: 5000, confirmed: 3150, processing: 850, pending: 1000 };
    const stats = makeStats(120, () => counts);
    service = await startService({ token: TOKEN, projects, collections, stats });
    const extensionsDir = await withPseudoLanguage(fromRunner('MINTSCOPE_EXTENSIONS'));
    const texts = await manifestTexts();
    const viewNames = {
      'Needs Attention': texts['views.attention.name'] ?? '',
      Projects: texts['views.projects.name'] ?? '',
      Collections: texts['views.collections.name'] ?? '',
    };
    editor = await startEditor({ language: PSEUDO, extensionsDir, viewNames });
    workbench = await editor.openWindow();
    await workbench.openView();
    title = (command) => `Mintscope: ${texts[`commands.${command}.title`] ?? command}`;
  });

  after(async () => {
    await editor.stop();
    await service.close();
  });

  const isEnglish = ({ text }: SeenText) =>
    ENGLISH.test(MAY_BE_ENGLISH.reduce((left, words) => left.replace(words, ''), text));

  /** Resolves when the selector shows some text, and none of it is in English. */
  const isTranslated = (selector: string, frame?: Frame) =>
    settles(async () => {
      const seen = await textsIn(frame ?? workbench.page, selector);
      assert.ok(seen.length > 0, `nothing is shown in ${selector}`);
      assert.deepEqual(seen.filter(isEnglish), []);
    });

  /** Asserts that a panel is translated and no label is cut off in a narrow editor. */
  const isTranslatedPanel = async (holds: string, picture: string) => {
    await isTranslated('body', await workbench.editors.webviewFrame(holds));
    await workbench.page.setViewportSize({ width: 760, height: 800 });
    await settles(async () => {
      assert.deepEqual(await clippedIn(await workbench.editors.webviewFrame(holds)), []);
    });
    await workbench.screenshot(`language-${picture}`);
    await workbench.page.setViewportSize(WINDOW_SIZE);
    await settles(async () => {
      const box = await workbench.page.locator('.monaco-workbench').boundingBox();
      assert.equal(box?.width, WINDOW_SIZE.width);
    });
  };

  /** Runs a command that opens a box, asserts that the box is translated, and closes it. */
  const opens = async (command: string) => {
    await workbench.runCommand(title(command));
    // The palette closes before the box of the command opens.
    await settles(async () => {
      assert.equal(await workbench.quickInput.input.inputValue(), '');
    });
    await isTranslated(BOX);
  };
  const asks = async (command: string) => {
    await opens(command);
    await workbench.quickInput.cancel();
    await workbench.quickInput.closed();
  };

  it('the welcome and the steps of signing in are in the pseudo-language', async () => {
    const { quickInput } = workbench;
    const step = async (number: string) => {
      await quickInput.title(number).waitFor();
      await isTranslated(BOX);
    };
    await isTranslated(VIEWS);
    await workbench.screenshot('language-welcome');
    await workbench.runCommand(title('signIn'));
    await step('1/3');
    await quickInput.enter(service.address);
    await step('2/3');
    await quickInput.enter(TOKEN);
    await step('3/3');
    await quickInput.items.first().click();
    await isTranslated(MESSAGES);
    await workbench.clearToasts();
  });

  it('rows with their tooltip and the end of a view are in the pseudo-language', async () => {
    await workbench.trees.row('Collections', 'Коллекция 1').waitFor();
    await workbench.trees.tooltip(workbench.trees.row('Projects', 'Проект 1'), 'Проект 1');
    await isTranslated('.workbench-hover');
    await workbench.trees.leaveRows();
    await isTranslated(STATUS);
    await workbench.views.pane('Projects').locator('.monaco-list').first().press('End');
    await isTranslated(VIEWS);
    await workbench.screenshot('language-views');
  });

  it('each panel is in the pseudo-language, with no label cut off', async () => {
    await workbench.trees.clickRow('Collections', 'Коллекция 1');
    await isTranslatedPanel('main:has(h1:has-text("Коллекция 1"))', 'collection');
    await workbench.runCommand(title('openPortfolio'));
    await isTranslatedPanel('[role=row]:has-text("Проект 1")', 'portfolio');
    await workbench.trees.clickRow('Projects', 'Проект 1');
    await isTranslatedPanel('main:has(h1:has-text("Проект 1")) table.stages', 'stats');
    await workbench.trees.selectedAre('Projects', 'Проект 1');
    await workbench.trees.clickRow('Projects', 'Проект 2', { holding: 'ControlOrMeta' });
    await workbench.trees.selectedAre('Projects', 'Проект 1', 'Проект 2');
    await workbench.runCommand(title('compareProgress'));
    await isTranslatedPanel('.compared tr:has-text("Проект 2")', 'compare');
  });

  it('each picker asks in the pseudo-language', async () => {
    for (const command of [
      ...['filterProjects', 'projects.arrange', 'find', 'lookUpStats', 'switchConnection'],
      ...['exportProjects', 'whatHappened', 'clearKeptData'],
    ])
      await asks(command);
  });

  it('watching, and the question before a deletion, are in the pseudo-language', async () => {
    await workbench.trees.clickRow('Projects', 'Проект 2');
    await workbench.runCommand(title('watchProject'));
    await workbench.page.locator(STATUS, { hasText: '63' }).waitFor();
    await isTranslated(STATUS);
    await isTranslated(VIEWS);
    await asks('showWatched');
    await opens('switchConnection');
    // The last entry deletes all tokens.
    await workbench.page.keyboard.press('ArrowUp');
    await workbench.page.keyboard.press('Enter');
    await isTranslated('.monaco-dialog-box .dialog-message-text, .dialog-message-detail');
    await workbench.page.keyboard.press('Escape');
    await workbench.messages.dialog('').waitFor({ state: 'hidden' });
  });

  it('failures are in the pseudo-language in the views, the panel and the status bar', async () => {
    service.fail(() => ({ status: 503 }));
    await workbench.runCommand(title('projects.refresh'));
    await workbench.runCommand(title('collections.refresh'));
    await workbench.runCommand(title('refreshStats'));
    await workbench.views.pane('Projects').locator('.codicon-warning').first().waitFor();
    await isTranslated(VIEWS);
    await isTranslated(STATUS);
    await isTranslated(
      'body',
      await workbench.editors.webviewFrame('main:has(h1:has-text("Проект 2")) .problem'),
    );
  });
});
