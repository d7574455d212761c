import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { FakeMemento } from '../../support/fakeVscode/storage.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { toToken } from '../../support/signInSteps.ts';
import { TOKEN } from '../../support/minimalService.ts';

const STATS = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [`t/${at + 1}`, { total: at + 1, confirmed: 0 }]),
);

/** What Mintscope asks the editor for; that the editor does it is tested in test/e2e. */
describe('tabs of rows', () => {
  const the = windows();

  const newRows = () =>
    Array.from({ length: 8 }, (_, at) => ({
      id: at + 1,
      name: at === 2 ? 'Row 2' : `Row ${at + 1}`,
      transferable: true,
    }));
  const start = async () => {
    const rows = newRows();
    return { ...(await the.opened(rows, STATS)), rows };
  };
  const open = ({ desk }: FakeWindow) => desk.panels.filter(({ disposed }) => !disposed);
  const shows = (panel: FakePanel, sees: string) => eventually(() => panel.sees, sees);

  it('a row that was renamed is shown in the tab that is open, which gets the new name', async () => {
    const { window, rows, desk } = await start();
    await window.openRow(0);
    const [panel] = open(window);
    panel!.isPreview = false;
    const { uri } = panel!;
    rows[0]!.name = 'Other';
    await window.run('projects.refresh');
    await shows(panel!, 'Other (1 · transferable) | 0 of 1 confirmed');
    await eventually(() => window.projects.labels[0], 'Other');
    await window.openRow(1);
    await window.openRow(0);
    assert.deepEqual(
      desk.editorCommands
        .map(([, address]) => String(address))
        .filter((one) => one.includes('t/1')),
      [uri.toString(), uri.toString()],
    );
    assert.equal(panel!.visible, true);
  });

  it('a page that is split shows the project in both editors', async () => {
    const { window, desk } = await start();
    await window.openRow(0);
    const [first] = open(window);
    const provider = desk.editorProviders.get('mintscope.stats')!;
    const second = desk.split(first!);
    await provider.resolveCustomEditor({ uri: first!.uri }, second);
    for (const panel of [first!, second]) {
      await shows(panel, 'Row 1 (1 · transferable) | 0 of 1 confirmed');
    }
    second.dispose();
    assert.equal(first!.disposed, false);
  });

  const KINDS = [
    { kind: 'stats', ref: 't/1' },
    { kind: 'row', list: 'collections', id: 'Coll1' },
    { kind: 'portfolio' },
    {
      kind: 'compare',
      refs: ['t/1', 't/2'],
    },
  ] as const;

  it('each kind of tab that is restored while signed out or in an outage says why it is empty, and is filled after that', async () => {
    const service = await the.service(newRows(), STATS);
    const signIn = { address: service.address, token: TOKEN };
    for (const state of ['signed out', 'down'] as const) {
      const globalState = new FakeMemento();
      const before = await the.window({ signIn, globalState });
      const addresses = await Promise.all(KINDS.map((kind) => before.address(kind)));
      await before.close();
      if (state === 'down') service.fail(() => 'reset');
      const window = await the.window({ globalState, ...(state === 'down' && { signIn }) });
      const opened = { preview: false };
      const panels: FakePanel[] = [];
      for (const uri of addresses) panels.push(await window.desk.openResource(uri, opened));
      const problems = () => panels.map((panel) => panel.state?.problem?.action);
      const action = state === 'down' ? 'retry' : 'signIn';
      await eventually(problems, [action, action, action, action]);
      service.fail(() => undefined);
      if (state === 'signed out') await window.signInTo(service);
      else await window.run('projects.refresh');
      await eventually(problems, [undefined, undefined, undefined, undefined]);
      await eventually(() => panels[0]!.sees, 'Row 1 (1 · transferable) | 0 of 1 confirmed');
      await window.close();
    }
  });

  it('the message of a sign-in to another service says how many tabs it has closed', async () => {
    const { window, desk, host } = await start();
    await window.openRow(0);
    const { address, host: next } = await the.service(newRows(), STATS);
    const { done, box } = await toToken(window, address);
    box.enter(TOKEN);
    await done;
    await eventually(() => desk.tabs, []);
    const words = `Signed in to ${next} (every workspace). Closed 1 tab of ${host}.`;
    assert.equal(desk.said.at(-1), words);
  });

  it('tabs that are restored while signed out are closed by a sign-in as another account', async () => {
    const service = await the.service(newRows(), STATS);
    const signIn = { address: service.address, token: TOKEN };
    const globalState = new FakeMemento();
    const before = await the.window({ signIn, globalState });
    const uri = await before.address(KINDS[0]);
    await before.close();
    const window = await the.window({ globalState });
    const panel = await window.desk.openResource(uri, { preview: false });
    await eventually(() => panel.state?.problem?.action, 'signIn');
    service.setToken(`${TOKEN}-of-another`);
    await window.signInTo(service, `${TOKEN}-of-another`);
    await eventually(() => panel.disposed, true);
  });
});
