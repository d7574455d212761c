import assert from 'node:assert/strict';
import { createHash, scryptSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import { FakeMemento, FakeSecrets } from '../support/fakeVscode/storage.ts';
import { type TabInputText, Uri } from '../support/fakeVscode/values.ts';
import {
  eventually,
  type FakeWindow,
  keepSignIn,
  openWindow,
} from '../support/fakeVscode/window.ts';
import { type MinimalService, startMinimalService } from '../support/minimalService.ts';
import { storedIn } from '../support/storedLists.ts';

/*
 * What builds of version 0.1.0 stored, literally: recorded by running commit eab4db0 (before accounts
 * were told apart and workspaces had ids) and commit 28576b8 (after), with a folder open in which a
 * person signed in to one service for every workspace, then to it and to another for this workspace,
 * saved a snapshot, opened stats and filtered, sorted and grouped the Projects. Only the ports of the
 * services, and what is computed from addresses and tokens, are those of the test.
 */

const FOLDER = Uri.file('/work/lighthouse');
const ONE_ID = '35819a40-9d3d-43eb-9156-a512eb9df82f';
const TWO_ID = '0580ea7c-bdc2-4fb8-b261-4404f6716f9f';
const EVERY_ID = 'c96b0d8b-1639-40ce-979e-570e5f217c89';
const WORKSPACE_ID = '58c8450e-4afc-453c-96f0-da4620349d7d';
const USES_NOTED_FROM = 1795344658595;
const ARRANGEMENT = { filter: { statuses: ['confirmed'] }, sort: 'name', group: 'status' };
/** What is seen of `projects` then. */
const ARRANGED = ['confirmed', 'Anchor Keys', 'Harbor Lights'];
const FACTS = { name: 'Harbor Lights', symbol: 'HLD', status: 'confirmed' };
const SNAPSHOT_NAME = '2026-11-22T10-52-58.513Z.json';
const SNAPSHOT = `{
  "project": {
    "id": 1,
    "name": "Harbor Lights",
    "symbol": "HLD",
    "transferable": true,
    "status": "confirmed"
  },
  "stats": {
    "total": 4,
    "confirmed": 3,
    "processing": 1,
    "pending": 0
  }
}
`;
const projects = [
  { id: 1, name: 'Harbor Lights', symbol: 'HLD', transferable: true, status: 'confirmed' },
  { id: 2, name: 'Ember Passes', symbol: 'EMB', transferable: false, status: 'pending' },
  { id: 3, name: 'Anchor Keys', symbol: 'ANC', transferable: true, status: 'confirmed' },
];

/** What was stored, where `one` and `two` are the addresses of the services. */
interface Stored {
  readonly secrets: Readonly<Record<string, unknown>>;
  readonly workspaceState: Readonly<Record<string, unknown>>;
  readonly globalState: Readonly<Record<string, unknown>>;
  readonly panel: unknown;
  /** Below the folder `snapshots`. */
  readonly snapshotFolder: string;
}

const signInOf = (id: string, address: string, token: string) => ({ id, address, token });
const digest = (owner: string) =>
  createHash('sha256').update(`${owner}\nt/1`).digest('hex').slice(0, 32);
const nameOf = (address: string, token: string) =>
  scryptSync(token, `mintscope ${address}`, 6).toString('hex');
const accountOf = (address: string, token: string) => `${address}#${nameOf(address, token)}`;

function beforeAccounts(one: string, two: string): Stored {
  const here = 'mintscope.token|workspace:file:///work/lighthouse|';
  return {
    secrets: {
      [`mintscope.token|every|${two}`]: {
        ...signInOf(EVERY_ID, two, 'token-two'),
        usedAt: 1795344558981,
      },
      [here + two]: {
        ...signInOf(TWO_ID, two, 'token-two'),
        usedAt: 1795344559070,
        resting: true,
      },
      [here + one]: { ...signInOf(ONE_ID, one, 'token-one'), usedAt: 1795344559070 },
    },
    workspaceState: { 'mintscope.arrangement': { [one]: ARRANGEMENT } },
    globalState: {},
    panel: { ref: 't/1', facts: FACTS, service: one },
    snapshotFolder: digest(one),
  };
}

/** The same, once it was opened with the later build. */
function openedSince(one: string, two: string): Stored {
  const earlier = beforeAccounts(one, two);
  const moved = Object.entries(earlier.secrets).map(([key, value]) => {
    const stored = value as ReturnType<typeof signInOf>;
    const here = key.replace(FOLDER.toString(), WORKSPACE_ID);
    return [here, { ...stored, account: stored.address }];
  });
  return {
    ...earlier,
    secrets: Object.fromEntries(moved) as Stored['secrets'],
    workspaceState: { ...earlier.workspaceState, 'mintscope.workspaceId': WORKSPACE_ID },
    globalState: {
      'mintscope.usesNotedFrom': USES_NOTED_FROM,
      'mintscope.firstAccounts': {
        [one]: nameOf(one, 'token-one'),
        [two]: nameOf(two, 'token-two'),
      },
    },
  };
}

function withAccounts(one: string, two: string): Stored {
  const here = `mintscope.token|workspace:${WORKSPACE_ID}|`;
  const [first, second] = [accountOf(one, 'token-one'), accountOf(two, 'token-two')];
  return {
    secrets: {
      [`mintscope.token|every|${two}`]: {
        ...signInOf(EVERY_ID, two, 'token-two'),
        account: second,
        usedAt: 1795344658907,
      },
      [here + two]: {
        ...signInOf(TWO_ID, two, 'token-two'),
        usedAt: 1795344659524,
        account: second,
        resting: true,
      },
      [here + one]: {
        ...signInOf(ONE_ID, one, 'token-one'),
        account: first,
        usedAt: 1795344659524,
      },
    },
    workspaceState: {
      'mintscope.workspaceId': WORKSPACE_ID,
      'mintscope.arrangement': { [first]: ARRANGEMENT },
    },
    globalState: { 'mintscope.usesNotedFrom': USES_NOTED_FROM },
    panel: {
      ref: 't/1',
      facts: { ...FACTS, asOf: 1795344659615 },
      service: first,
      preview: true,
    },
    snapshotFolder: digest(first),
  };
}

it('the account of a token is named as 0.1.0 named it', () => {
  assert.equal(
    accountOf('http://127.0.0.1:41019', 'token-two'),
    'http://127.0.0.1:41019#f9dd7f63c031',
  );
  assert.equal(digest('http://127.0.0.1:42111'), '82aa8ea073908159ea931574baf9ae91');
});

for (const [version, storedBy] of [
  ['before accounts were told apart', beforeAccounts],
  ['before accounts were told apart, and opened since', openedSince],
  ['with accounts', withAccounts],
] as const) {
  describe(`an update from 0.1.0, ${version}`, () => {
    const ends: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end();
    });

    const start = async (token: string) => {
      const stats = { 't/1': { total: 4, confirmed: 4, processing: 0, pending: 0 } };
      const service = await startMinimalService({ token, projects, stats });
      ends.push(() => service.close());
      return service;
    };
    const memento = (values: Readonly<Record<string, unknown>>) => {
      const made = new FakeMemento();
      for (const [key, value] of Object.entries(values)) made.held.set(key, JSON.stringify(value));
      return made;
    };
    /** Opens the folder with this version, with what 0.1.0 left. */
    const update = async (more: Readonly<Record<string, unknown>> = {}) => {
      const [one, two] = [await start('token-one'), await start('token-two')];
      const stored = storedBy(one.address, two.address);
      const secrets = new FakeSecrets();
      for (const [key, value] of Object.entries(stored.secrets)) {
        secrets.held.set(key, JSON.stringify(value));
      }
      const storage = await mkdtemp(join(tmpdir(), 'mintscope-update-'));
      ends.push(() => rm(storage, { recursive: true }));
      const snapshots = join(storage, 'snapshots', stored.snapshotFolder);
      await mkdir(snapshots, { recursive: true });
      await writeFile(join(snapshots, SNAPSHOT_NAME), SNAPSHOT);
      const globalStorage = await mkdtemp(join(tmpdir(), 'mintscope-update-'));
      ends.push(() => rm(globalStorage, { recursive: true }));
      const kept = {
        secrets,
        workspaceState: memento({ ...stored.workspaceState, ...more }),
        globalState: memento(stored.globalState),
        folder: FOLDER,
        workspaceStorage: storage,
        globalStorage,
      };
      const open = async () => {
        const window = await openWindow(kept);
        ends.push(() => window.close());
        return window;
      };
      return { one, two, stored, window: await open(), open, secrets };
    };
    const connectionOf = ({ desk }: FakeWindow) => desk.contexts.get('mintscope.connection');
    const tokensAt = ({ requests }: MinimalService) => [
      ...new Set(requests.map(({ headers }) => headers.authorization)),
    ];
    const shown = async (window: FakeWindow) => {
      window.projects.show();
      await eventually(() => window.projects.painted.length > 0, true);
    };

    it('leaves a person signed in, with the other sign-ins to switch to', async () => {
      const { one, two, window } = await update();
      await shown(window);
      assert.equal(connectionOf(window), 'workspace');
      assert.deepEqual([tokensAt(one), tokensAt(two)], [['Bearer token-one'], []]);
      const switching = window.run('switchConnection');
      await eventually(() => window.desk.pick?.shown, true);
      const hosts = [one, two].map(({ address }) => new URL(address).host);
      assert.deepEqual(
        window.desk.pick!.labels.filter((label) => hosts.includes(label)),
        [hosts[0], hosts[1], hosts[1]],
      );
      window.desk.pick!.choose(hosts[1]!);
      await switching;
      await eventually(() => tokensAt(two), ['Bearer token-two']);
      assert.equal(connectionOf(window), 'workspace');
    });

    it('loses no sign-in to a later clean-up', async () => {
      const { stored, window, secrets } = await update();
      await shown(window);
      await window.run('signOut');
      const left = [...secrets.held.values()].map(
        (text) => (JSON.parse(text) as { id: string }).id,
      );
      assert.deepEqual(left.sort(), [EVERY_ID, TWO_ID].sort());
      const { 'mintscope.usesNotedFrom': noted } = stored.globalState;
      if (noted !== undefined) {
        // What is remembered of all workspaces is what was remembered.
        const { held } = window.globalState;
        assert.deepEqual([...held], [...memento(stored.globalState).held]);
      }
    });

    it('knows the account again when its token is entered again', async () => {
      const { one, window, secrets } = await update();
      await shown(window);
      await window.run('signOut');
      const { address } = one;
      await keepSignIn(secrets, { address, token: 'token-one' }, window.globalState);
      await eventually(() => window.projects.labels, ARRANGED);
    });

    it('keeps rows from then on, and shows them at once at the next start', async () => {
      const { one, window, open } = await update();
      await shown(window);
      await eventually(() => window.projects.labels, ARRANGED);
      await eventually(() => storedIn(window.storage)[0]?.name, 'projects');
      await window.close();
      one.hold();
      const next = await open();
      await shown(next);
      await eventually(() => next.projects.labels, ARRANGED);
      one.release();
      await eventually(() => next.projects.description.includes('as of'), false);
      assert.deepEqual(next.projects.labels, ARRANGED);
    });

    it('keeps filter, order and groups', async () => {
      const { window } = await update();
      await shown(window);
      await eventually(
        () => window.projects.sees,
        '2 of 3 | 2 rows | confirmed – 2 | Filter: confirmed.',
      );
      assert.deepEqual(window.projects.labels, ARRANGED);
    });

    it('keeps snapshots, to list and to compare', async () => {
      const { window } = await update();
      await shown(window);
      await eventually(() => window.projects.labels.length, 3);
      const comparing = window.run('compareSnapshot', window.projects.painted.at(-1)!.row);
      await eventually(() => window.desk.pick?.shown, true);
      assert.equal(window.desk.pick!.items.length, 1);
      window.desk.pick!.choose(window.desk.pick!.items[0]!.label);
      await comparing;
      const diff = window.desk.editorCommands.findLast(([id]) => id === 'vscode.diff');
      const files = window.desk.files.get('mintscope-json')!;
      const [before, now] = await Promise.all(
        [diff?.[1], diff?.[2]].map(async (uri) =>
          new TextDecoder().decode(await files.readFile(uri as TabInputText['uri'])),
        ),
      );
      assert.equal(before, SNAPSHOT);
      assert.equal(
        now,
        SNAPSHOT.replace('3,', '4,').replace('1,\n    "pending"', '0,\n    "pending"'),
      );
    });

    it('brings a panel back with what it knew, and with new counts', async () => {
      const { one, stored, window } = await update();
      one.fail(({ path }) => (path.endsWith('/stats') ? { status: 500 } : undefined));
      const panel = await window.restorePanel(stored.panel);
      await eventually(() => panel.state?.loading, false);
      assert.equal(panel.disposed, false);
      assert.equal(panel.state?.facts?.name, FACTS.name);
      assert.equal(panel.state.facts.status, FACTS.status);
      assert.equal(panel.title, 'Harbor Lights (1 · transferable)');
    });

    it('knows the tab of a panel that is not restored yet', async () => {
      const { stored, window } = await update();
      const { desk } = window;
      await shown(window);
      desk.waitingTabs = [
        { label: 'Harbor Lights (t/1)', state: stored.panel },
        { label: 'Project t/3', state: { ref: 't/3' } },
      ];
      const row = window.projects.painted.find(({ item }) => item.label === 'Harbor Lights')!.row;
      await window.run('openRow', row);
      await eventually(() => desk.panels[0]?.title, 'Harbor Lights (1 · transferable)');
      assert.deepEqual(
        desk.waitingTabs.map(({ label }) => label),
        ['Project t/3'],
      );
    });

    it('goes on with sample data where that was shown', async () => {
      const { one, window } = await update({ 'mintscope.sampleData': true });
      await shown(window);
      assert.equal(connectionOf(window), 'sample');
      assert.deepEqual(tokensAt(one), []);
    });

    it('hears of sign-outs in windows that 0.1.0 still runs in', async () => {
      const { window, secrets } = await update();
      await shown(window);
      const folder = join(window.storage, 'signed-out');
      assert.deepEqual(await readdir(folder), []);
      await writeFile(join(folder, ONE_ID), '');
      await eventually(() => connectionOf(window), 'every');
      // Later than all uses that were recorded.
      await writeFile(join(folder, 'all'), '4000000000000');
      await eventually(() => connectionOf(window), 'none');
      assert.equal(secrets.held.size, 0);
    });
  });
}
