import assert from 'node:assert/strict';
import { type Catalog, createCatalog } from '../../../src/connection/catalog.ts';
import type { PageRequest } from '../../../src/core/lists/pageWalk.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { honestPage } from '../../support/pages.ts';
import { project } from '../../support/projects.ts';

const PAGE_SIZE = 10;

/** Lists without a view: all that they do, they do by themselves. */
describe('Lists of a window', () => {
  let catalog: Catalog;
  let lists: ReturnType<typeof createCatalog>;
  let session: { current: object | undefined };
  let changed: EventEmitter<{ readonly sameAccount: boolean }>;
  let service: HeldReads;

  withNewDesk();
  beforeEach(() => {
    desk.settings.set('mintscope.pageSize', PAGE_SIZE);
    changed = new EventEmitter();
    session = { current: undefined };
    lists = createCatalog(
      Object.assign(session, {
        onDidChange: changed.event,
        clock: new FakeClock(),
        ready: () => Promise.resolve(),
      }) as never,
    );
    ({ catalog } = lists);
  });
  afterEach(() => {
    lists.dispose();
  });

  /** Signs in to a service with 35 projects of this name. */
  const connect = (name: string, sameAccount = false) => {
    const all: Project[] = Array.from({ length: 35 }, (_, at) => project(`${at + 1}`, { name }));
    service = new HeldReads((request) => honestPage(all, request));
    const page = (_: unknown, request: PageRequest, signal: AbortSignal) =>
      service.read(request, signal);
    session.current = { client: { page } };
    changed.fire({ sameAccount });
  };
  const names = () => [...new Set(catalog.projects.state.rows.map(({ name }) => name))];
  const opened = async (name: string) => {
    connect(name);
    await service.serve(catalog.projects.open());
    assert.deepEqual(names(), [name]);
  };

  it('lists refresh the rows of the same account and show them meanwhile', async () => {
    await opened('one');
    connect('two', true);
    assert.deepEqual([names(), catalog.projects.state.work], [['one'], 'refresh']);
    assert.equal(catalog.collections.state.work, undefined, 'it was never opened');
    await service.serve(catalog.projects.idle());
    assert.deepEqual(names(), ['two']);
  });

  it('lists end with the window', async () => {
    await opened('one');
    void catalog.projects.loadMore();
    await eventually(() => service.waiting.length, 2);
    lists.dispose();
    assert.deepEqual([names(), catalog.projects.state.work], [[], undefined]);
    connect('two', true);
    assert.equal(service.requests.length, 0);
  });
});
