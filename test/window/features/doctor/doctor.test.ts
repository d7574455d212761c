import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CHECKS } from '../../../../src/features/doctor/checks.ts';
import { windows } from '../../../support/windows.ts';
import { isStats, TOKEN } from '../../../support/minimalService.ts';
import { FakeSecrets } from '../../../support/fakeVscode/storage.ts';
import { eventually } from '../../../support/eventually.ts';
import type { FakeWindow } from '../../../support/fakeVscode/window.ts';
import { inDatabase } from '../../../support/storedLists.ts';
import { manifestText } from '../../../support/manifest.ts';
import { AUTHORITY, startTlsService, trustInstead } from '../../../support/tlsService.ts';

const projects = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, transferable: true }));

function reportOf(window: FakeWindow): Promise<string> {
  const [, address] = window.desk.editorCommands.findLast(([id]) => id === 'vscode.openWith') ?? [];
  assert.match(String(address), /^mintscope:\/\/\/Report\/\d+\/Check%20Connection\.md$/);
  return window.json(address);
}

/** The findings of a report by the names of their checks, without the escapes of Markdown. */
function findings(report: string) {
  const found = new Map<string, { sign: string; found: string; below: string[] }>();
  for (const line of report.replace(/\\(.)/g, '$1').split('\n')) {
    const [, sign = '', name, text = ''] = /^- (\S) \*\*([\w ]+)\*\*: (.*)$/.exec(line) ?? [];
    if (name !== undefined) found.set(name, { sign, found: text, below: [] });
    else if (line.startsWith('  - ')) [...found.values()].at(-1)?.below.push(line.slice(4));
  }
  return found;
}

async function examine(window: FakeWindow) {
  await window.run('runDoctor');
  const report = await reportOf(window);
  const found = findings(report);
  return {
    report,
    /** `✓ api.example.com accepts the token.` */
    says: (name: string) => {
      const { sign, found: text } = found.get(name)!;
      return `${sign} ${text}`;
    },
    below: (name: string) => found.get(name)!.below,
    signs: [...found].map(([name, { sign }]) => `${sign} ${name}`),
    message: window.desk.shown.at(-1),
  };
}

async function examineTyped(window: FakeWindow, address: string) {
  const done = examine(window);
  await eventually(() => window.desk.box?.title, 'Check Connection');
  window.desk.box!.enter(address);
  return done;
}

