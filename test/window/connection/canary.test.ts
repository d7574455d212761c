import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import type { MinimalService } from '../../support/minimalService.ts';
import { sentProjects } from '../../support/projects.ts';
import { pickOf, toToken } from '../../support/signInSteps.ts';
import { storedIn } from '../../support/storedLists.ts';
import { windows } from '../../support/windows.ts';

const CANARY = 'canary-7f3d1c9ae2b84655';
const FORMS = [CANARY, Buffer.from(CANARY).toString('base64'), Buffer.from(CANARY).toString('hex')];
const STATS = { total: 4, confirmed: 3, processing: 1, pending: 0 };

const formsIn = (text: string) => FORMS.filter((form) => text.includes(form));

/** The tools of agents. Those that send requests come first. */
const TOOLS: readonly (readonly [string, object])[] = [
  ['mintscope_list', { what: 'projects' }],
  ['mintscope_stats', { project: 't/1' }],
  ['mintscope_portfolio', {}],
  ['mintscope_changes', { since: 'week' }],
];

const projects = sentProjects(120, () => ({ image: 'https://images.example.com/1.png' }));

const all = (value: unknown) =>
  inspect(value, {
    depth: Infinity,
    showHidden: true,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
  });

/** The content of a file; empty if it is gone, as a lock is after its write. */
async function contentOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}

/** All texts that a window shows, stores or passes on, by their place. */
async function everythingOf(window: FakeWindow): Promise<Record<string, string>> {
  const { desk, storage } = window;
  // Writes the lines of the log that still wait.
  await window.run('showLog');
  const files = await readdir(storage, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(paths.map(contentOf));
  const boxes = desk.boxes.map(({ title, prompt, says }) => [title, prompt, says]);
  const parts: [string, unknown][] = Object.entries(desk);
  const shown = parts.map(
    ([part, value]) => [part, all(part === 'boxes' ? boxes : value)] as const,
  );
  return {
    ...Object.fromEntries(shown),
    'stored state': all([window.workspaceState.stored, window.globalState.stored]),
    'files and their names': [...files.map(({ name }) => name), ...contents].join('\n'),
    process: all([process.title, process.env, process.argv]),
  };
}

async function assertNowhere(window: FakeWindow): Promise<void> {
  const everything = await everythingOf(window);
  const found = Object.entries(everything)
    .filter(([, text]) => formsIn(text).length > 0)
    .map(([where]) => where);
  assert.deepEqual(found, []);
}

function assertOnlyInAuthorization({ requests }: Pick<MinimalService, 'requests'>): void {
  const [address, ...others] = requests;
  assert.ok(others.length > 0);
  // The address is checked before there is a token.
  assert.equal(address?.headers.authorization, undefined);
  for (const { headers, path, query } of others) {
    const { authorization, ...rest } = headers;
    assert.equal(authorization, `Bearer ${CANARY}`);
    assert.ok(!all([rest, path, query]).includes(CANARY));
  }
}

describe('The token of the user', () => {
  const the = windows();
  const start = () => the.service(projects, { 't/1': STATS }, { token: CANARY });

  async function signedIn() {
    const service = await start();
    const window = await the.window();
    window.projects.show();
    window.collections.show();
    const { done, box } = await toToken(window, service.address);
    assert.equal(box.password, true);
    box.enter(CANARY);
    await done;
    await eventually(() => window.projects.description, '50 of 120');
    return { service, window };
  }

  async function openStats(window: FakeWindow): Promise<void> {
    const panel = await window.openRow(0);
    await eventually(() => panel.sees, 'P 1 (1 · transferable) | 3 of 4 confirmed');
  }

  it('the token goes nowhere but into the Authorization header if nothing fails', async () => {
    const { service, window } = await signedIn();
    await window.run('projects.loadAll');
    await eventually(() => window.projects.description, '120');
    await openStats(window);
    window.desk.panels[0]!.says({ type: 'copy', what: 'id', ref: 't/1' });
    await eventually(() => window.desk.clipboard, 't/1');
    for (const command of ['copyLink', 'openJson']) {
      await window.run(command, window.projects.painted[0]!.row);
      await assertNowhere(window);
    }
    await window.cancel('Switch connection', 'switchConnection');
    for (const [tool, input] of TOOLS) {
      const answer = await window.desk.tools.invoke(tool, input);
      assert.match(answer, /"asOf"/);
      assert.deepEqual(formsIn(answer), [], tool);
    }
    // Waits until the stored rows are among the files.
    await eventually(() => storedIn(window.storage).length, 2);
    assert.ok(
      [...window.secrets.stored.values()].join().includes(CANARY),
      'else it proves nothing',
    );
    await assertNowhere(window);
    assertOnlyInAuthorization(service);
  });

  it('the token goes nowhere else when the service fails in every way, or redirects to another server', async () => {
    const { service, window } = await signedIn();
    const elsewhere = await start();
    await openStats(window);
    const answers = [
      { status: 500, body: `<p>${CANARY}</p>` },
      { status: 404, body: { error: CANARY } },
      { status: 429, headers: { 'retry-after': '90' }, body: CANARY },
      { status: 200, body: { token: CANARY } },
      { status: 200, headers: { 'content-encoding': 'zstd' }, body: CANARY },
      { status: 403, body: { error: `not for ${CANARY}` } },
      { status: 307, headers: { location: `${elsewhere.address}/v2/projects?token=${CANARY}` } },
    ];
    for (const answer of answers) {
      service.fail(() => answer);
      await window.run('projects.refresh');
      window.desk.panels[0]!.says({ type: 'refresh' });
      for (const [tool, input] of TOOLS.slice(0, 2)) {
        const failed = await window.desk.tools.invoke(tool, input).catch((error: unknown) => error);
        assert.ok(failed instanceof Error, tool);
        assert.deepEqual(formsIn(failed.message), [], tool);
      }
      await assertNowhere(window);
    }
    assert.ok(
      window.desk.log.some((line) => line.startsWith('warn ')),
      'failures are logged',
    );
    assert.equal(elsewhere.requests.length, 0);
    assertOnlyInAuthorization(service);
  });

  it('a refused token goes nowhere else, and Sign Out removes it from the secrets', async () => {
    const { service, window } = await signedIn();
    service.setToken('another');
    await window.run('projects.refresh');
    await eventually(() => window.desk.shown.at(-1)?.kind, 'warning');
    await assertNowhere(window);
    await window.run('signOut');
    await eventually(() => window.projects.sees, '0 rows');
    assert.equal(window.secrets.stored.size, 0);
    await assertNowhere(window);
    assertOnlyInAuthorization(service);
  });

  it('the token goes nowhere else, nor into the secrets, while a sign-in is not finished', async () => {
    const service = await start();
    const window = await the.window({ folder: Uri.file('/work/lighthouse') });
    const { done, box } = await toToken(window, service.address);
    box.enter(CANARY);
    const pick = await pickOf(window);
    await assertNowhere(window);
    assert.equal(window.secrets.stored.size, 0);
    assertOnlyInAuthorization(service);
    pick.hide();
    await done;
    await assertNowhere(window);
  });
});
