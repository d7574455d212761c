import assert from 'node:assert/strict';
import { windows } from '../../../support/windows.ts';
import { eventually } from '../../../support/eventually.ts';
import { type FakeWindow } from '../../../support/fakeVscode/window.ts';
import { openLink } from '../../../support/openLink.ts';
import type { Uri } from 'vscode';

const HARBOR = { id: 1, name: '[Harbor](command:x)', transferable: true, status: 'processing' };
const EMBER = { id: 2, name: 'Ember', transferable: true, status: 'pending' };

describe('What Happened', () => {
  const the = windows();

  async function start() {
    const stats: Record<string, object> = {
      't/1': { total: 10, confirmed: 0, processing: 0, pending: 10 },
    };
    const rows: object[] = [HARBOR, EMBER];
    return { rows, stats, ...(await the.opened(rows, stats)) };
  }
  const previewed = ({ desk }: FakeWindow) =>
    desk.editorCommands.flatMap(([id, address]) =>
      id === 'markdown.showPreview' ? [address] : [],
    );
  const shows = async (window: FakeWindow, period: string) => {
    await window.run('whatHappened', period);
    const address = previewed(window).at(-1);
    const shown = window.desk.texts.get('mintscope-happened');
    return shown!.provideTextDocumentContent(address as never);
  };

  it('reports what the readings show since yesterday, and the new and gone rows since the user last looked, and copies the report', async () => {
    const { window, rows, stats } = await start();
    const panel = await openLink(window, '/projects/t/1');
    await eventually(() => panel.state?.counts?.pending, 10);
    stats['t/1'] = { total: 10, confirmed: 6, processing: 4, pending: 0 };
    await window.run('refreshStats');
    await eventually(() => panel.state?.counts?.confirmed, 6);
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Copy as Markdown');
    const text = await shows(window, 'yesterday');
    assert.match(text, /^# What happened since \w{3}, \w{3} \d+\n\n/);
    assert.match(text, /\*\*Started 1 · 6 NFTs confirmed\.\*\*/);
    assert.match(text, /\| not known \| {2}\|\n.*\| 6 \| ▰▰▰▰▰▰▰▰▰▰ \|/);
    const link = String.raw`\[\\\[Harbor\\\]\(command\\:x\)\]\(\w+://mintscope.mintscope/projects/t/1\?service=[^)]+\)`;
    assert.match(text, new RegExp(`- ${link}: seen at \\d+:\\d\\d\n`));
    assert.match(text, /\n1 of 2 projects read, the oldest just now, as of \d+:\d\d\.\n$/);
    assert.equal(window.desk.clipboard, text);
    const words = /^Since .*: Started 1 · 6 NFTs confirmed\.$/;
    assert.match(window.desk.said.at(-1) ?? '', words);
    rows.splice(0, 1, { id: 3, name: 'Quartz', transferable: true });
    await window.run('projects.refresh');
    const looked = await shows(window, 'lastLooked');
    assert.match(looked, /## New \(1\)\n\n- \[Quartz\]/);
    assert.match(looked, /## Gone \(1\)\n\n- \\\[Harbor\\\]\(command\\:x\)\n/);
    assert.match(looked, /; what is new, gone or renamed is compared with \d+:\d\d\.\n$/);
  });

  it('explains an empty report, opens the portfolio on request, and gives the next report another path', async () => {
    const { window } = await start();
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Open Portfolio');
    const text = await shows(window, 'week');
    assert.match(text, /\n\*\*Nothing has been read since [^.]*\. Open the portfolio/);
    await eventually(() => window.desk.panels[0]?.viewType, 'mintscope.portfolio');
    // The preview of VS Code 1.105 reads a path once.
    await shows(window, 'yesterday');
    const paths = previewed(window).map((address) => (address as Uri).path);
    assert.equal(new Set(paths).size, 2);
    for (const path of paths) assert.match(path, /\/What Happened\.md$/);
  });
});
