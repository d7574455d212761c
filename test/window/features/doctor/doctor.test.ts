import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { windows } from '../../../support/windows.ts';
import { TOKEN } from '../../../support/minimalService.ts';
import { FakeSecrets } from '../../../support/fakeVscode/storage.ts';
import { eventually } from '../../../support/eventually.ts';
import { type WindowOptions } from '../../../support/fakeVscode/window.ts';
import { endAfterEach } from '../../../support/ends.ts';
import { resolveNames } from '../../../faults/support/names.ts';
import { startTlsService } from '../../../support/tlsService.ts';
import { inDatabase } from '../../../support/storedLists.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';
import { examine, examineTyped, findings, reportOf } from './support.ts';

const projects = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, transferable: true }));

describe('Check Connection', () => {
  const the = windows();
  const newFolder = temporaryFolders();
  /** A window signed in to a service with twelve projects. */
  const signedIn = async (options: WindowOptions = {}) => {
    const service = await the.service(projects);
    return { service, window: await the.signedIn(service, options) };
  };

  it('passes all checks of a service that works, with eight small requests and nothing stored, and copies the report or shows the log', async () => {
    const { service, window } = await signedIn({ settings: { 'mintscope.keepRows': false } });
    await eventually(() => window.projects.labels.length, 12);
    const before = service.requests.length;
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Copy Report');
    const { says, signs, message, below, report } = await examine(window);
    assert.deepEqual(
      service.requests.slice(before).map(({ query }) => `${query.page} of ${query.limit}`),
      [...Array.from({ length: 6 }, () => '1 of 1'), '1 of 5', '2 of 5'],
    );
    for (const { headers } of service.requests)
      assert.equal(headers.authorization, `Bearer ${TOKEN}`);
    assert.deepEqual(signs, [
      ...['✓ Address', '✓ Proxy', '✓ Name lookup', '✓ Connection', '✓ Answer', '✓ Token'],
      ...['✓ Speed', '✓ Pages', '✓ Clock', '✓ Secret storage', '✓ Files', '✓ Versions'],
    ]);
    assert.equal(says('Address'), `✓ Signed in to ${service.address}, for every workspace.`);
    assert.match(says('Proxy'), /^✓ No proxy is used, because .* is on this machine\.$/);
    assert.match(says('Connection'), /is on this machine and uses http, so nothing is encrypted/);
    assert.match(says('Speed'), / 5 of 5\.$/);
    assert.equal(says('Pages'), '✓ Pages 1 and 2 of 5 rows fit together: 12 projects on 3 pages.');
    assert.match(says('Clock'), /agree to within 2 seconds/);
    assert.match(says('Secret storage'), /It holds 1 sign-in for/);
    assert.ok(below('Versions').includes(`Node ${process.versions.node}.`));
    assert.ok(below('Answer').includes('Requests are sent by Mintscope’s own HTTP client.'));
    assert.equal(message?.kind, 'information');
    assert.match(message.text, /All 12 checks are fine/);
    assert.deepEqual([window.desk.clipboard, window.desk.logShown], [report, 0]);
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Show Log');
    await examine(window);
    assert.equal(window.desk.logShown, 1);
    for (const table of ['account', 'list', 'reading', 'snapshot']) {
      const rows = inDatabase(window.storage, (database) =>
        database.prepare(`select * from ${table}`).all(),
      );
      assert.deepEqual(rows, [], table);
    }
  });

  it('checks the sample data, and reports that the result holds for sample data only', async () => {
    const window = await the.window();
    await window.run('exploreSampleData');
    const { says, signs } = await examine(window);
    assert.match(
      says('Address'),
      /^✓ Sample data is shown\. .* says nothing about another service/,
    );
    assert.ok(
      signs.every((sign) => !/^[✗⚠]/.test(sign)),
      signs.join(),
    );
  });

  it('asks for an address if the user is signed out, refuses a wrong one, stops on Escape and sends no token', async () => {
    const service = await the.service(projects);
    const window = await the.window({
      settings: { 'mintscope.baseUrl': 'https://api.example.test' },
    });
    const { desk } = window;
    const done = window.run('runDoctor');
    await eventually(() => desk.box?.value, 'https://api.example.test');
    desk.box!.enter('ftp://api.example.test');
    await eventually(() => desk.box!.says.includes('Only https addresses work'), true);
    desk.box!.hide();
    await done;
    assert.deepEqual([desk.shown, desk.progress, desk.editorCommands], [[], [], []]);
    const { says, message } = await examineTyped(window, service.address);
    assert.match(says('Address'), /as you typed it\. Nobody is signed in here/);
    assert.match(says('Answer'), /^✓ .* answers, and asks for a valid token \(401\)\.$/);
    assert.equal(says('Token'), '– Not checked, because nobody is signed in. No token was sent.');
    assert.equal(says('Pages'), '– Not checked, because nobody is signed in.');
    assert.match(says('Clock'), /^✓/);
    assert.deepEqual(message?.choices, ['Copy Report', 'Show Log', 'Sign In…']);
    assert.deepEqual(
      service.requests.map(({ headers }) => headers.authorization),
      [undefined],
    );
  });

  it('runs one Check Connection at a time, offers the checks made so far when it is canceled, and ends it on a sign-out', async () => {
    const { service, window } = await signedIn();
    const { desk } = window;
    await eventually(() => window.projects.labels.length, 12);
    service.fail(() => 'hang');
    desk.choose = ({ choices }) => choices.find((one) => one === 'Show Report');
    const done = window.run('runDoctor');
    await eventually(() => desk.progress[0]?.said.at(-1), '5 of 12: Answer');
    assert.equal(Math.round(desk.progress[0]!.percent), 33);
    await window.run('runDoctor');
    assert.equal(desk.progress.length, 1);
    desk.progress[0]!.cancel();
    await done;
    assert.match(desk.shown[0]!.text, /was canceled; 4 of 12 checks were made\.$/);
    const found = findings(reportOf(window));
    assert.equal(found.get('Answer')?.found, 'Not checked, because you canceled.');
    assert.equal(found.get('Connection')?.sign, '✓');
    const again = examine(window);
    await eventually(() => desk.progress[1]?.said.at(-1), '5 of 12: Answer');
    await window.run('signOut');
    const changed = '– Not checked, because the sign-in changed meanwhile.';
    assert.equal((await again).says('Answer'), changed);
  });

  it('reports a broken secret storage and a database that cannot be written, without their paths', async () => {
    const secrets = new FakeSecrets();
    secrets.keys = () => Promise.reject(new Error(`locked: ${homedir()}/keyring`));
    // A file in place of the folder, so that no database can be created.
    const globalStorage = join(newFolder(), 'storage');
    await writeFile(globalStorage, '');
    const window = await the.window({ secrets, globalStorage });
    const { says, below, message, report } = await examine(window);
    assert.match(says('Address'), /^✗ The editor’s secret storage does not work \(locked: ~/);
    assert.match(says('Secret storage'), /^✗ The editor’s secret storage does not work/);
    assert.match(below('Secret storage')[0]!, /^\*\*What to do\*\*: Unlock or install the keyring/);
    assert.equal(says('Answer'), '– Not checked, because no address is known.');
    const failed = /^✗ Mintscope cannot write and read its database \(E[A-Z]+: [a-z ]+\)\.$/;
    assert.match(says('Files'), failed);
    assert.equal(message?.kind, 'warning');
    assert.ok(!report.includes(homedir()));
  });

  it('shows no result of Check Connection after its window has closed', async () => {
    const { service, window } = await signedIn();
    const { desk } = window;
    await eventually(() => window.projects.labels.length, 12);
    service.fail(() => 'hang');
    const done = window.run('runDoctor');
    await eventually(() => desk.progress[0]?.said.at(-1), '5 of 12: Answer');
    await window.close();
    await done;
    assert.deepEqual([desk.shown, desk.editorCommands], [[], []]);
  });

  describe('of a failing service', () => {
    const atEnd = endAfterEach();
    const at = (address: string) =>
      the.window({
        signIn: { address, token: TOKEN },
        settings: { 'http.noProxy': ['*'] },
      });

    it('reports a host name that is not found, and only warns if the editor finds it', async () => {
      atEnd(resolveNames({}));
      const { says, message } = await examine(await at('https://api.example.test'));
      assert.equal(says('Name lookup'), '✗ Could not find api.example.test (host not found).');
      assert.match(says('Answer'), /^✗ Could not find/);
      for (const name of ['Token', 'Speed', 'Clock']) assert.match(says(name), /^– Not checked/);
      assert.match(says('Files'), /^✓/);
      assert.match(message?.text ?? '', /^Check Connection: 3 of 12 checks failed\. Name lookup: /);
      const { fetch } = globalThis;
      atEnd(() => (globalThis.fetch = fetch));
      const empty = { results: [], page: 1, limit: 1, totalPages: 0, totalResults: 0 };
      globalThis.fetch = () => Promise.resolve(Response.json(empty));
      const found = await examineTyped(await the.window(), 'https://api.example.test');
      assert.match(found.says('Name lookup'), /^⚠ Could not find api\.example\.test/);
      assert.match(found.says('Answer'), /^✓/);
      assert.match(found.below('Answer').at(-1) ?? '', /sent by the editor/);
    });

    it('reports why the second page could not be read', async () => {
      const service = await the.service(projects);
      service.fail(({ query }) => (query.page === '2' ? { status: 404 } : undefined));
      const { says } = await examine(await at(service.address));
      assert.match(says('Speed'), /^✓/);
      assert.match(says('Pages'), /^✗ .*\(404\)/);
    });

    it('reports a self-signed certificate, and does not send the token', async () => {
      const sent: (string | undefined)[] = [];
      const server = await startTlsService(({ headers }, response) => {
        sent.push(headers.authorization);
        response.end();
      });
      atEnd(() => server.close());
      const { says, below } = await examine(await at(server.origin));
      const found = /^✗ Certificate of .* \(self-signed, DEPTH_ZERO_SELF_SIGNED_CERT\)/;
      assert.match(says('Connection'), found);
      assert.match(below('Connection')[0]!, /NODE_EXTRA_CA_CERTS/);
      assert.match(says('Answer'), /^✗ Certificate of/);
      assert.deepEqual(sent, []);
    });

    it('never reveals the token, whatever the service sends back', async () => {
      const service = await the.service(projects);
      const window = await at(service.address);
      const host = `${TOKEN}.example.test`;
      const answers = [
        { status: 302, headers: { location: `https://${host}/` }, body: '' },
        { status: 200, headers: { 'content-type': `text/${TOKEN}` }, body: TOKEN },
        { status: 401, headers: { date: TOKEN, 'content-type': TOKEN }, body: { error: TOKEN } },
        { status: 500, headers: { server: TOKEN }, body: TOKEN },
      ];
      for (const answer of answers) {
        service.fail(() => answer);
        const { report } = await examine(window);
        const { desk } = window;
        const texts = [report, ...desk.log, ...desk.said];
        assert.ok(!texts.join('\n').replaceAll('\\', '').includes(TOKEN), JSON.stringify(answer));
      }
    });
  });
});
