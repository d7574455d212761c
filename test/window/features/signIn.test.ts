import assert from 'node:assert/strict';
import { rows } from '../../support/projects.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import type { FakeWindow } from '../../support/fakeVscode/window.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { boxAt, toToken, openSignIn, pickOf, toScope } from '../../support/signInSteps.ts';

const ADDRESS = 'Address of the service. Your token is sent to this address and nowhere else.';

describe('Sign In', () => {
  const the = windows();

  async function start() {
    const service = await the.service(rows(1));
    const window = await the.window();
    return { service, window, desk: window.desk, host: service.host };
  }
  async function begin(window: FakeWindow) {
    const done = window.run('signIn');
    return { done, box: await boxAt(window, 1) };
  }
  async function begun() {
    const started = await start();
    return { ...started, ...(await begin(started.window)) };
  }
  async function atToken() {
    const started = await start();
    return { ...started, ...(await toToken(started.window, started.service.address)) };
  }

  it('asks for the address of a service, checks it without a token, and then asks for the token', async () => {
    const { service, window, desk, host, done, box } = await begun();
    assert.deepEqual(
      [box.title, box.step, box.totalSteps, box.says, box.placeholder],
      ['Sign in to your NFT service', 1, 2, ADDRESS, 'https://api.example.com'],
    );
    assert.deepEqual([box.value, box.password, box.ignoreFocusOut], ['', false, true]);
    service.hold(() => true);
    box.enter(service.address);
    await eventually(() => service.held.length, 1);
    assert.deepEqual([box.busy, box.says], [true, 'Checking…']);
    service.release();
    const second = await boxAt(window, 2);
    assert.equal(box.disposed, true);
    assert.deepEqual(
      [second.title, second.step, second.totalSteps, second.placeholder],
      [`Sign in to ${host}`, 2, 2, 'Paste the token'],
    );
    assert.match(second.says, /It is kept in the editor’s secret storage\.$/);
    assert.deepEqual([second.value, second.password, second.ignoreFocusOut], ['', true, true]);
    // What surrounds a pasted token is removed, also what nobody sees.
    second.enter(`\u2060 ${TOKEN}\u200b\r\n`);
    await done;
    assert.equal(desk.pick, undefined, 'without a folder there is one scope');
    assert.deepEqual(window.desk.said, [`Signed in to ${host} (every workspace).`]);
    assert.equal(window.projects.focuses, 1);
    const smallest = { page: '1', limit: '1' };
    assert.deepEqual(
      service.requests.slice(0, 2).map(({ query, headers }) => [query, headers.authorization]),
      [
        [smallest, undefined],
        [smallest, `Bearer ${TOKEN}`],
      ],
    );
  });

  it('reports an address that leads to no service, and continues after Enter again', async () => {
    const { service, window, box } = await begun();
    const none = /^There is no NFT service at this address\. /;
    for (const [what, answer, words] of [
      ['nothing', { status: 404 }, none],
      ['a-page', { status: 200, body: '<html>' }, none],
      [
        'redirect',
        { status: 302, headers: { location: 'https://login.example.com/' } },
        /points to another host, login\.example\.com\./,
      ],
      [
        'firewall',
        { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>' },
        /firewall in front of .* \(403\)\. This is not about your token/,
      ],
      ['reset', 'reset', /broke off the connection or its answer \(ECONNRESET\)\./],
    ] as const) {
      service.fail(() => answer);
      box.enter(`${service.address}/${what}`);
      await eventually(() => words.test(box.says), true);
      assert.match(box.says, / Press Enter again to go on with this address\.$/, what);
    }
    const asked = service.requests.length;
    box.accept();
    await boxAt(window, 2);
    assert.equal(service.requests.length, asked, 'it is not checked again');
    assert.ok(service.requests.every(({ headers }) => headers.authorization === undefined));
  });

  it('suggests http if a local port does not speak https', async () => {
    const { service, box } = await begun();
    box.enter(service.address.replace('http:', 'https:'));
    const words =
      / does not speak https \(ERR_SSL_\w+\)\. Check the port\. .* may have an address with http:\/\/\. Press Enter/;
    await eventually(() => words.test(box.says), true);
    box.enter('https://127.0.0.1:1');
    await eventually(() => /\(connection refused\)\. .*Press Enter/.test(box.says), true);
    assert.doesNotMatch(box.says, /with http:/);
  });

  it('accepts the address of a service that answers, or refuses, without a token', async () => {
    const { service, window } = await begun();
    const body = { results: [], page: 1, limit: 1, totalPages: 0, totalResults: 0 };
    for (const status of [200, 401, 403, 429]) {
      service.fail(() => ({ status, body, headers: { 'retry-after': '3600' } }));
      (await boxAt(window, 1)).enter(`${service.address}/${status}`);
      (await boxAt(window, 2)).goBack();
    }
  });

  it('explains where an address and a token come from', async () => {
    const { service, window, box } = await begun();
    box.press('Where do I find the address?');
    assert.match(box.says, /^Ask whoever runs the NFT service in your team for its base address/);
    box.press('Where do I find the address?');
    assert.equal(box.says, ADDRESS);
    box.enter(service.address);
    const second = await boxAt(window, 2);
    second.press('Where do I get a token?');
    assert.match(second.says, /^Ask whoever runs .* sent to this address only, and never written/);
  });

  it('shows why a token was refused, and accepts another in the same box', async () => {
    const { service, window, done, box } = await atToken();
    box.enter('another');
    const refused = 'The service refused this token. Check it and paste it again.';
    await eventually(() => box.says, refused);
    service.fail(() => ({ status: 404 }));
    box.enter(TOKEN);
    await eventually(() => /^Nothing at this address of .* \(404\)\. Check/.test(box.says), true);
    service.fail(undefined);
    box.enter(TOKEN);
    await done;
    assert.equal(window.secrets.stored.size, 1);
  });

  it('checks a token at once although requests are paused', async () => {
    const { service, window, done, box } = await atToken();
    service.fail(() => 'reset');
    for (let failures = 0; failures < 2; failures++) {
      box.enter(TOKEN);
      await eventually(() => box.busy, true);
      await eventually(() => box.busy, false);
      assert.match(box.says, /broke off the connection/);
    }
    service.fail(undefined);
    box.enter(TOKEN);
    await done;
    assert.equal(window.secrets.stored.size, 1);
  });

  it('offers the address in use, or else the one that was signed out of or that of the settings', async () => {
    const { service, window, desk } = await start();
    desk.settings.set('mintscope.baseUrl', 'https://nft.example.com');
    const first = await begin(window);
    assert.equal(first.box.value, 'https://nft.example.com');
    first.box.enter(service.address);
    (await boxAt(window, 2)).enter(TOKEN);
    await first.done;
    const second = await begin(window);
    assert.equal(second.box.value, service.address);
    second.box.hide();
    await second.done;
    desk.choose = ({ choices }) => choices[0];
    await window.run('exploreSampleData');
    const third = await begin(window);
    assert.equal(third.box.value, 'https://nft.example.com', 'sample data has no sign-in');
    third.box.hide();
    await third.done;
    await window.answer('switchConnection', service.host);
    await window.run('signOut');
    const fourth = await begin(window);
    assert.equal(fourth.box.value, service.address);
  });
});

/** Of a project that was read once. */
const EARLY = 'too early to say';

describe('Sign In steps', () => {
  const the = windows();

  /** A window that watches a project, and asks whether the new token is of the same account. */
  async function asked() {
    const stats = { 't/1': { total: 100, confirmed: 40, processing: 60, pending: 0 } };
    const { service, window } = await the.opened(rows(3), stats);
    await window.run('watchProject', window.projects.painted[0]!.row);
    const watched = () =>
      window.desk.statusItems.find(({ name, visible }) => visible && name.includes('Watched'))
        ?.text;
    await eventually(watched, `$(sync~spin) Watched: 1 minting · 40% · ${EARLY}`);
    service.setToken('a-new-token');
    const done = window.run('signIn');
    (await boxAt(window, 1)).accept();
    (await boxAt(window, 2)).enter('a-new-token');
    return { window, done, watched, pick: await pickOf(window) };
  }

  it('keeps readings and watched projects for a new token of the same account', async () => {
    const { window, done, watched, pick } = await asked();
    assert.equal(pick.placeholder, 'Is this a new token of the same account?');
    pick.choose('The same account');
    await done;
    assert.match(window.desk.said.at(-1)!, / What was read and watched before is kept\.$/);
    await eventually(watched, `$(sync~spin) Watched: 1 minting · 40% · ${EARLY}`);
    const described = () => String(window.projects.painted[0]?.item.description);
    await eventually(() => described().startsWith('40% · watched'), true);
    assert.equal(window.secrets.stored.size, 1);
  });

  it('deletes readings and watched projects for a token of another account, which stays chosen on Back', async () => {
    const { window, done, watched, pick } = await asked();
    pick.moveTo(1);
    pick.goBack();
    (await boxAt(window, 2)).accept();
    const again = await pickOf(window);
    assert.equal(again.activeItems[0]?.label, 'Another account');
    again.accept();
    await done;
    assert.match(window.desk.said.at(-1)!, /with the earlier token was deleted\.$/);
    await eventually(() => window.projects.description, '3');
    assert.doesNotMatch(String(window.projects.painted[0]!.item.description), /watched/);
    await eventually(watched, undefined);
  });

  it('another service than the one chosen first does not get its account', async () => {
    const { window, done, pick } = await asked();
    const other = await the.service(rows(1));
    pick.moveTo(0);
    pick.goBack();
    (await boxAt(window, 2)).goBack();
    (await boxAt(window, 1)).enter(other.address);
    (await boxAt(window, 2)).enter(TOKEN);
    await done;
    await eventually(() => window.projects.description, '1');
    const stored = [...window.secrets.stored.values()].map(
      (text) => JSON.parse(text) as { readonly account: string },
    );
    assert.equal(new Set(stored.map(({ account }) => account)).size, 2);
  });

  it('asks for the scope last in a window with a folder, and keeps address, token and scope on Back without checking address or token twice', async () => {
    const { window, service, host } = await openSignIn(the);
    const { done, pick } = await toScope(window, service.address);
    assert.deepEqual(
      [pick.title, pick.totalSteps, pick.ignoreFocusOut],
      [`Use this sign-in to ${host} in`, 3, true],
    );
    assert.deepEqual(pick.sees, [
      'This workspace | lighthouse',
      'Every workspace | that has no sign-in of its own',
    ]);
    assert.equal(pick.activeItems[0]?.label, 'This workspace');
    pick.moveTo(1);
    pick.goBack();
    const token = await boxAt(window, 2);
    assert.deepEqual([token.value, token.password], [TOKEN, true]);
    token.goBack();
    const address = await boxAt(window, 1);
    assert.equal(address.value, service.address);
    address.accept();
    (await boxAt(window, 2)).accept();
    const again = await pickOf(window);
    assert.equal(again.activeItems[0]?.label, 'Every workspace');
    again.accept();
    await done;
    const tries = service.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(tries.slice(0, 2), [undefined, `Bearer ${TOKEN}`]);
    assert.equal(tries.lastIndexOf(undefined), 0);
    assert.equal(window.secrets.stored.size, 1);
    assert.match(window.desk.said.at(-1)!, /\(every workspace\)\.$/);
  });

  it('after Back, another service needs its own token, and a changed token or path is checked again', async () => {
    const { window, service } = await openSignIn(the);
    const other = await the.service(rows(1));
    const { done, pick } = await toScope(window, service.address);
    pick.goBack();
    const first = await boxAt(window, 2);
    first.enter('another-token');
    await eventually(() => first.says.startsWith('The service refused this token.'), true);
    first.type(TOKEN);
    first.goBack();
    (await boxAt(window, 1)).enter(other.address);
    const second = await boxAt(window, 2);
    assert.equal(second.value, '');
    second.accept();
    await eventually(() => second.says, 'Paste the token.');
    second.goBack();
    assert.deepEqual(
      other.requests.map(({ headers }) => headers.authorization),
      [undefined],
      'its address was checked without a token',
    );
    (await boxAt(window, 1)).enter(`${service.address}/elsewhere`);
    const third = await boxAt(window, 2);
    assert.equal(third.value, TOKEN, 'it comes back with its own address');
    third.accept();
    await eventually(() => third.says.startsWith('Nothing at this address of'), true);
    third.hide();
    await done;
  });

  it('continues Sign In while another window signs in to another service', async () => {
    const { window, desk, service, host } = await openSignIn(the);
    const other = await the.service(rows(1));
    const { done, pick } = await toScope(window, service.address);
    await window.signInTo(other);
    await eventually(() => desk.contexts.get('mintscope.connection'), 'every');
    assert.equal(pick.disposed, false);
    pick.choose('This workspace');
    await done;
    assert.deepEqual(window.desk.said, [`Signed in to ${host} (this workspace).`]);
    assert.equal(desk.contexts.get('mintscope.connection'), 'workspace');
  });
});
