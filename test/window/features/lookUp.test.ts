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
    await eventually(() => pick.title, 'Look Up Project Stats · all 4 rows searched');
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
      ['n/7', ['7 · non-transferable']],
      ['999', ['999 · transferable', '999 · non-transferable']],
      [
        'x/7',
        ['“x/” is not a kind of project. Type t/ for transferable or n/ for non-transferable.'],
      ],
    ] as const) {
      pick.type(typed);
      await eventually(() => pick.sees, [...sees]);
    }
  });

  it('opens the loaded row of an id on Enter, also before it was found', async () => {
    const { pick, done, desk } = await open();
    pick.type('7');
    pick.accept();
    await done;
    await eventually(() => titles(desk), ['Harbor (7 · transferable)']);
  });

  it('opens a kind of an id that is not loaded without asking for it first, and its panel offers the other one', async () => {
    const { pick, done, desk, service } = await open({ 'n/6': { total: 4 } });
    pick.type('6');
    await eventually(() => pick.labels, ['6 · transferable', '6 · non-transferable']);
    assert.ok(!service.requests.some(isStats));
    pick.accept();
    await done;
    await eventually(
      () => desk.panels[0]?.state?.problem?.message,
      'The service has no stats of project 6 · transferable. Check its id and its kind.',
    );
    assert.deepEqual(service.requests.filter(isStats).length, 1);
    const { other, watched } = desk.panels[0]!.state!;
    assert.deepEqual([other, watched], ['n/6', undefined], 'nothing to watch');
    desk.panels[0]!.says({ type: 'openOther' });
    await eventually(() => titles(desk).at(-1), 'Project 6 · non-transferable');
    await eventually(() => desk.panels[1]?.state?.counts?.total, 4);
    assert.equal(desk.panels[1]!.state!.other, undefined);
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
