import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { Position } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { sentProjects } from '../../support/projects.ts';

const ADDRESS = '9mBqHarbor22ad';
const ROWS = [
  {
    id: 7,
    name: 'Harbor [x](command:quit)',
    transferable: false,
    mintAddress: ADDRESS,
    status: 'processing',
  },
  { id: 8, name: null, transferable: true },
];

describe('hovers in a text', () => {
  const the = windows();

  async function start(rows: readonly object[] = ROWS) {
    const opened = await the.opened(rows, { 'n/7': { total: 4, confirmed: 3 } });
    await eventually(() => opened.desk.hoverProvider !== undefined, true);
    return opened;
  }
  const hover = async ({ desk }: FakeWindow, text: string, place: number) => {
    const lineAt = () => ({ text });
    return desk.hoverProvider!.provideHover({ lineAt }, new Position(0, place));
  };

  it('shows the project of a mint address in a hover, without a request', async () => {
    const { window, service } = await start();
    const asked = service.requests.length;
    const found = await hover(window, `const harbor = '${ADDRESS}';`, 18);
    assert.ok(found);
    assert.match(
      found.contents.plain,
      /^\*\*Harbor \[x\]\(command:quit\)\*\* · project 7 · non-transferable/,
    );
    assert.match(found.contents.plain, /processing\n\ncounts not read yet/);
    assert.ok(!found.contents.value.includes('[x](command:quit)'), found.contents.value);
    assert.deepEqual([found.range.start.character, found.range.end.character], [16, 30]);
    assert.equal(service.requests.length, asked, 'no request');
  });

  it('shows the known progress of a project in a hover, with a link to its stats', async () => {
    const { window, desk } = await start();
    await window.run('openStats', window.projects.painted[0]!.row);
    await eventually(() => desk.panels[0]?.state?.counts?.confirmed, 3);
    const found = await hover(window, 'minted: n/7', 9);
    assert.match(found!.contents.plain, /▰{7}▱{3} 75% · 3 of 4 confirmed, as of/);
    assert.deepEqual(found!.contents.isTrusted, { enabledCommands: ['mintscope.openStats'] });
    const [, query] = /\[Open Stats\]\(command:mintscope\.openStats\?([^)]+)\)/.exec(
      found!.contents.value,
    )!;
    const [argument] = JSON.parse(decodeURIComponent(query!)) as unknown[];
    assert.equal(argument, 'n/7');
    desk.panels[0]!.dispose();
    await window.run('openStats', argument);
    await eventually(() => desk.panels[1]?.state?.counts?.confirmed, 3);
  });

  it('shows “Unnamed project” in the hover of a project without a name', async () => {
    const { window } = await start();
    assert.match((await hover(window, 't/8', 0))!.contents.plain, /Unnamed project.*project 8/);
  });

  it('shows no hover for text of no loaded row, or with mintscope.hovers off', async () => {
    const { window, desk } = await start();
    for (const text of ['t/99', 'src/n/7', 'Harbor', '', '7'])
      assert.equal(await hover(window, text, 0), undefined, text);
    desk.changeSetting('mintscope.hovers', false);
    assert.equal(await hover(window, ADDRESS, 0), undefined);
  });

  it('shows hovers for newly loaded rows, and none after a sign-out', async () => {
    const { window } = await start(sentProjects(60));
    assert.match((await hover(window, 't/50', 0))!.contents.plain, /P 50/);
    assert.equal(await hover(window, 't/51', 0), undefined);
    await window.run('projects.loadMore');
    assert.match((await hover(window, 't/51', 0))!.contents.plain, /P 51/);
    await window.run('signOut');
    assert.equal(await hover(window, 't/51', 0), undefined);
  });
});
