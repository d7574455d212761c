import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import { sentProjects } from '../../support/projects.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';

const LONG_ID = '123456789012345678901234567890';

describe('row commands', () => {
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let window: FakeWindow;
  let projects: Record<string, unknown>[];

  beforeEach(async () => {
    const links = {
      uri: 'https://meta.example.com/1.json',
      animationUrl: 'https://films.example.com/1',
    };
    projects = sentProjects(120, (id) => ({ mintAddress: `mint${id}`, ...links }));
    delete projects[1]!.mintAddress;
    const collections = projects.map(({ id }) => ({
      name: `C ${String(id)}`,
      mintAddress: `coll${String(id)}`,
      ...links,
    }));
    const stats = { 't/1': `{"total":${LONG_ID},"confirmed":3}` };
    ({ service, window } = await the.opened(projects, stats, { collections }));
    window.collections.show();
    await eventually(() => window.collections.description, '50 of 120');
  });

  const rows = (view: 'projects' | 'collections', ...ats: readonly number[]) =>
    ats.map((at) => window[view].painted[at]!.row);
  /** Resolves when the tree shows the new rows. */
  const refresh = async () => {
    const [before] = rows('projects', 0);
    await window.run('projects.refresh');
    await eventually(() => rows('projects', 0)[0] !== before, true);
  };
  const clipboardAfter = async (command: string, ...args: unknown[]) => {
    window.desk.clipboard = '';
    await window.run(command, ...args);
    return window.desk.clipboard;
  };

  it('runs a command on the given row, or on all selected rows if it is one of them or none is given; Load more is no row', async () => {
    const [first, third, fourth] = rows('projects', 0, 2, 3);
    window.projects.select(first);
    assert.equal(await clipboardAfter('copyId', undefined, [third, fourth]), 't/3\nt/4');
    window.projects.select(third, fourth);
    assert.equal(await clipboardAfter('copyId', first), 't/1');
    assert.equal(await clipboardAfter('copyId', first, [third, fourth]), 't/1');
    assert.equal(await clipboardAfter('copyId', fourth, [third, fourth]), 't/3\nt/4');
    assert.equal(await clipboardAfter('copyId', fourth), 't/3\nt/4', 'as a keybinding calls it');
    await window.cancel('Copy the ID of which', 'copyId', rows('projects', 50)[0]);
  });

  it('runs a command without a row on the selection of the view where rows were selected last; deselecting does not count', async () => {
    window.projects.select(...rows('projects', 0));
    window.collections.select(...rows('collections', 1, 2));
    assert.equal(await clipboardAfter('copyMintAddress'), 'coll2\ncoll3');
    window.projects.select(...rows('projects', 3));
    assert.equal(await clipboardAfter('copyMintAddress'), 'mint4');
    window.projects.select();
    await window.cancel('Copy the mint address of which', 'copyMintAddress');
    window.collections.select(...rows('collections', 2));
    window.projects.select();
    assert.equal(await clipboardAfter('copyMintAddress'), 'coll3');
  });

  it('asks which row is meant if the focus of a view is on another row than the one selected or shown', async () => {
    const [second] = rows('projects', 1);
    window.projects.moveTo(second);
    assert.equal(
      await clipboardAfter('copyId'),
      't/2',
      'nothing is selected, and no panel is open',
    );
    await window.openRow(0);
    assert.equal(await clipboardAfter('copyId'), 't/1');
    window.projects.moveTo(second);
    const { pick, done } = await window.ask('copyId');
    const lines = pick.items.map(({ label, description }) => `${label} ${description ?? ''}`);
    const [shown, focused, ...others] = lines;
    assert.deepEqual([shown, focused], ['P 1 in the editor in front', 'P 2 focused in Projects']);
    assert.deepEqual(others, ['Find another one… ']);
    pick.choose('P 2');
    await done;
    assert.equal(window.desk.clipboard, 't/2');
    await window.cancel('Copy the ID of', 'copyId');
  });

  it('asks which project is meant, and finds also one that is neither meant nor loaded', async () => {
    await window.openRow(0);
    window.projects.moveTo(rows('projects', 1)[0]);
    const { pick, done } = await window.ask('watchProject');
    pick.choose('Find another one…');
    await eventually(() => window.desk.pick?.title.includes('rows searched'), true);
    const finder = window.desk.pick!;
    finder.type('t/999');
    await eventually(() => finder.sees[0], '999 · transferable');
    finder.accept();
    await done;
    assert.match(window.desk.shown.at(-1)?.text ?? '', /999/);
  });

  it('asks which project is meant with a comparison or the portfolio in front, whatever was selected before', async () => {
    window.projects.select(...rows('projects', 2, 4));
    await window.run('compareProgress');
    await eventually(() => window.desk.panels.length, 1);
    const { pick, done } = await window.ask('watchProject');
    assert.deepEqual(pick.labels, ['P 3', 'P 5', 'Find another one…']);
    pick.choose('P 5');
    await done;
    assert.match(window.desk.shown.at(-1)?.text ?? '', /P 5/);
    await window.run('openPortfolio');
    await eventually(() => window.desk.panels.length, 2);
    await window.cancel('Copy the ID of', 'copyId');
    assert.equal(window.desk.clipboard, '');
  });

  it('without a selection, a command of a row asks what it will do with which row, and does nothing after Escape', async () => {
    window.projects.hide();
    for (const [command, question] of Object.entries({
      copyMintAddress: 'Copy the mint address of which project or collection?',
      openJson: 'View which project or collection as JSON?',
      openLink: 'Open which project or collection in the browser?',
      refreshStats: 'Refresh the stats of which project?',
    })) {
      await window.cancel(question, command);
      const { desk } = window;
      assert.deepEqual([desk.shown, desk.opened, desk.editorCommands], [[], [], []], command);
    }
    assert.equal(window.projects.visible, false);
    const { pick, done } = await window.ask('copyId');
    pick.type('P 7');
    await eventually(() => pick.items[0]?.label, 'P 7');
    const others = pick.labels.filter((label) => !label.startsWith('P '));
    assert.deepEqual(others, ['Search the other 70'], 'projects only');
    pick.accept();
    await done;
    assert.equal(window.desk.clipboard, 't/7');
  });

  it('every command that copies rows copies what its title names, and reports rows without a value', async () => {
    const all = rows('projects', 0, 1);
    const host = encodeURIComponent(new URL(service.address).host);
    for (const [command, copied] of Object.entries({
      copyId: /^t\/1$/,
      'portfolio.copyMintAddress': /^mint1$/,
      copyLink: new RegExp(`^vscode://mintscope\\.mintscope/projects/t/1\\?service=${host}$`),
    }))
      assert.match(await clipboardAfter(command, all[0]), copied, command);
    assert.equal(await clipboardAfter('copyMintAddress', all[0], all), 'mint1');
    const { desk } = window;
    assert.match(
      desk.statusMessages.at(-1)!,
      /^1 mint address copied\. Not available for 1 of 2 rows\.$/,
    );
    assert.equal(await clipboardAfter('copyMintAddress', all[1]), '');
    assert.equal(desk.shown.at(-1)?.text, 'This row has no mint address.');
  });

  it('opens an https link unchanged and that of mintscope.explorerUrl, and no other', async () => {
    projects[0]!.image = 'https://Images.example.com/a%2Fb?x=1%262';
    projects[1]!.image = 'javascript:alert(1)';
    projects[1]!.animationUrl = undefined;
    projects[2]!.animationUrl = undefined;
    await refresh();
    const { desk } = window;
    const [first, second, third] = rows('projects', 0, 1, 2);
    const choose = async (label: string, ...args: unknown[]) => {
      const { pick, done } = await window.ask('openLink', ...args);
      pick.choose(label);
      await done;
    };
    await choose('Image', first, [first, second]);
    assert.equal(desk.statusMessages.at(-1), 'Opened images.example.com.');
    for (const row of [second, third]) await window.run('openLink', row);
    assert.deepEqual(desk.said, ['Only https links are opened.', 'This row has no link.']);
    desk.settings.set('mintscope.explorerUrl', 'https://e.example/?a={mintAddress}');
    await choose('Explorer', first);
    await window.run('openLink', third);
    const opened = ['https://images.example.com/a%2Fb?x=1%262', 'https://e.example/?a=mint1'];
    // The only link of a row is opened without a question.
    assert.deepEqual(desk.opened, [...opened, 'https://e.example/?a=mint3']);
    desk.settings.set('mintscope.explorerUrl', 'https://e.example/');
    await choose('Explorer', first);
    assert.match(desk.said.at(-1) ?? '', /mintscope\.explorerUrl cannot be used/);
  });

  describe('JSON documents', () => {
    const opened = () =>
      window.desk.editorCommands
        .filter(([id]) => id === 'vscode.openWith')
        .map(([, uri]) => uri as Uri);

    it('shows a row as the service sent it, with all digits, and its counts in a file, without a request', async () => {
      projects[0] = { id: 'REPLACED', name: 'É\u202e "x"', transferable: true, own: [{ b: null }] };
      service.lie((envelope) => JSON.stringify(envelope).replace('"REPLACED"', LONG_ID));
      await refresh();
      const before = service.requests.length;
      await window.run('openJson', rows('projects', 0)[0]);
      const uri = opened()[0]!;
      assert.ok(
        uri.path.endsWith(`/Projects/t/${LONG_ID}/É -x- (${LONG_ID} · transferable)`),
        uri.path,
      );
      const shown = await window.json(uri);
      assert.ok(shown.includes(`"id": ${LONG_ID},`), shown);
      const { row, stats, asOf } = JSON.parse(shown) as Record<string, unknown>;
      const sent: unknown = JSON.parse(JSON.stringify(projects[0]).replace('"REPLACED"', LONG_ID));
      assert.deepEqual([row, stats], [sent, null]);
      assert.ok(Math.abs(Date.parse(String(asOf)) - Date.now()) < 60_000);
      assert.equal(service.requests.length, before);
    });

    it('opens the JSON of one row in a preview, and of up to ten rows in permanent tabs', async () => {
      const { desk } = window;
      const previews = () =>
        desk.editorCommands.map(([, , , options]) => (options as { preview: boolean }).preview);
      const eleven = rows('projects', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
      await window.run('openJson', eleven[0]);
      assert.deepEqual(previews(), [true]);
      await window.run('openJson', eleven[0], eleven.slice(0, 10));
      assert.deepEqual(previews().slice(1), Array(10).fill(false));
      await window.run('openJson', eleven[0], eleven);
      assert.equal(opened().length, 11);
      assert.match(desk.said.at(-1)!, /^Select at most 10 rows to open: 11 are selected/);
    });

    it('sends no request for the text of any address', async () => {
      const before = service.requests.length;
      const foreign = await window.address('t/1', 'Any', 'https://other.example#1');
      for (const [uri, words] of [
        [Uri.parse('mintscope:/x'), /^\/\/ This address names nothing/],
        [await window.address('t/98'), /^\/\/ This row is not among those loaded/],
        [await window.address('gone'), /^\/\/ This row is not among those loaded/],
        [foreign, /^\/\/ This belongs to another sign-in\./],
        [await window.address({ kind: 'portfolio' }), /^\/\/ /],
      ] as const) {
        assert.match(await window.json(uri), words);
      }
      assert.equal(service.requests.length, before);
    });
  });
});
