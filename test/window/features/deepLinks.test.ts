import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { keepSignIn } from '../../support/signIns.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { isStats, TOKEN } from '../../support/minimalService.ts';

const ROWS = [{ id: 7, name: 'Harbor Lights', transferable: false }];

describe('deep links', () => {
  const the = windows();

  const start = () => the.opened(ROWS, { 'n/7': { total: 4, confirmed: 3 } });
  const follow = ({ desk }: FakeWindow, link: string) => {
    desk.openLink!(Uri.parse(link));
  };
  const statsRequests = (service: { readonly requests: readonly { readonly path: string }[] }) =>
    service.requests.filter(isStats).length;

  it('names the service before a link sends a request, and opens the stats if the user agrees', async () => {
    const { window, desk, host, service } = await start();
    const before = statsRequests(service);
    let counted = -1;
    desk.choose = ({ choices }) => {
      counted = statsRequests(service);
      return choices[0];
    };
    follow(window, 'vscode://mintscope.mintscope/projects/n/7');
    await eventually(() => desk.panels[0]?.state?.counts?.confirmed, 3);
    assert.equal(counted, before, 'no request before the user agrees');
    assert.deepEqual(desk.shown, [
      {
        kind: 'warning',
        text: 'Show the stats of project 7 · non-transferable?',
        detail: `A link asks for them. Mintscope reads them from ${host}.`,
        choices: ['Show Stats'],
        modal: true,
      },
    ]);
  });

  it('copies a link with the name of its service, and follows it', async () => {
    const { window, desk, host } = await start();
    await window.run('copyLink', window.projects.painted[0]!.row);
    const service = encodeURIComponent(host);
    assert.equal(desk.clipboard, `vscode://mintscope.mintscope/projects/n/7?service=${service}`);
    desk.choose = ({ choices }) => choices[0];
    follow(window, desk.clipboard);
    await eventually(() => desk.panels[0]?.state?.counts?.confirmed, 3);
  });

  it('does not open a link to another service, and offers Switch Connection', async () => {
    const { window, desk, host, service } = await start();
    const before = statsRequests(service);
    const link = 'vscode://mintscope.mintscope/projects/n/7?service=%5Bx%5D(command%3Aquit)';
    follow(window, link);
    await eventually(() => desk.shown.length, 1);
    const [{ text, choices } = { text: '', choices: [] }] = desk.shown;
    assert.ok(text.includes(`but this window uses ${host}`), text);
    assert.ok(!text.includes('[x](command:quit)'), 'no markup of the link');
    assert.deepEqual(choices, ['Switch Connection…']);
    assert.deepEqual(desk.panels, []);
    assert.equal(statsRequests(service), before);
  });

  it('shows what a link looks like if one names no project', async () => {
    const { window, desk } = await start();
    for (const path of ['/projects/x/1', '/projects/t/', '/', '/projects/t/1/more']) {
      desk.shown.length = 0;
      follow(window, `vscode://mintscope.mintscope${path}`);
      const looks = 'Mintscope: this link names no project. One looks like …/projects/t/12.';
      await eventually(() => desk.said, [looks]);
    }
    assert.deepEqual(desk.panels, []);
  });

  it('asks about each of two links, and opens only what the user agrees to', async () => {
    const { window, desk, service } = await start();
    const before = statsRequests(service);
    const answers = new Map<string, (answer: string | undefined) => void>();
    desk.choose = ({ text }) => new Promise((resolve) => answers.set(text, resolve));
    follow(window, 'vscode://mintscope.mintscope/projects/t/1');
    follow(window, 'vscode://mintscope.mintscope/projects/n/7');
    const question = (of: string) => `Show the stats of project ${of}?`;
    const [one, other] = [question('1 · transferable'), question('7 · non-transferable')];
    await eventually(() => [...answers.keys()], [one, other]);
    assert.equal(statsRequests(service), before);
    answers.get(other)!('Show Stats');
    await eventually(() => desk.panels[0]?.state?.counts?.confirmed, 3);
    answers.get(one)!(undefined);
    await window.run('showLog');
    assert.deepEqual(
      desk.panels.map(({ state }) => state?.ref),
      ['n/7'],
    );
    assert.equal(statsRequests(service), before + 1);
  });

  it('opens no link if the user agrees after a switch to another service and back', async () => {
    const { window, desk, service } = await start();
    const other = await the.service(ROWS, { 'n/7': { total: 4, confirmed: 1 } });
    const [before, answer] = [statsRequests(service), Promise.withResolvers<string>()];
    desk.choose = ({ text, choices }) =>
      text.startsWith('Show the stats') ? answer.promise : choices[0];
    follow(window, 'vscode://mintscope.mintscope/projects/n/7');
    await eventually(() => desk.shown.length, 1);
    for (const { address } of [other, service]) {
      await window.signInTo({ address });
      const { host } = new URL(address);
      await eventually(() => desk.statusItems[0]?.text.includes(host), true);
    }
    answer.resolve('Show Stats');
    const last = () => desk.shown.at(-1)?.text;
    await eventually(last, 'The sign-in changed meanwhile. Open the link again.');
    assert.deepEqual(desk.panels, []);
    assert.deepEqual([statsRequests(service), statsRequests(other)], [before, 0]);
  });

  it('waits for the secret storage before it asks about a link', async () => {
    const service = await the.service(ROWS, { 'n/7': { total: 4, confirmed: 3 } });
    const secrets = new FakeSecrets();
    await keepSignIn(secrets, { address: service.address, token: TOKEN });
    const unlocked = Promise.withResolvers<undefined>();
    const keys = secrets.keys.bind(secrets);
    secrets.keys = async () => {
      await unlocked.promise;
      return keys();
    };
    const window = await the.window({ secrets });
    window.desk.choose = ({ choices }) => choices[0];
    for (const id of [7, 7]) {
      follow(window, `vscode://mintscope.mintscope/projects/n/${id}`);
    }
    await eventually(() => window.desk.statusMessages.length > 0, true);
    assert.deepEqual([window.desk.shown, window.desk.panels], [[], []]);
    unlocked.resolve(undefined);
    await eventually(() => window.desk.panels[0]?.state?.counts?.confirmed, 3);
    await eventually(() => window.desk.shown.length, 2);
    assert.equal(window.desk.panels.length, 1);
  });

  it('reports a failing secret storage when a link is followed', async () => {
    const secrets = new FakeSecrets();
    secrets.keys = () => Promise.reject(new Error('locked'));
    const window = await the.window({ secrets });
    follow(window, 'vscode://mintscope.mintscope/projects/n/7');
    await eventually(() => window.desk.shown.length, 1);
    const [{ kind, text } = { kind: '', text: '' }] = window.desk.shown.splice(0);
    assert.deepEqual(
      [kind, text],
      ['error', 'Mintscope: The editor’s secret storage does not work (locked).'],
    );
    assert.deepEqual(window.desk.panels, []);
  });

  describe('while signed out', () => {
    async function signedOut(link: string) {
      const service = await the.service(ROWS, { 'n/7': { total: 4, confirmed: 3 } });
      const window = await the.window();
      const offered = Promise.withResolvers<undefined>();
      const signedIn = Promise.withResolvers<undefined>();
      const questions: string[] = [];
      window.desk.choose = ({ choices, text }) => {
        questions.push(text);
        if (!choices.includes('Sign In…')) return choices[0];
        offered.resolve(undefined);
        return signedIn.promise;
      };
      follow(window, link);
      await offered.promise;
      const signIn = async () => {
        await window.signInTo(service);
        // Waits until the window knows the sign-in, or a command would ask for one again.
        await eventually(() => window.desk.contexts.get('mintscope.connection'), 'every');
        signedIn.resolve(undefined);
      };
      return { window, service, questions, signIn };
    }

    it('sends no request for a link before the user has signed in and agreed', async () => {
      const { window, service, questions, signIn } = await signedOut(
        'vscode://mintscope.mintscope/projects/n/7',
      );
      assert.deepEqual(window.desk.panels, []);
      await signIn();
      await eventually(() => window.desk.panels[0]?.state?.counts?.confirmed, 3);
      assert.deepEqual(questions, [
        'Sign in to your NFT service first.',
        'Show the stats of project 7 · non-transferable?',
      ]);
      assert.equal(statsRequests(service), 1);
    });

    it('does not open a link after a sign-in to another service than it names', async () => {
      const { window, service, questions, signIn } = await signedOut(
        'vscode://mintscope.mintscope/projects/n/7?service=other.example.com',
      );
      await signIn();
      await eventually(() => questions.length, 2);
      assert.match(questions[1]!, /^This link is to a project of other\.example\.com, but/);
      assert.deepEqual(window.desk.panels, []);
      assert.equal(statsRequests(service), 0);
    });
  });
});
