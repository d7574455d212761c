import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { endAfterEach } from '../../../support/ends.ts';
import { resolveNames } from '../../../faults/support/names.ts';
import { TOKEN } from '../../../support/minimalService.ts';
import { windows } from '../../../support/windows.ts';
import { startFakeProxy } from '../../../support/fakeProxy.ts';
import { type FakeWindow } from '../../../support/fakeVscode/window.ts';
import { startTlsService } from '../../../support/tlsService.ts';
import { examine, examineTyped } from './support.ts';

const projects = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, transferable: true }));

describe('Check Connection of a failing service', () => {
  const the = windows();
  const atEnd = endAfterEach();

  const at = (address: string, settings = {}): Promise<FakeWindow> =>
    the.window({
      signIn: { address, token: TOKEN },
      settings: { 'http.noProxy': ['*'], ...settings },
    });
  const envelope = (results: readonly object[], page: number, limit: number) => ({
    ...{ results, page, limit, totalPages: Math.ceil(12 / limit), totalResults: 12 },
  });

  it('reports a host name that is not found', async () => {
    atEnd(resolveNames({}));
    const { says, below, message } = await examine(await at('https://api.example.test'));
    assert.equal(says('Name lookup'), '✗ Could not find api.example.test (host not found).');
    assert.deepEqual(below('Name lookup'), ['**What to do**: Check the address and your network.']);
    assert.match(says('Connection'), /^✗ Could not find/);
    assert.match(says('Answer'), /^✗ Could not find/);
    for (const name of ['Token', 'Speed', 'Clock']) assert.match(says(name), /^– Not checked/);
    assert.match(says('Files'), /^✓/);
    assert.match(message?.text ?? '', /^Check Connection: 3 of 12 checks failed\. Name lookup: /);
    assert.deepEqual(message?.choices, ['Copy Report', 'Show Log']);
  });

  it('only warns of a host name that the editor finds and Mintscope does not', async () => {
    atEnd(resolveNames({}));
    const { fetch } = globalThis;
    atEnd(() => (globalThis.fetch = fetch));
    globalThis.fetch = (address) => {
      const query = new URL(address).searchParams;
      const [page = 1, limit = 1] = ['page', 'limit'].map((name) => Number(query.get(name)));
      const rows = projects.slice((page - 1) * limit, page * limit);
      return Promise.resolve(Response.json(envelope(rows, page, limit)));
    };
    const window = await the.window();
    const typed = await examineTyped(window, 'https://api.example.test');
    assert.equal(typed.says('Name lookup'), '⚠ Could not find api.example.test (host not found).');
    assert.match(typed.says('Connection'), /^⚠ Could not find/);
    assert.match(typed.below('Name lookup')[0] ?? '', /Nothing needs to be done/);
    assert.match(typed.says('Answer'), /^✓/);
    assert.match(typed.below('Answer').at(-1) ?? '', /sent by the editor/);
  });

  it('reports a self-signed certificate, and does not send the token', async () => {
    const sent: (string | undefined)[] = [];
    const server = await startTlsService(({ headers }, response) => {
      sent.push(headers.authorization);
      response.end();
    });
    atEnd(() => server.close());
    const { says, below } = await examine(await at(server.origin));
    assert.match(
      says('Connection'),
      /^✗ Certificate of .* \(self-signed, DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    assert.match(below('Connection')[0]!, /NODE_EXTRA_CA_CERTS/);
    assert.match(
      below('Connection')[1]!,
      /^Certificate issued by mintscope test, throw-away, valid/,
    );
    assert.match(says('Answer'), /^✗ Certificate of/);
    assert.deepEqual(sent, []);
  });

  it('warns that certificates are not verified', async () => {
    const server = await startTlsService((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(envelope(projects.slice(0, 1), 1, 1)));
    });
    atEnd(() => server.close());
    const window = await at(server.origin, { 'http.proxyStrictSSL': false });
    const { says, below } = await examine(window);
    assert.match(
      says('Connection'),
      /^⚠ TLSv1.* is not verified, because http\.proxyStrictSSL is off/,
    );
    assert.ok(below('Proxy').includes('http.proxyStrictSSL: off.'));
    assert.match(says('Token'), /^✓/);
  });

  it('offers to sign in if the token is refused', async () => {
    const service = await the.service(projects);
    service.setToken('another');
    const window = await at(service.address);
    const { says } = await examine(window);
    assert.equal(says('Token'), '✗ The service refused this token.');
    assert.deepEqual(window.desk.shown.at(-1)?.choices, ['Copy Report', 'Show Log', 'Sign In…']);
  });

  it('reports pages that cannot be read, and still compares the clocks', async () => {
    const service = await the.service(projects);
    service.fail(({ query }) => (query.limit === '5' ? 'reset' : undefined));
    const { says } = await examine(await at(service.address));
    assert.match(says('Speed'), /^✓/);
    assert.match(says('Pages'), /^✗ .* broke off the connection \(connection reset\)\.$/);
    assert.match(says('Clock'), /^✓/);
  });

  it('reports a proxy that asks for a password, without revealing the one that is set', async () => {
    const proxy = await startFakeProxy(1, { status: 407 });
    atEnd(() => proxy.close());
    const settings = {
      'http.proxy': proxy.origin.replace('//', '//someone:s3cret-proxy@'),
      'http.noProxy': [],
    };
    const window = await at('https://api.example.test', settings);
    const { says, report } = await examine(window);
    const name = proxy.origin.replaceAll('.', String.raw`\.`);
    assert.match(
      says('Proxy'),
      new RegExp(`^✓ Requests go through the proxy ${name} \\(from http\\.proxy\\), with`),
    );
    assert.match(
      says('Connection'),
      /^✗ The proxy asks for a user name and a password, or refuses those it got \(407\)/,
    );
    assert.ok(proxy.asked.length > 0);
    const everything = [report, ...window.desk.log, ...window.desk.said];
    assert.doesNotMatch(everything.join('\n'), /s3cret-proxy|someone/);
  });

  it('never reveals the token, whatever the service sends back', async () => {
    const service = await the.service(projects);
    const window = await at(service.address);
    const host = `${TOKEN}.example.test`;
    const answers = [
      { status: 302, headers: { location: `https://${host}/` }, body: '' },
      { status: 200, headers: { 'content-type': `text/${TOKEN}` }, body: TOKEN },
      { status: 401, headers: { date: TOKEN, 'content-type': TOKEN }, body: { error: TOKEN } },
      { status: 500, headers: { server: TOKEN }, body: TOKEN },
    ];
    for (const answer of answers) {
      service.fail(() => answer);
      const { report } = await examine(window);
      const { desk } = window;
      const texts = [report, ...desk.log, ...desk.said];
      assert.ok(!texts.join('\n').replaceAll('\\', '').includes(TOKEN), JSON.stringify(answer));
    }
  });
});
