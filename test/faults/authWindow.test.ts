import assert from 'node:assert/strict';
import { FakeSecrets } from '../support/fakeVscode/storage.ts';
import { eventually } from '../support/eventually.ts';
import { keepSignIn } from '../support/signIns.ts';
import { type FakeWindow } from '../support/fakeVscode/window.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, outcome } from './support/openers.ts';
import { TOKEN } from '../support/minimalService.ts';
import { windows } from '../support/windows.ts';

const NEW_TOKEN = 'another-token-of-the-rig';

/** A refused, replaced or missing token in a window with the whole extension. */
describe('Auth', () => {
  const the = windows();
  const open = openers();
  const hostOf = (address: string) => new URL(address).host;
  const prompts = ({ desk }: FakeWindow) => desk.shown.filter(({ kind }) => kind === 'warning');
  /** What the view shows, with a fixed time in its notices. */
  const sees = ({ projects }: FakeWindow) => projects.sees.replace(/\d\d:\d\d(?= )/, '14:02');

  fault('401 at start and after Refresh, with both lists open: one prompt', async () => {
    const service = await open.service();
    service.setToken(NEW_TOKEN);
    const window = await the.window({ signIn: { address: service.address, token: TOKEN } });
    window.projects.show();
    window.collections.show();
    const refused =
      '0 rows | Sign In… –  | The service refused this token. Sign in again with a token that is valid.';
    await eventually(() => [window.projects.sees, window.collections.sees], [refused, refused]);
    assert.deepEqual(
      prompts(window).map(({ text }) => text),
      [
        `${hostOf(service.address)} refused your token. What is shown stays, but is not kept up to date.`,
      ],
    );
    // A refresh with the same token does not prompt again.
    await window.run('projects.refresh');
    assert.equal(prompts(window).length, 1);
    return outcome(window.projects.sees, service.requests.length, { sees: refused, requests: 3 });
  });

  fault('401 in the middle of Load All, then a new token: the rest is loaded', async () => {
    const service = await open.service({ projects: rows(95) });
    const secrets = new FakeSecrets();
    const signIn = { address: service.address, token: TOKEN };
    const window = await the.window({ signIn, secrets, pageSize: 10 });
    window.projects.show();
    await eventually(() => window.projects.painted.length, 11);
    service.fail(({ query, headers }) => {
      if (headers.authorization !== `Bearer ${TOKEN}`) return undefined;
      // Four at a time: pages 1 to 4, then 5, then 6. Requests that hang never end.
      if (query.page === '6') return { status: 401 };
      return query.page === '1' || query.page === '2' ? undefined : 'hang';
    });
    await window.run('projects.loadAll');
    await eventually(
      () => sees(window),
      '20 of 95 · token refused | 20 rows | Token refused – rows from 14:02 | Load more – 20 of 95 shown · The service refused this token.',
    );
    assert.equal(prompts(window).length, 1);
    assert.equal(service.requests.length, 7);
    service.setToken(NEW_TOKEN);
    await keepSignIn(secrets, { address: service.address, token: NEW_TOKEN });
    await eventually(() => window.projects.sees, '95 | 95 rows');
    assert.equal(prompts(window).length, 1);
    // Another token is another account, so all ten pages are read under it.
    return outcome(window.projects.sees, service.requests.length, {
      sees: '95 | 95 rows',
      requests: 17,
    });
  });

  fault('secret deleted while the window is open: the rows are removed', async () => {
    const service = await open.service();
    const secrets = new FakeSecrets();
    const window = await the.window({
      signIn: { address: service.address, token: TOKEN },
      secrets,
    });
    window.projects.show();
    await eventually(() => window.projects.sees, '1 | 1 row');
    for (const key of await secrets.keys()) await secrets.delete(key);
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'none');
    await eventually(() => window.projects.sees, '0 rows');
    assert.deepEqual(window.desk.shown, []);
    await window.run('projects.refresh');
    return outcome(window.desk.said.join(), service.requests.length, {
      sees: 'Sign in to your NFT service first.',
      requests: 1,
    });
  });
});
