import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Project } from '../../../../src/core/model/model.ts';
import type { ListState } from '../../../../src/core/lists/listState.ts';
import { PROJECTS } from '../../../../src/lists/projects.ts';
import { askForRow } from '../../../../src/features/find/commands.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { desk, withNewDesk } from '../../../support/fakeVscode/desk.ts';
import type { FakeQuickPick } from '../../../support/fakeVscode/quickPick.ts';
import { listState } from '../../../support/projects.ts';
import { StatsService, statsWindow } from '../../../support/statsWindow.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';
import { turns } from '../../../support/turn.ts';

class ListOfTest {
  state: ListState<Project> = listState<Project>([]);
  readonly listeners = new Set<() => void>();

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  readonly open = () => Promise.resolve();

  set(count: number): void {
    const results = Array.from({ length: count }, (_, id) => ({ id, name: `P ${id}` }));
    this.state = listState(PROJECTS.decode({ results }).rows);
    for (const listener of this.listeners) listener();
  }
}

describe('Finder timing', () => {
  let clock: FakeClock;
  let pick: FakeQuickPick;
  let projects: ListOfTest;
  let finding: Promise<unknown>;
  let window: ReturnType<typeof statsWindow>;
  /** How much time passes when the clock is read. */
  let lookMs: number;

  const seenAfter = async (ms: number) => {
    clock.pass(ms);
    await turns();
    return pick.labels.length;
  };

  withNewDesk();
  const newFolder = temporaryFolders();
  beforeEach(async () => {
    desk.settings.set('mintscope.showProgress', 'never');
    clock = new FakeClock();
    lookMs = 0;
    let looked = 0;
    mock.method(performance, 'now', () => (looked += lookMs));
    projects = new ListOfTest();
    const session = { clock, probeNow: () => undefined, host: 'a.example' };
    projects.set(1);
    window = statsWindow(newFolder(), clock, new StatsService());
    const lists = [
      ['projects', projects],
      ['collections', new ListOfTest()],
    ];
    finding = askForRow(session as never, window.connection, lists as never, 'Find');
    pick = desk.pick!;
    await turns();
    assert.deepEqual(pick.labels, ['P 0']);
  });

  afterEach(async () => {
    pick.hide();
    await finding;
    await window.close();
    assert.equal(projects.listeners.size, 0);
    assert.equal(clock.pending, 0);
    mock.reset();
  });

  it('shows found rows at most four times a second', async () => {
    projects.set(2);
    assert.equal(await seenAfter(249), 1);
    assert.equal(await seenAfter(1), 2);
    projects.set(3);
    assert.equal(await seenAfter(200), 2);
    projects.set(4);
    assert.equal(await seenAfter(50), 4, 'the first change counts');
  });

  it('moves no found rows until the user has not moved for 250 ms', async () => {
    projects.set(2);
    assert.equal(await seenAfter(200), 1);
    pick.moveTo(0);
    assert.equal(await seenAfter(249), 1);
    assert.equal(await seenAfter(1), 2);
  });
});
