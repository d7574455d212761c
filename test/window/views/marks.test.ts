import assert from 'node:assert/strict';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import { FakeMemento } from '../../support/fakeVscode/storage.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { storedIn } from '../../support/storedLists.ts';

const project = (id: number, status = 'pending') => ({
  id,
  name: `P ${id}`,
  transferable: true,
  status,
});
const collection = (name: string) => ({ mintAddress: `${name}1111`, name });

/** Windows of one workspace, one after another. */
describe('change marks in the views', () => {
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let projects: ReturnType<typeof project>[];
  let collections: object[];
  let window: FakeWindow;
  let first: string;
  let user: Awaited<ReturnType<typeof the.user>>;

  beforeEach(async () => {
    projects = [1, 2, 3, 4, 5].map((id) => project(id));
    collections = [collection('A')];
    service = await the.service(projects, {}, { collections });
    user = await the.user({ address: service.address, token: TOKEN });
    [first = ''] = [...user.secrets.stored.values()].map(
      (text) => (JSON.parse(text) as { id: string }).id,
    );
    window = await user.open();
    await eventually(() => window.projects.labels.length, 5);
    await eventually(() => stored() !== undefined, true);
  });

  const stored = () =>
    storedIn(user.globalStorage).find(
      ({ signIn, name }) => signIn === first && name === 'projects',
    );
  const marksStored = () => stored()?.marks.size;
  const marked = () => {
    const { projects: tree } = window;
    return tree.labels.filter((label) => /new|was/.test(tree.descriptionOf(label) ?? ''));
  };
  /** A refresh finds one new project and two changed ones, which are stored. */
  const changeAndStore = async () => {
    projects[1] = project(2, 'confirmed');
    projects[3] = project(4, 'failed');
    projects.unshift(project(9));
    await window.run('projects.refresh');
    await eventually(marked, ['P 9', 'P 2', 'P 4']);
    await eventually(() => stored()?.rows[0]?.name, 'P 9');
    assert.equal(marksStored(), 3);
  };

  it('Show Changes Only is on after a reload, and off once it was ended', async () => {
    await changeAndStore();
    const changes = ['P 9', 'P 2', 'P 4'];
    await window.run('showChangesOnly');
    await eventually(() => window.projects.labels, changes);
    window = await user.open();
    await eventually(() => window.projects.labels, changes);
    await window.run('showChangesOnly');
    await eventually(() => window.projects.labels.length, 6);
    window = await user.open();
    await window.run('projects.refresh');
    await eventually(() => window.projects.labels.length, 6);
  });

  it('keeps marks in the next window, of any folder, before the service answers and beside new changes', async () => {
    await changeAndStore();
    const [, since] = / since (.*)\.$/.exec(window.projects.message)!;
    await window.close();
    projects[3] = project(3, 'failed');
    service.hold();
    window = await user.open({ workspaceState: new FakeMemento(), folder: Uri.file('/other') });
    await eventually(marked, ['P 9', 'P 2', 'P 4']);
    const says = /^1 new, 1 now failed, 1 now confirmed since .* Rows of .* are being refreshed\.$/;
    await eventually(() => says.test(window.projects.message), true);
    service.release();
    await eventually(marked, ['P 9', 'P 2', 'P 3', 'P 4']);
    assert.equal(window.projects.message, `1 new, 2 now failed, 1 now confirmed since ${since}.`);
  });

  it('marks nothing in the next window that was marked as seen, though the window closes right after that', async () => {
    await changeAndStore();
    await window.run('markAllSeen');
    window = await user.open();
    await eventually(() => window.projects.labels.length, 6);
    assert.deepEqual([marked(), marksStored()], [[], 0]);
  });

  it('neither shows nor deletes the marks of another sign-in', async () => {
    await changeAndStore();
    const before = stored();
    const { address } = await the.service([project(2, 'draft'), project(9)]);
    await window.signInTo({ address });
    window = await user.open();
    await eventually(() => window.projects.labels, ['P 2', 'P 9']);
    assert.deepEqual(marked(), []);
    assert.deepEqual(stored(), before);
  });
});