describe('Check Connection', () => {
  const the = windows();

  it('passes all checks of a service that works, with three small requests and nothing stored, and copies the report or shows the log', async () => {
    const stats = { 't/1': { total: 4, confirmed: 3 } };
    const service = await the.service(projects, stats);
    const settings = { 'mintscope.keepRows': false, 'mintscope.showProgress': 'never' };
    const window = await the.signedIn(service, { settings });
    await eventually(() => window.projects.labels.length, 12);
    const before = service.requests.length;
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Copy Report');
    const { says, signs, message, report } = await examine(window);
    assert.deepEqual(
      service.requests.slice(before).map(({ path, query }) => `${path} ${query.limit ?? ''}`),
      ['/v2/projects 10', '/v2/projects/t/1/stats ', '/v1/collections 10'],
    );
    const { version } = JSON.parse(manifestText()) as { readonly version: string };
    for (const { headers } of service.requests) {
      assert.equal(headers.authorization, `Bearer ${TOKEN}`);
      assert.equal(
        headers['user-agent'],
        `mintscope/${version}`,
        'firewalls refuse requests without',
      );
    }
    assert.deepEqual(
      signs,
      CHECKS.map(({ name }) => `✓ ${name()}`),
    );
    assert.equal(says('Address'), `✓ Signed in to ${service.address}.`);
    assert.equal(says('Network'), `✓ Requests to ${service.host} are sent directly.`);
    assert.match(says('Certificate'), /uses http, so nothing is encrypted/);
    assert.match(says('Answer'), /answers with a list, and accepts the token\.$/);
    assert.equal(says('Projects'), '✓ The first rows can be read: 10 of 12.');
    assert.equal(says('Stats'), '✓ The counts of project 1 · transferable can be read.');
    assert.match(report, new RegExp(`Node ${process.versions.node}$`, 'm'));
    assert.equal(message?.kind, 'information');
    assert.match(message.text, /All \d+ checks are fine/);
    assert.deepEqual([window.desk.clipboard, window.desk.logShown], [report, 0]);
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Show Log');
    await examine(window);
    assert.equal(window.desk.logShown, 1);
    for (const table of ['account', 'list', 'reading', 'sign_out']) {
      const rows = inDatabase(window.storage, (database) =>
        database.prepare(`select * from ${table}`).all(),
      );
      assert.deepEqual(rows, [], table);
    }
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
    await eventually(() => desk.box!.says.includes('Type the whole address'), true);
    desk.box!.hide();
    await done;
    assert.deepEqual([desk.shown, desk.progress, desk.editorCommands], [[], [], []]);
    const { says, message } = await examineTyped(window, service.address);
    assert.match(says('Address'), /as you typed it\. Nobody is signed in here/);
    assert.match(says('Answer'), /^✓ .* answers, and asks for a token \(401\)\.$/);
    assert.equal(says('Projects'), '– Not checked, because the service gave no list.');
    assert.deepEqual(message?.choices, ['Copy Report', 'Show Log', 'Sign In…']);
    assert.deepEqual(
      service.requests.map(({ headers }) => headers.authorization),
      [undefined],
    );
  });

  it('names who issued the certificate of an https service, and its end', async () => {
    the.atEnd(trustInstead(() => [readFileSync(AUTHORITY, 'utf8')]));
    const service = await startTlsService((_, response) => response.writeHead(401).end(), 'signed');
    the.atEnd(() => service.close());
    const { says, below } = await examineTyped(await the.window(), service.origin);
    assert.match(says('Certificate'), /^✓ The certificate of 127\.0\.0\.1:\d+ is verified\.$/);
    assert.deepEqual(below('Certificate'), [
      'Issued by mintscope test authority, throw-away, valid until 2125-01-01.',
    ]);
  });

  it('runs one Check Connection at a time, says what was checked when it is canceled, and ends it on a sign-out', async () => {
    const { service, window, desk } = await the.opened(projects);
    service.hold(isStats);
    const total = CHECKS.length;
    const stats = `${CHECKS.findIndex(({ id }) => id === 'stats') + 1} of ${total}: Stats`;
    const done = window.run('runDoctor');
    await eventually(() => desk.progress[0]?.said.at(-1), stats);
    await window.run('runDoctor');
    assert.equal(desk.progress.length, 1);
    desk.progress[0]!.cancel();
    await done;
    assert.match(desk.shown[0]!.text, /No fault was found; 3 of \d+ checks could not be run\.$/);
    assert.deepEqual(desk.editorCommands, [], 'no report opens');
    const again = window.run('runDoctor');
    await eventually(() => desk.progress[1]?.said.at(-1), stats);
    await window.run('signOut');
    await again;
    const ends = desk.shown.filter(({ text }) => text.startsWith('Check Connection: No fault'));
    assert.equal(ends.length, 2);
  });

  it('reports a broken secret storage and a database that cannot be written, without their paths', async () => {
    const secrets = new FakeSecrets();
    secrets.keys = () => Promise.reject(new Error(`locked: ${homedir()}/keyring`));
    // A file in place of the folder, so that no database can be created.
    const globalStorage = join(the.newFolder(), 'storage');
    await writeFile(globalStorage, '');
    const window = await the.window({ secrets, globalStorage });
    const { says, below, message, report } = await examine(window);
    assert.match(says('Address'), /^✗ The editor’s secret storage does not work \(locked: ~/);
    assert.match(below('Address')[0]!, /^What to do: Unlock or install the keyring/);
    assert.equal(says('Answer'), '– Not checked, because no address is known.');
    const failed = / Mintscope cannot write and read its database \(E[A-Z]+: [a-z ]+\)\.$/;
    assert.match(says('Storage'), /^✗ The editor’s secret storage does not work/);
    assert.match(says('Storage'), failed);
    assert.equal(message?.kind, 'warning');
    assert.ok(!report.includes(homedir()));
  });
});
