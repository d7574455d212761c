import assert from 'node:assert/strict';
import type { MinimalService, RecordedRequest } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { signIn, startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const ALPHA = 'token-of-account-alpha';
const BETA = 'token-of-account-beta';

/** The rows of an account, with its name in all texts that a user may read. */
const rowsOf = (name: string) =>
  makeProjects(3, (id) => ({ name: `${name} ${id}`, description: `Secret of ${name}` }));

describe('Two accounts of one service', () => {
  let service: MinimalService;
  let one: Workbench;

  before(async () => {
    const stats = { 't/1': { total: 11 } };
    service = await startService({ token: ALPHA, projects: rowsOf('Alpha'), stats });
    service.fail((request) => (tokenOf(request) === BETA ? answerBeta(request) : undefined));
    ({ workbench: one } = await startSignedIn(service, ALPHA));
    await one.trees.clickRow('Projects', 'Alpha 1', { times: 2 });
    await one.editors.webviewFrame('h1:has-text("Alpha 1")');
    await one.trees.chooseInRowMenu('Projects', 'Alpha 2', 'View as JSON');
    await one.editors.tab(/Alpha 2/).waitFor();
    await settles(async () => {
      assert.match(await one.editors.text(), /Secret of Alpha/);
    });
  });

  after(async () => {
    await service.close();
  });

  const tokenOf = ({ headers }: RecordedRequest) => headers.authorization?.replace('Bearer ', '');
  const answerBeta = ({ path }: RecordedRequest) => {
    if (path.endsWith('/stats')) return { status: 200, body: { total: 99 } };
    const results = path === '/v2/projects' ? rowsOf('Beta') : [];
    const totals = { totalPages: 1, totalResults: results.length };
    return { status: 200, body: { results, page: 1, limit: results.length, ...totals } };
  };
  /** The titles of all tabs, without the `.json` that VS Code 1.105 adds. */
  const titles = async (window: Workbench) =>
    (await window.editors.tabTitles()).map((title) => title.replace(/\.json$/, ''));
  /** All texts of a window, with the pages of its panels. */
  const shown = async ({ page }: Workbench) => {
    const frames = page.frames().map((frame) => frame.locator('body').innerText());
    return (await Promise.all(frames)).join('\n');
  };
  const nothingShownOf = (name: string, window: Workbench) =>
    settles(async () => {
      assert.doesNotMatch(await shown(window), new RegExp(name));
    });

  it('documents, panels and tabs show nothing of the first account once the second is in use', async () => {
    // A tab in the background is restored when it is shown; until then it has only a title.
    await one.reload();
    await one.openView();
    await one.trees.row('Projects', 'Alpha 1').waitFor();
    await settles(async () => {
      assert.deepEqual(await titles(one), [
        'Alpha 1 (1 · transferable)',
        'Alpha 2 (2 · non-transferable)',
      ]);
      assert.match(await one.editors.text(), /Secret of Alpha/);
    });
    await signIn(one, { address: service.address, token: BETA, account: 'Another account' });
    await one.trees.row('Projects', 'Beta 1').waitFor();
    await settles(async () => {
      assert.deepEqual(await titles(one), ['Alpha 2 (2 · non-transferable)']);
      assert.match(await one.editors.text(), /This belongs to another sign-in to/);
    });
    await nothingShownOf('Secret of Alpha', one);
    await one.screenshot('accounts-second');
    await one.closeEditors();
  });
});
