import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { isStats } from '../../support/minimalService.ts';

const ROWS = [{ id: 7, name: 'Harbor Lights', transferable: false }];

describe('deep links', () => {
  const the = windows();

  const start = () => the.opened(ROWS, { 'n/7': { total: 4, confirmed: 3 } });
  const follow = ({ desk }: FakeWindow, link: string) => {
    desk.openLink!(Uri.parse(link));
  };
  const statsRequests = (service: { readonly requests: readonly { readonly path: string }[] }) =>
    service.requests.filter(isStats).length;

  it('opens no link to another service or without a project, and offers Switch Connection for the first', async () => {
    const { window, desk, host, service } = await start();
    const before = statsRequests(service);
    const link = 'vscode://mintscope.mintscope/projects/n/7?service=%5Bx%5D(command%3Aquit)';
    follow(window, link);
    await eventually(() => desk.shown.length, 1);
    const [{ text, choices } = { text: '', choices: [] }] = desk.shown;
    assert.ok(text.includes(`but this window uses ${host}`), text);
    assert.ok(!text.includes('[x](command:quit)'), 'no markup of the link');
    assert.deepEqual(choices, ['Switch Connection…']);
    follow(window, `vscode://mintscope.mintscope/projects/n/7?service=${'x'.repeat(5000)}`);
    await eventually(() => desk.shown.length, 2);
    assert.ok(desk.shown[1]!.text.length < 300, 'a long name is cut');
    desk.choose = ({ choices: [first] }) => first;
    follow(window, 'vscode://mintscope.mintscope/projects/n/7?service=sample');
    await eventually(() => desk.pick?.title, 'Switch connection');
    assert.match(desk.said.at(-1)!, /is to a project of the sample data, but .* uses 127/);
    desk.pick!.hide();
    follow(window, 'vscode://mintscope.mintscope/projects/t/1/more');
    const looks = 'Mintscope: this link names no project. It should look like …/projects/t/12.';
    await eventually(() => desk.said.at(-1), looks);
    for (const none of ['', '%20', '%E2%80%8B']) {
      desk.shown.length = 0;
      follow(window, `vscode://mintscope.mintscope/projects/n/7?service=${none}`);
      await eventually(() => desk.shown.length, 1);
      assert.match(desk.shown[0]!.text, /does not say which service its project is of\. Copy/);
    }
    assert.deepEqual(desk.panels, []);
    assert.equal(statsRequests(service), before);
  });

  it('a link to one of two services on a host, and one with the host alone, opens no project of the other', async () => {
    const { window, desk, host } = await the.opened(ROWS, {}, { prefix: '/e%20u' });
    await window.run('copyLink', window.projects.painted[0]!.row);
    assert.ok(desk.clipboard.endsWith(`?service=${encodeURIComponent(`${host}/e%20u`)}`));
    for (const other of [`${host}/us`, host]) {
      follow(window, `vscode://mintscope.mintscope/projects/n/7?service=${other}`);
      const words = `a project of ${other}, but this window uses ${host}/e%20u.`;
      await eventually(() => desk.said.at(-1)?.includes(words), true);
    }
    follow(window, desk.clipboard);
    await eventually(() => desk.said.at(-1)?.startsWith('Show the stats'), true);
    assert.deepEqual(desk.panels, []);
  });

  it('opens no link if the user agrees after a switch to another service', async () => {
    const { window, desk, service } = await start();
    const other = await the.service(ROWS, { 'n/7': { total: 4, confirmed: 1 } });
    const [before, answer] = [statsRequests(service), Promise.withResolvers<string>()];
    desk.choose = ({ text, choices }) =>
      text.startsWith('Show the stats') ? answer.promise : choices[0];
    follow(window, 'vscode://mintscope.mintscope/projects/n/7');
    await eventually(() => desk.shown.length, 1);
    await window.signInTo(other);
    await eventually(() => desk.statusItems[0]?.text.includes(other.host), true);
    answer.resolve('Show Stats');
    const changed = 'The sign-in changed meanwhile. Open the link again.';
    await eventually(() => desk.said.at(-1), changed);
    assert.deepEqual(desk.panels, []);
    assert.deepEqual([statsRequests(service), statsRequests(other)], [before, 0]);
  });

  it('sends no request for a link before the user has signed in and agreed', async () => {
    const service = await the.service(ROWS, { 'n/7': { total: 4, confirmed: 3 } });
    const window = await the.window();
    const signedIn = Promise.withResolvers<undefined>();
    window.desk.choose = ({ choices }) =>
      choices.includes('Sign In…') ? signedIn.promise : choices[0];
    follow(window, 'vscode://mintscope.mintscope/projects/n/7');
    await eventually(() => window.desk.said, ['Sign in to your NFT service first.']);
    await window.signInTo(service);
    // Waits until the window knows the sign-in, or a command would ask for one again.
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'every');
    assert.deepEqual(window.desk.panels, []);
    signedIn.resolve(undefined);
    const panel = () => window.desk.panels.at(-1);
    await eventually(() => panel()?.state?.counts?.confirmed, 3);
    assert.equal(panel()!.isPreview, false, 'it stays when a row is clicked');
    assert.equal(panel()!.focused, true);
    assert.equal(window.desk.said.at(-1), 'Show the stats of project 7 · non-transferable?');
    assert.equal(statsRequests(service), 1);
  });
});
