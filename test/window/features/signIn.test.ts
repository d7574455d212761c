import assert from 'node:assert/strict';
import { rows } from '../../support/projects.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { boxAt, toToken } from '../../support/signInSteps.ts';

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
