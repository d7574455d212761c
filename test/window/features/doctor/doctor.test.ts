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

  it('passes all checks of a service that works, with eight small requests', async () => {
    const { service, window } = await signedIn();
    const { host } = service;
    await eventually(() => window.projects.labels.length, 12);
    const before = service.requests.length;
    const { says, signs, message, below } = await examine(window);
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
    assert.equal(says('Proxy'), `✓ No proxy is used, because ${host} is on this machine.`);
    assert.match(says('Connection'), /is on this machine and uses http, so nothing is encrypted/);
    assert.equal(says('Answer'), `✓ ${host} answers with a list, as it should.`);
    assert.equal(says('Token'), `✓ ${host} accepts the token.`);
    assert.match(says('Speed'), /^✓ Small requests were answered in \d+ ms .* 5 of 5\.$/);
    assert.equal(says('Pages'), '✓ Pages 1 and 2 of 5 rows fit together: 12 projects on 3 pages.');
    assert.match(says('Clock'), /agree to within 2 seconds/);
    assert.match(says('Secret storage'), /It holds 1 sign-in for/);
    assert.match(
      says('Versions'),
      /^✓ Mintscope [\d.]+, Visual Studio Code 1\.139\.1, on the desktop\.$/,
    );
    assert.ok(below('Versions').includes(`Node ${process.versions.node}.`));
    assert.ok(below('Answer').includes('Requests are sent by Mintscope’s own HTTP client.'));
    assert.equal(message?.kind, 'information');
    assert.match(message.text, /All 12 checks are fine/);
  });

  it('copies the report, or shows the log, when the user chooses so', async () => {
    const { window } = await signedIn();
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Copy Report');
    const { report } = await examine(window);
    assert.equal(window.desk.clipboard, report);
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Show Log');
    await examine(window);
    assert.equal(window.desk.logShown, 1);
  });

  it('checks the sample data, and reports that the result holds for sample data only', async () => {
    const window = await the.window();
    await window.run('exploreSampleData');
    const { says, signs } = await examine(window);
    assert.match(says('Address'), /^✓ Sample data is shown\. .* says nothing of another service/);
    assert.match(says('Pages'), /^✓ Pages 1 and 2 of 5 rows fit together/);
    assert.deepEqual(
      signs.filter((sign) => /^[✗⚠]/.test(sign)),
      [],
    );
  });

  it('asks for an address if the user is signed out, and sends no token there', async () => {
    const service = await the.service(projects);
    const window = await the.window({
      settings: { 'mintscope.baseUrl': 'https://api.example.test' },
    });
    const { says, message } = await examineTyped(window, service.address);
    assert.equal(window.desk.boxes[0]!.disposed, true);
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

  it('offers the address of the setting, refuses a wrong one, and stops on Escape', async () => {
    const window = await the.window({
      settings: { 'mintscope.baseUrl': 'https://api.example.test' },
    });
    const done = window.run('runDoctor');
    await eventually(() => window.desk.box?.value, 'https://api.example.test');
    window.desk.box!.enter('ftp://api.example.test');
    await eventually(() => window.desk.box!.says.includes('Only https addresses work'), true);
    window.desk.box!.hide();
    await done;
    assert.deepEqual(
      [window.desk.shown, window.desk.progress, window.desk.editorCommands],
      [[], [], []],
    );
  });

  it('offers the checks made so far when Check Connection is canceled', async () => {
    const { service, window } = await signedIn();
    await eventually(() => window.projects.labels.length, 12);
    service.fail(() => 'hang');
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Show Report');
    const done = window.run('runDoctor');
    await eventually(() => window.desk.progress[0]?.said.at(-1), '5 of 12: Answer');
    window.desk.progress[0]!.cancel();
    await done;
    assert.match(window.desk.shown[0]!.text, /was canceled; 4 of 12 checks were made\.$/);
    const found = findings(reportOf(window));
    assert.equal(found.get('Answer')?.found, 'Not checked, because you canceled.');
    assert.equal(found.get('Versions')?.found, 'Not checked, because you canceled.');
    assert.equal(found.get('Connection')?.sign, '✓');
  });

  it('ends Check Connection when the user signs out meanwhile', async () => {
    const { service, window } = await signedIn();
    await eventually(() => window.projects.labels.length, 12);
    service.fail(() => 'hang');
    const done = examine(window);
    await eventually(() => window.desk.progress[0]?.said.at(-1), '5 of 12: Answer');
    await window.run('signOut');
    const { says } = await done;
    assert.equal(says('Answer'), '– Not checked, because the sign-in changed meanwhile.');
  });

  it('runs one Check Connection at a time', async () => {
    const { window } = await signedIn();
    await Promise.all([examine(window), window.run('runDoctor')]);
    assert.equal(window.desk.progress.length, 1);
  });

  it('reports a broken secret storage, and makes the checks that need no token', async () => {
    const secrets = new FakeSecrets();
    secrets.keys = () => Promise.reject(new Error(`locked: ${homedir()}/keyring`));
    const window = await the.window({ secrets });
    const { says, below, message, report } = await examine(window);
    assert.match(says('Address'), /^✗ The editor’s secret storage does not work \(locked: ~/);
    assert.match(says('Secret storage'), /^✗ The editor’s secret storage does not work/);
    assert.match(below('Secret storage')[0]!, /^\*\*What to do\*\*: Unlock or install the keyring/);
    assert.equal(says('Answer'), '– Not checked, because no address is known.');
    assert.match(says('Files'), /^✓/);
    assert.equal(message?.kind, 'warning');
    assert.ok(!report.includes(homedir()));
  });

  it('reports a database that cannot be written, without its path', async () => {
    // A file in place of the folder, so that no database can be created.
    const globalStorage = join(newFolder(), 'storage');
    await writeFile(globalStorage, '');
    const { window } = await signedIn({ globalStorage });
    const { says, signs } = await examine(window);
    assert.match(
      says('Files'),
      /^✗ Mintscope cannot write and read its database \(E[A-Z]+: [a-z ]+\)\.$/,
    );
    assert.deepEqual(
      signs.filter((sign) => sign.startsWith('✗')),
      ['✗ Files'],
    );
  });

  it('checks the database with mintscope.keepRows off too, and leaves nothing in it', async () => {
    const { window } = await signedIn({ settings: { 'mintscope.keepRows': false } });
    const { says } = await examine(window);
    assert.equal(says('Files'), '✓ Mintscope can write and read its database.');
    for (const table of ['account', 'list', 'reading', 'snapshot']) {
      const rows = inDatabase(window.storage, (database) =>
        database.prepare(`select * from ${table}`).all(),
      );
      assert.deepEqual(rows, [], table);
    }
  });

  it('checks with the sign-in that another window has stored', async () => {
    const service = await the.service(projects);
    const window = await the.window();
    await window.signInTo(service);
    // Waits until the window knows the sign-in, or the check would ask for an address.
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'every');
    const { says } = await examine(window);
    assert.match(says('Token'), /^✓/);
  });
});
