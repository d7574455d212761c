import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { eventually } from '../support/eventually.ts';
import type { FakeDesk } from '../support/fakeVscode/desk.ts';
import type { TreeItem } from '../support/fakeVscode/values.ts';
import { Uri } from '../support/fakeVscode/values.ts';
import * as editor from '../support/fakeVscode/vscode.ts';
import { TOKEN } from '../support/minimalService.ts';
import { sentProjects } from '../support/projects.ts';
import { pseudoBundle, untranslated } from '../support/pseudo.ts';
import { boxAt, pickOf } from '../support/signInSteps.ts';
import { windows } from '../support/windows.ts';

const asText = (value: unknown) => (typeof value === 'string' ? value : '');
const ofItem = ({ label, description, tooltip, accessibilityInformation }: TreeItem) => [
  ...[typeof label === 'string' ? label : label.label, asText(description), tooltip?.plain ?? ''],
  accessibilityInformation?.label ?? '',
];

/** All texts that the user has seen so far, but for those of pages. */
function seenIn(desk: FakeDesk): string[] {
  const { trees, boxes, picks, shown, progress, statusItems, statusMessages } = desk;
  return [
    ...[...trees.values()].flatMap(({ painted, description, message, badge }) => [
      ...painted.flatMap(({ item }) => ofItem(item)),
      ...[description, message, badge?.tooltip ?? ''],
    ]),
    ...boxes.flatMap(({ title, prompt, placeholder, says }) => [title, prompt, placeholder, says]),
    ...picks.flatMap(({ title, placeholder, drawnTexts }) => [title, placeholder, ...drawnTexts]),
    ...shown.flatMap(({ text, detail = '', choices }) => [text, detail, ...choices]),
    ...progress.flatMap(({ title, said }) => [title, ...said]),
    ...statusItems.flatMap((item) => [item.name, item.text, asText(item.tooltip)]),
    ...statusMessages,
  ];
}

describe('Translation of a window into another language', () => {
  const the = windows();

  beforeEach(async () => {
    editor.l10n.bundle = await pseudoBundle();
  });
  afterEach(() => {
    editor.l10n.bundle = undefined;
    l10n.config({ contents: {} });
  });

  it('views, pickers, messages and the status bar have no text in English, whether the service works or not', async () => {
    // Texts of the service are in Cyrillic, so that none of them counts as English.
    const projects = sentProjects(60, (id) => ({ name: `Проект ${id}`, status: 'processing' }));
    const counts = { total: 100, confirmed: 63, processing: 37, pending: 0 };
    const stats = Object.fromEntries(projects.map(({ id }) => [`t/${id}`, counts]));
    const collections = [{ name: 'Коллекция', mintAddress: '8'.repeat(44) }];
    const service = await the.service(projects, stats, { collections });
    const window = await the.window({ folder: Uri.file('/работа') });
    const { desk } = window;
    window.projects.show();
    window.collections.show();
    const done = window.run('signIn');
    (await boxAt(window, 1)).enter(service.address);
    (await boxAt(window, 2)).enter(TOKEN);
    (await pickOf(window)).accept();
    await done;
    await eventually(() => window.projects.painted.length, 51);
    await window.projects.tooltipOf('Проект 1');
    const panel = await window.openRow(0);
    await window.run('watchProject', window.projects.painted[0]!.row);
    for (const command of [
      ...['filterProjects', 'projects.arrange', 'find', 'lookUpStats', 'switchConnection'],
      ...['exportProjects', 'whatHappened', 'showWatched'],
    ])
      await window.cancel('', command);
    await window.answer('switchConnection', editor.l10n.bundle!['Delete All Stored Tokens…']!);
    await window.run('clearKeptData');
    await window.run('runDoctor');
    // The report is in front.
    desk.goTo(panel);
    service.fail(() => ({ status: 503 }));
    for (const command of ['projects.refresh', 'collections.refresh', 'refreshStats'])
      await window.run(command);
    const seen = seenIn(desk).map(asText);
    assert.ok(seen.length > 200, `${seen.length} texts`);
    assert.deepEqual(untranslated(seen), []);
    desk.shown.length = 0;
  });
});
