import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../faults/support/windows.ts';
import { eventually, type WindowOptions } from '../../support/fakeVscode/window.ts';

const REFS = 't/12 (transferable), n/12 (non-transferable) or 12';
const ROWS = [
  {
    id: 7,
    name: 'Harbor',
    symbol: 'HRB',
    status: 'done',
    transferable: true,
    mintAddress: 'MintA',
  },
  { id: 8, name: 'Lamp 7', transferable: false },
  { id: 9, name: 'Odd' },
  { name: 'No id', transferable: true },
];

describe('looking a project up', () => {
  const the = windows();

  async function open(projects: readonly object[] = ROWS, options: WindowOptions = {}) {
    const service = await the.service(projects, { 't/7': { total: 1 }, 't/999': { total: 2 } });
    const window = await the.signedIn(service, options);
    await eventually(() => window.projects.painted.length > 0, true);
    const done = window.run('lookUpStats');
    await eventually(() => window.desk.pick?.shown, true);
    return { service, window, desk: window.desk, pick: window.desk.pick!, done };
  }
  const titles = ({ panels }: Awaited<ReturnType<typeof open>>['desk']) =>
    panels.map(({ title }) => title);

  it('offers the loaded projects that have an id', async () => {
    const { pick, done, desk } = await open();
    assert.equal(pick.title, 'Look up project stats');
    assert.equal(pick.placeholder, `Search 3 loaded projects (of 4), or type ${REFS}`);
    assert.deepEqual(
      pick.items.map(({ label, description, detail }) => [label, description, detail]),
      [
        ['Harbor', 'HRB · done', '7 · transferable · MintA'],
        ['Lamp 7', '', '8 · non-transferable'],
        ['Odd', '', '9'],
      ],
    );
    pick.hide();
    await done;
    assert.deepEqual([desk.panels, desk.shown], [[], []]);
  });

  for (const [words, projects, options] of [
    [`Type ${REFS}`, [{ name: 'No id' }], {}],
    [`Search the loaded project, or type ${REFS}`, [{ id: 1 }], {}],
    [`Search 2 loaded projects, or type ${REFS}`, [{ id: 1 }, { id: 2 }], {}],
    [
      `Search 2 loaded projects (of 3), or type ${REFS}`,
      [{ id: 1 }, { id: 2 }, { id: 3 }],
      { pageSize: 2 },
    ],
  ] as const) {
    it(`says what it searches: ${words}`, async () => {
      const { pick } = await open(projects, options);
      assert.equal(pick.placeholder, words);
      pick.hide();
    });
  }

  it('names no total if it is not known', async () => {
    const service = await the.service(ROWS);
    service.lie(({ results }) => ({ results }));
    const window = await the.signedIn(service, { pageSize: 2 });
    await eventually(() => window.projects.painted.length, 3);
    const done = window.run('lookUpStats');
    const words = `Search 2 loaded projects, or type ${REFS}`;
    await eventually(() => window.desk.pick?.placeholder, words);
    window.desk.pick!.hide();
    await done;
  });

  it('finds by name, symbol, status and mint address, and opens with Enter', async () => {
    const { pick, done, desk } = await open();
    const { drawn } = pick;
    for (const [typed, found] of [
      ['lamp', 'Lamp 7'],
      ['hrb', 'Harbor'],
      ['done', 'Harbor'],
      ['minta', 'Harbor'],
    ] as const) {
      pick.type(typed);
      assert.deepEqual(pick.labels, [found]);
    }
    assert.equal(pick.drawn, drawn, 'the same items are not sent again');
    pick.accept();
    await done;
    await eventually(() => titles(desk), ['Harbor (7 · transferable)']);
    assert.equal(desk.panels[0]!.focused, true);
    assert.equal(pick.disposed, true);
  });

  for (const [typed, sees] of [
    ['t/7', ['Harbor | HRB · done']],
    ['7', ['Harbor | HRB · done']],
    ['t/999', ['Project 999 · transferable | not among the loaded projects']],
    ['n/7', ['Project 7 · non-transferable | not among the loaded projects']],
    [
      '999',
      [
        'Project 999 · transferable | not among the loaded projects',
        'Project 999 · non-transferable | not among the loaded projects',
      ],
    ],
    ['x/7', ['“x/” is no kind of project. Type t/ for transferable or n/ for non-transferable.']],
  ] as const) {
    it(`reads ${typed} as a reference`, async () => {
      const { pick } = await open();
      pick.type(typed);
      assert.deepEqual(pick.sees, sees);
      pick.hide();
    });
  }

  it('stays open after Enter on an error line', async () => {
    const { pick, done, desk } = await open();
    pick.type('x/7');
    pick.accept();
    assert.equal(pick.disposed, false);
    pick.type('t/999');
    pick.accept();
    await done;
    await eventually(() => titles(desk), ['Project 999 · transferable']);
  });

  it('uses the chosen kind if only the id is typed', async () => {
    const { pick, done, desk } = await open();
    pick.type('999');
    pick.moveTo(1);
    pick.accept();
    await done;
    await eventually(() => titles(desk), ['Project 999 · non-transferable']);
  });

  it('is opened by Open Stats for an invalid row, whose id is not used', async () => {
    const { window, pick, service, done } = await open();
    pick.hide();
    await done;
    const id = '../../../admin/delete?x=1#';
    const forged = { kind: 'project', key: 'project/t/1', id, transferable: true, source: {} };
    const opening = window.run('openStats', forged);
    await eventually(() => window.desk.pick?.title, 'Look up project stats');
    window.desk.pick!.hide();
    await opening;
    assert.deepEqual(window.desk.panels, []);
    assert.ok(service.requests.every(({ path }) => path === '/v2/projects'));
  });

  describe('if Enter is pressed before the list is updated', () => {
    it('opens a complete reference, not the item of an earlier text', async () => {
      for (const stale of [0, 2]) {
        const { pick, done, desk } = await open();
        const old = pick.items.slice(stale, stale + 1);
        pick.type('t/999');
        pick.activeItems = old;
        pick.accept();
        await done;
        await eventually(() => titles(desk), ['Project 999 · transferable']);
      }
    });

    it('opens nothing if the kind is not known', async () => {
      const { pick, desk } = await open();
      const old = pick.items.slice(0, 1);
      pick.type('999');
      pick.activeItems = old;
      pick.accept();
      assert.deepEqual([pick.disposed, desk.panels], [false, []]);
      pick.hide();
    });

    it('opens nothing if nothing matches', async () => {
      const { pick } = await open();
      pick.type('nowhere');
      assert.deepEqual(pick.labels, []);
      pick.accept();
      assert.equal(pick.disposed, false);
      pick.hide();
    });
  });

  describe('of a kind that the service did not say', () => {
    async function ask() {
      const opened = await open();
      opened.pick.choose('Odd');
      await eventually(() => opened.desk.pick?.title.includes('which kind “Odd” is'), true);
      return { ...opened, pick: opened.desk.pick! };
    }

    it('asks for the kind', async () => {
      const { pick, done, desk } = await ask();
      assert.deepEqual(pick.sees, ['9 · transferable', '9 · non-transferable']);
      pick.choose('9 · non-transferable');
      await done;
      await eventually(() => desk.panels[0]?.state?.ref, 'n/9');
      assert.equal(desk.panels[0]!.title, 'Odd (9 · non-transferable)');
    });

    it('opens nothing if the person cancels', async () => {
      const { pick, done, desk } = await ask();
      pick.hide();
      await done;
      assert.deepEqual([desk.panels, desk.shown], [[], []]);
    });
  });

  it('says why a row without an id has no stats', async () => {
    const { pick, window, desk } = await open();
    pick.hide();
    await window.run('openStats', window.projects.painted[3]!.row);
    assert.deepEqual(
      desk.shown.map(({ text }) => text),
      ['The service gave no id for this project, so its stats cannot be asked for.'],
    );
    assert.deepEqual([desk.panels, desk.pick], [[], undefined]);
  });
});
