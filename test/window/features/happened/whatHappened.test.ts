import assert from 'node:assert/strict';
import { windows } from '../../../support/windows.ts';
import { eventually } from '../../../support/eventually.ts';
import { type FakeWindow } from '../../../support/fakeVscode/window.ts';
import { openLink } from '../../../support/openLink.ts';
import { isStats, TOKEN } from '../../../support/minimalService.ts';
import { TabInputCustom } from '../../../support/fakeVscode/values.ts';

const HARBOR = { id: 1, name: '[Harbor](command:x)', transferable: true, status: 'processing' };
const EMBER = { id: 2, name: 'Ember', transferable: true, status: 'pending' };

const OPEN = 'vscode.openWith';

describe('What Happened', () => {
  const the = windows();

  async function start() {
    const stats: Record<string, object> = {
      't/1': { total: 10, confirmed: 0, processing: 0, pending: 10 },
    };
    const rows: object[] = [HARBOR, EMBER];
    return { rows, stats, ...(await the.opened(rows, stats)) };
  }
  const reports = ({ desk }: FakeWindow) =>
    desk.tabs.flatMap(({ input }) => (input instanceof TabInputCustom ? [input.uri] : []));
  const shows = async (window: FakeWindow, period: string) => {
    await window.run('whatHappened', period);
    const [uri, ...others] = reports(window);
    assert.deepEqual(others, [], 'the next report replaces one');
    assert.match(uri?.path ?? '', /^\/Report\/\d+\/What Happened\.md$/);
    return window.json(uri);
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
    const begin =
      /^# What happened since \w{3}, \w{3} \d+ at 127[^\n]*\n\n1 of 2 projects read, just now unless minted or ended, as of \d+:\d\d\. The first counts are of \d+:\d\d\.\n\n/;
    assert.match(text, begin);
    assert.match(text, /\*\*Started 1 · 6 NFTs confirmed\.\*\*/);
    assert.match(text, /\| not known \| {2}\|\n.*\| 6 \| ▰▰▰▰▰▰▰▰▰▰ \|/);
    const [, link] =
      /- \[\\\[Harbor\\\]\(command\\:x\)\]\(([^)]+)\) \(t\/1\): seen at \d+:\d\d\n/.exec(text) ??
      [];
    const [report] = reports(window);
    const opened = new URL(link ?? '', report?.toString()).pathname;
    assert.equal(decodeURIComponent(opened), panel.uri.path);
    const copied = String.raw`\(\w+://mintscope.mintscope/projects/t/1\?service=[^)]+\)`;
    assert.match(window.desk.clipboard, new RegExp(copied));
    const words = /^Since .*: Started 1 · 6 NFTs confirmed\. 1 of 2 projects read\.$/;
    assert.match(window.desk.said.at(-1) ?? '', words);
    rows.splice(0, 1, { id: 3, name: 'Quartz', transferable: true });
    await window.run('projects.refresh');
    const looked = await shows(window, 'lastLooked');
    assert.match(looked, /## New \(1\)\n\n- \[Quartz\]/);
    assert.match(looked, /## Gone \(1\)\n\n- \\\[Harbor\\\]\(command\\:x\) \(t\/1\)\n/);
    assert.match(looked, /\. What is new, gone or renamed is compared with \d+:\d\d\.\n/);
    assert.doesNotMatch(looked, /loaded before/);
  });

  it('reads the list and what was not read before it reports, and is not shown after a sign-out', async () => {
    const { window, stats, rows, service } = await start();
    rows.pop();
    rows.push({ ...EMBER, id: 3, name: 'Quartz' });
    stats['t/3'] = { total: 4, confirmed: 0, processing: 3, pending: 0, failed: 1 };
    stats['t/1'] = { total: 4, confirmed: 0, processing: 3, pending: 0, failed: 1 };
    const text = await shows(window, 'tenMinutes');
    assert.match(text, /All 2 projects read/);
    assert.match(text, /## Newly failed \(1\)\n\n- \[Quartz\].*: Failed 1, seen at/);
    // Its status says processing all the time.
    const undated = '1 project had failed when its status or its counts were first read';
    assert.ok(text.includes(`${undated}: since when is not known.`), text);
    assert.match(text, /## New \(1\)\n\n- \[Quartz\]/);
    assert.match(text, /## Gone \(1\)\n\n- Ember/);
    service.hold(isStats);
    stats['t/4'] = {};
    rows.push({ ...EMBER, id: 4, name: 'Late' });
    const looking = window.run('whatHappened', 'tenMinutes');
    await eventually(() => service.held.length > 0, true);
    assert.deepEqual(window.desk.progress.at(-1)?.said.at(-1), '3 of 3 projects');
    await window.run('signOut');
    await looking;
    assert.match(window.desk.said.join('\n'), /sign-in changed meanwhile/);
    assert.deepEqual(reports(window), []);
  });

  it('says of how many projects it knows whether they are new, if not all were loaded before', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => ({ ...EMBER, id: 1 + at }));
    const { window } = await the.opened(rows, {});
    const known =
      /50 of 120 projects were loaded before\. What was new, gone or renamed among the others until they were loaded is not known\./;
    assert.match(await shows(window, 'tenMinutes'), known);
    rows.push({ ...EMBER, id: 121 });
    assert.doesNotMatch(await shows(window, 'tenMinutes'), /loaded before/);
  });

  it('says so also if the others were loaded after changes were found', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => ({ ...EMBER, id: 1 + at }));
    const { window } = await the.opened(rows, {});
    rows[0]!.name = 'Renamed';
    await window.run('projects.refresh');
    await window.run('projects.loadAll');
    assert.match(await shows(window, 'tenMinutes'), /50 of 120 projects were loaded before/);
  });

  it('takes the focus only from a user who has not waited for it', async () => {
    const time = the.skippableTime();
    const { window, service } = await start();
    const focus = () => {
      const [, , , options] = window.desk.editorCommands.findLast(([id]) => id === OPEN) ?? [];
      return (options as { readonly preserveFocus: boolean }).preserveFocus;
    };
    await shows(window, 'week');
    assert.equal(focus(), false);
    service.hold(isStats);
    const looking = window.run('whatHappened', 'week');
    await eventually(() => service.held.length > 0, true);
    time.skip(3_000);
    service.release();
    await looking;
    assert.equal(focus(), true);
  });

  it('reports what is known after Cancel, and with the reason if the service fails', async () => {
    const { window, service } = await start();
    service.hold(isStats);
    const looking = window.run('whatHappened', 'week');
    await eventually(() => service.held.length > 0, true);
    window.desk.progress.at(-1)!.cancel();
    await looking;
    assert.match(window.desk.said.at(-1)!, /^Nothing has been read since [^.]*\.$/);
    service.fail(() => ({ status: 500 }));
    const text = await shows(window, 'week');
    assert.match(text, /\n\*\*Nothing has been read since [^.]*\.\*\*/);
    assert.match(window.desk.said.at(-1)!, /500.* Nothing has been read/);
  });

  it('says why it waits for a service that asks to, and waits for a list that is being read', async () => {
    const { window, service, rows } = await start();
    service.fail((request) =>
      isStats(request) ? { status: 429, headers: { 'retry-after': '1200' } } : undefined,
    );
    const looking = window.run('whatHappened', 'week');
    await eventually(
      () => window.desk.progress.at(-1)?.said.at(-1)?.includes('asks to send no requests'),
      true,
    );
    window.desk.progress.at(-1)!.cancel();
    await looking;
    assert.match(window.desk.said.at(-1)!, /asks to send no requests.* Nothing has been read/);
    service.fail(undefined);
    service.hold();
    rows.push({ ...EMBER, id: 3 });
    const loading = window.run('projects.loadAll');
    const again = window.run('whatHappened', 'week');
    service.release();
    await Promise.all([loading, again]);
    assert.match(await shows(window, 'week'), /of 3 projects read/);
  });

  it('leaves no report after a sign-out, nor after a reload', async () => {
    const { window, service } = await start();
    await shows(window, 'week');
    const [report] = reports(window);
    const changed: string[] = [];
    window.desk.files.get('mintscope')!.onDidChangeFile((all) => {
      changed.push(...all.map(({ uri }) => uri.toString()));
    });
    await window.run('signOut');
    await eventually(() => reports(window), []);
    assert.deepEqual(changed, [report!.toString()], 'the editor reads it again for a new tab');
    const gone = /^This report is no longer there/;
    assert.match(await window.json(report), gone);
    await window.close();
    const signIn = { address: service.address, token: TOKEN };
    const reloaded = await the.window({ signIn });
    reloaded.desk.openTab(new TabInputCustom(report!, 'vscode.markdown.preview.editor'));
    assert.match(await reloaded.json(report), gone);
    await eventually(() => reports(reloaded), []);
  });
});
