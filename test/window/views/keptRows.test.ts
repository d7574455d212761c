import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { keptWindows } from '../../support/keptWindows.ts';
import { storedIn } from '../../support/storedLists.ts';
import { sentProjects } from '../../support/projects.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly transferable: boolean;
  status: string;
}

/** An earlier window of the workspace has stored state, files and secrets. */
describe('stored rows in a view', () => {
  const newUser = keptWindows();
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let projects: Row[];
  let window: FakeWindow;
  let user: Awaited<ReturnType<typeof newUser>>;

  beforeEach(async () => {
    projects = sentProjects(30, () => ({ status: 'pending' }));
    service = await the.service(projects);
    user = await newUser({ address: service.address, token: TOKEN });
    await reopen();
    await eventually(() => window.projects.description, '10 of 30');
    await eventually(() => storedIn(user.globalStorage).length, 1);
    await window.close();
  });

  const reopen = async () => {
    window = await user.open({ pageSize: 10 });
    window.projects.show();
  };
  const labels = () => window.projects.painted.map(({ item }) => item.label);
  const seen = Array.from({ length: 10 }, (_, at) => `P ${at + 1}`);

  it('shows stored rows before secret storage and service have answered, and what a command waits for', async () => {
    user.secrets.get = () => new Promise(() => undefined);
    const sent = service.requests.length;
    await reopen();
    await eventually(labels, [...seen, 'Load more']);
    await eventually(() => /^10 of 30 · as of \d\d:\d\d$/.test(window.projects.description), true);
    assert.equal(service.requests.length, sent);
    void window.run('filterProjects');
    await eventually(
      () => [...window.desk.statusMessages],
      ['Waiting for the secret storage of the editor…'],
    );
  });

  it('keeps stored rows with the reason if the service cannot be reached, and loads more', async () => {
    await service.stop();
    await reopen();
    await eventually(() => labels().length, 12);
    await eventually(() => /^10 of 30 · as of \d\d:\d\d$/.test(window.projects.description), true);
    assert.match(String(window.projects.painted[0]!.item.description), /^rows from \d\d:\d\d/);
    await service.start();
    await window.run('projects.loadMore');
    await eventually(
      () => labels().filter((label) => (label as string).startsWith('P ')).length,
      20,
    );
    assert.deepEqual(service.requests.at(-1)!.query, { page: '2', limit: '10' });
  });
});
