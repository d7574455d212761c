import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { type Editor, NO_REQUESTS_OF_ROWS, TOOLTIPS } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const LONG = 'An exceedingly long name that no sidebar will ever show whole, '.repeat(8);

describe('Browsing', () => {
  let editor: Pick<Editor, 'changeSettings'>;
  let service: MinimalService;
  let workbench: Workbench;
  const projects = makeProjects(230, (id) => {
    if (id === 2) return { name: null, symbol: '', status: undefined, description: null };
    if (id === 3) return { name: LONG, description: LONG.repeat(20) };
    if (id === 4) return { name: 'منارة الميناء', status: 'a status nobody has heard of' };
    return {};
  });

  before(async () => {
    ({ service, editor, workbench } = await startSignedIn({
      projects,
      collections: makeCollections(45),
    }));
  });

  it('a long list shows a page with name, symbol and status, a short one all with their addresses', async () => {
    await workbench.trees.row('Projects', 'Project 1').waitFor();
    await settles(async () => {
      const [first, second] = await workbench.trees.rows('Projects');
      assert.deepEqual(first, { label: 'Project 1', description: 'processing · P1' });
      assert.deepEqual(second, { label: 'Unnamed project', description: '' });
    });
    await workbench.views.says('Projects', '50 of 230');
    await settles(async () => {
      const [first] = await workbench.trees.rows('Collections');
      assert.deepEqual(first, { label: 'Collection 1', description: 'Coll…xxx1' });
    });
    await workbench.views.says('Collections', '45');
    assert.equal(await workbench.trees.row('Collections', 'Load more').count(), 0);
  });

  it('a double click on Load more loads one page', async () => {
    await workbench.trees.reveal('Projects', 'Load more');
    await settles(async () => {
      const last = (await workbench.trees.rows('Projects')).at(-1);
      assert.deepEqual(last, { label: 'Load more', description: '50 of 230 shown' });
    });
    await workbench.screenshot('load-more');
    service.hold();
    const before = service.requests.length;
    await workbench.trees.clickRow('Projects', 'Load more', { times: 2 });
    await workbench.trees.row('Projects', 'Loading more…').waitFor();
    await workbench.screenshot('loading-more');
    service.release();
    await workbench.trees.row('Projects', 'Project 51').waitFor();
    await workbench.views.says('Projects', '100 of 230');
    const requested = service.requests.slice(before).map(({ query }) => query);
    assert.deepEqual(requested, [{ page: '2', limit: '50' }]);
  });

  it('the tooltip of a row shows all its members, and fits the window', async () => {
    // Only from here on, because tooltips cover the rows that earlier tests click.
    await editor.changeSettings({ ...NO_REQUESTS_OF_ROWS, ...TOOLTIPS });
    await workbench.trees.reveal('Projects', 'Project 1');
    const hover = await workbench.trees.tooltip(
      workbench.trees.row('Collections', 'Collection 1'),
      'Owner1111',
    );
    await hover.getByText('trait_type').waitFor();
    await workbench.screenshot('tooltip-collection');
    const long = workbench.views
      .pane('Projects')
      .locator('.monaco-list-row[aria-label^="An exceed"]');
    await workbench.trees.tooltip(long, 'An exceedingly long name');
    const { width, height } = workbench.page.viewportSize()!;
    await settles(async () => {
      const box = (await hover.boundingBox())!;
      assert.ok(box.x >= 0 && box.x + box.width <= width, 'cut off at a side');
      assert.ok(box.y >= 0 && box.y + box.height <= height, 'cut off above or below');
    });
    await workbench.screenshot('tooltip-long');
    await workbench.trees.leaveRows();
  });

  it('an empty list is shown as empty once its gone rows were viewed', async () => {
    projects.length = 0;
    await workbench.runCommand('Mintscope: Refresh Projects');
    await workbench.trees.row('Projects', 'Project 7').getByText('gone (was processing)').waitFor();
    await workbench.runCommand('Mintscope: Mark All as Seen');
    await workbench.views.pane('Projects').getByText('lists no Projects for this token').waitFor();
    await workbench.screenshot('empty');
  });
});
