import assert from 'node:assert/strict';
import {
  chooseProxy,
  proxyName,
  usableProxy,
  type NetworkSettings,
} from '../../../src/net/proxyChoice.ts';

const url = new URL('https://api.example.com/v2');
const none: NetworkSettings = { proxy: undefined, noProxy: [], strictSSL: true };

describe('Choice of a proxy', () => {
  const choose = (settings: Partial<NetworkSettings>, env = {}, at = url) =>
    chooseProxy(at, { ...none, ...settings }, env);

  it('prefers the proxy of the setting, then the lower-case variable, then the one for https', () => {
    const setting = choose({ proxy: 'http://proxy:8080' }, { HTTPS_PROXY: 'http://other:1' });
    assert.deepEqual(setting, { address: 'http://proxy:8080', from: 'http.proxy' });
    const from = (env: object) => choose({}, env)?.from;
    assert.equal(from({ https_proxy: 'http://a', HTTPS_PROXY: 'http://b' }), 'https_proxy');
    assert.equal(from({ http_proxy: 'http://a', HTTP_PROXY: 'http://b' }), 'http_proxy');
    assert.equal(from({ https_proxy: '', HTTP_PROXY: 'http://a' }), 'HTTP_PROXY');
    assert.equal(from({ https_proxy: '', HTTPS_PROXY: 'http://a' }), undefined);
    assert.equal(from({}), undefined);
  });

  it('reads noProxy as curl and the editor do: *, spaces, suffixes, a dot at the end, ports, networks, IPv6, and names in Unicode', () => {
    const cases: readonly (readonly [host: string, noProxy: string, isDirect: boolean])[] = [
      ['api.example.com', 'localhost,*', true],
      ['api.example.com', '.example.com', true],
      ['api.example.com', '*.example.com', true],
      ['api.example.com', 'a.b, API.example.com', true],
      ['api.example.com', ' example.com ', true],
      ['api.example.com', 'example.com.', true],
      ['api.example.com.', 'example.com', true],
      ['api.example.com', 'api.example.com:443', true],
      ['[2001:db8::7]', '2001:db8::7', true],
      ['[2001:db8::7]', '2001:DB8:0:0::7', true],
      ['[2001:db8::7]', '[2001:db8::7]', true],
      ['[2001:db8::7]', '[2001:db8::7]:443', true],
      ['münzen.example', 'münzen.example', true],
      ['api.münzen.example', 'MÜNZEN.example', true],
      ['münzen.example', 'xn--mnzen-kva.example', true],
      ['127.0.0.1', '', true],
      ['10.10.20.1', '192.168.0.0/16,10.0.0.0/8', true],
      ['172.31.0.1', '172.16.0.0/12', true],
      ['172.32.0.1', '172.16.0.0/12', false],
      ['10.1.2.4', '10.1.2.3/32', false],
      ['example.com', '0.0.0.0/0', false],
      ['[fd12:3456::7]', 'fd00::/8', true],
      ['[fd12:3456::7]', '[fd12:3456::]/32', true],
      ['[2001:db8::7]', 'fd00::/8', false],
      ['10.0.0.1', '::/0', false],
      ['[::ffff:10.0.0.1]', '::ffff:10.0.0.0/104', true],
      ['10.1.2.3', '10.1.2.3/99', true],
      ['api.example.com', 'no/8', false],
      ['minting', 'localhost,<local>', true],
      ['api.example.com', '<local>', false],
      ['[fd12:3456::7]', '<local>', false],
      ['api.example.com', '', false],
      ['api.example.com', ', ,', false],
      ['api.example.com', 'ample.com', false],
      ['api.example.com', 'api.example.com:8443', false],
      ['example.com', 'api.example.com', false],
      ['[2001:db8::77]', '2001:db8::7', false],
      ['[2001:db8::7]', '[2001:db8::7]:8443', false],
    ];
    for (const [host, list, isDirect] of cases) {
      const at = new URL(`https://${host}`);
      const bySetting = choose({ proxy: 'http://proxy:1', noProxy: [list] }, {}, at);
      assert.equal(bySetting === undefined, isDirect, list);
      const byVariable = choose({}, { HTTPS_PROXY: 'http://proxy:1', NO_PROXY: list }, at);
      assert.equal(byVariable === undefined, isDirect, list);
    }
    const both = choose({ noProxy: ['other.test'] }, { https_proxy: 'http://a', no_proxy: '*' });
    assert.ok(both, 'the setting counts');
  });

  it('a proxy without a scheme is one of http, as curl reads it', () => {
    for (const [address, origin] of [
      ['proxy:8080', 'http://proxy:8080'],
      ['127.0.0.1:7890', 'http://127.0.0.1:7890'],
      ['[::1]:8080', 'http://[::1]:8080'],
      ['me:p@proxy', 'http://proxy'],
      ['socks5://proxy:1080', undefined],
    ] as const) {
      assert.equal(usableProxy(address)?.origin, origin, address);
    }
  });

  it('the name of a proxy contains no user name and no password', () => {
    for (const address of ['http://someone:secret@proxy:8080/path', 'someone:secret@proxy:8080'])
      assert.equal(proxyName(address), 'http://proxy:8080');
    for (const unreadable of ['http://a:12/3@p', 'http://a:12#3@p', 'no proxy']) {
      assert.equal(proxyName(unreadable), undefined, unreadable);
    }
  });
});
