import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { isStats } from '../../support/minimalService.ts';

const ROWS = [
  { id: 7, name: 'Harbor', symbol: 'HRB', status: 'done', transferable: true },
  { id: 8, name: 'Lamp 7', transferable: false },
  { id: 9, name: 'Odd' },
  { name: 'No id', transferable: true },
];

describe('Look Up Project Stats', () => {
  const the = windows();

  async function open(more: Readonly<Record<string, unknown>> = {}) {
    const opened = await the.opened(ROWS, { 't/7': { total: 1 }, 't/999': { total: 2 }, ...more });
    return { ...opened, ...(await opened.window.ask('lookUpStats')) };
  }
  const titles = ({ panels }: Awaited<ReturnType<typeof open>>['desk']) =>
    panels.map(({ title }) => title);

  it('opens the finder with projects only, and the found one on Enter', async () => {
    const { pick, done, desk } = await open();
    await eventually(() => pick.title, 'Look Up Project Stats · all 4 searched');
    assert.equal(
      pick.placeholder,
      'Name, symbol, mint address, status, or an id: 12, t/12 or n/12',
    );
    assert.deepEqual(pick.labels, ['Harbor', 'Lamp 7', 'Odd', 'No id']);
    pick.type('hrb');
    await eventually(() => pick.sees, ['Harbor | done · HRB']);
    pick.accept();
    await done;
    await eventually(() => titles(desk), ['Harbor (7 · transferable)']);
    assert.deepEqual([desk.panels[0]!.focused, pick.disposed], [true, true]);
    assert.equal(desk.panels[0]!.isPreview, false);
  });

  it('parses the typed text as a name, an id or a reference', async () => {
    const { pick } = await open();
    for (const [typed, sees] of [
      ['7', ['Harbor | done · HRB', 'Lamp 7']],
      ['9', ['Odd']],
      ['n/7', ['Ask the service for project 7 | non-transferable']],
      ['999', ['Ask the service for project 999 | transferable or non-transferable']],
      [
        'x/7',
        ['“x/” is not a kind of project. Type t/ for transferable or n/ for non-transferable.'],
      ],
    ] as const) {
      pick.type(typed);
      await eventually(() => pick.sees, [...sees]);
    }
  });

  const STATS = { total: 4, confirmed: 3 };
  const ask = async (typed: string) => {
    const opened = await open({ 't/5': STATS, 'n/5': { total: 4 }, 'n/6': STATS });
    opened.pick.type(typed);
    // Before the rows were searched.
    opened.pick.accept();
    return opened;
  };

  it('opens the kind of an id that exists', async () => {
    const { done, desk } = await ask('6');
    await done;
    await eventually(() => titles(desk), ['Project 6 · non-transferable']);
  });

  it('offers both kinds of an id if both exist', async () => {
    const { pick, done, desk } = await ask('5');
    const transferable = 'Project 5 | transferable · 3 of 4 confirmed';
    await eventually(() => pick.sees, [transferable, 'Project 5 | non-transferable']);
    pick.moveTo(1);
    pick.accept();
    await done;
    await eventually(() => titles(desk), ['Project 5 · non-transferable']);
  });

  it('offers the other kind if the typed one does not exist', async () => {
    const { pick, done, desk } = await ask('t/6');
    await eventually(() => pick.sees, ['Project 6 | non-transferable · 3 of 4 confirmed']);
    assert.equal(
      pick.items[0]!.detail,
      'The service has no stats of project 6 · transferable. Project 6 is non-transferable.',
    );
    assert.deepEqual(desk.panels, []);
    pick.accept();
    await done;
    await eventually(() => titles(desk), ['Project 6 · non-transferable']);
    assert.deepEqual(desk.statusMessages, [], 'the user has chosen the kind');
  });

  it('reports that there is no project of an id, and stays open', async () => {
    const { pick, desk } = await ask('t/404');
    const none = 'The service has no stats of project 404.';
    await eventually(() => pick.labels, [none]);
    pick.accept();
    assert.deepEqual([pick.disposed, desk.panels], [false, []]);
    pick.type('405');
    await eventually(() => pick.labels, ['Ask the service for project 405']);
    pick.accept();
    await eventually(() => pick.labels, [none.replace('404', '405')]);
  });

  it('shows why the request for an id failed, beside the kind that exists, and retries on Enter', async () => {
    const { pick, service, done, desk } = await open({ 't/5': STATS });
    service.fail(({ path }) => (path.includes('/n/5') ? { status: 400 } : undefined));
    pick.type('5');
    pick.accept();
    const failed = 'The service answered in an unexpected way (400).';
    await eventually(() => pick.labels, ['Project 5', failed]);
    assert.match(pick.items[1]!.detail ?? '', /Press Enter to ask again\.$/);
    service.fail(undefined);
    pick.moveTo(1);
    pick.accept();
    await done;
    await eventually(() => titles(desk), ['Project 5 · transferable']);
  });

  it('shows the request for an id, and cancels it when another text is typed or the finder is closed', async () => {
    const { pick, service, desk, done } = await open();
    service.hold(isStats);
    pick.type('999');
    pick.accept();
    await eventually(() => service.held.length, 2);
    assert.equal(pick.title, 'Look Up Project Stats · Asking the service for project 999…');
    assert.equal(pick.busy, true);
    pick.type('lamp');
    await eventually(() => service.held.every(({ gone }) => gone), true);
    await eventually(() => pick.labels, ['Lamp 7']);
    assert.deepEqual([pick.busy, pick.disposed, desk.panels], [false, false, []]);
    pick.type('999');
    pick.accept();
    await eventually(() => service.held.length, 4);
    pick.hide();
    await done;
    await eventually(() => service.held.every(({ gone }) => gone), true);
    assert.deepEqual(desk.panels, []);
  });

  it('asks for the kind of a row without one, and opens no stats if the user cancels', async () => {
    const { window, pick, done, desk } = await open();
    pick.hide();
    await done;
    const odd = window.projects.painted[2]!.row;
    const first = await window.ask('openStats', odd);
    assert.match(first.pick.title, /which kind “Odd” is/);
    assert.deepEqual(first.pick.sees, ['9 · transferable', '9 · non-transferable']);
    first.pick.hide();
    await first.done;
    assert.deepEqual([desk.panels, desk.shown], [[], []]);
    const finding = await window.ask('lookUpStats');
    await window.choose('Odd', '9 · non-transferable');
    await finding.done;
    await eventually(() => desk.panels[0]?.state?.ref, 'n/9');
    assert.equal(desk.panels[0]!.title, 'Odd (9 · non-transferable)');
  });

  it('explains why a row without an id has no stats', async () => {
    const { pick, window, desk } = await open();
    pick.hide();
    await window.run('openStats', window.projects.painted[3]!.row);
    const why = 'The service gave no id for this project, so its stats cannot be requested.';
    assert.deepEqual(desk.said, [why]);
    assert.deepEqual([desk.panels, desk.pick], [[], undefined]);
  });
});
