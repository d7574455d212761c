import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  chooseProxy,
  proxyName,
  type NetworkSettings,
} from '../../../src/core/client/proxyChoice.ts';

const url = new URL('https://api.example.com/v2');
const none: NetworkSettings = { proxy: undefined, noProxy: [], strictSSL: true };

describe('Choice of a proxy', () => {
  const choose = (settings: Partial<NetworkSettings>, env = {}, at = url) =>
    chooseProxy(at, { ...none, ...settings }, env);

  it('prefers the proxy of the setting, then the lower-case variable, then the one for https', () => {
    const setting = choose({ proxy: 'http://proxy:8080' }, { HTTPS_PROXY: 'http://other:1' });
    assert.deepEqual(setting, { kind: 'proxy', address: 'http://proxy:8080', from: 'http.proxy' });
    const from = (env: object) => {
      const way = choose({}, env);
      return way.kind === 'proxy' ? way.from : way.why;
    };
    assert.equal(from({ https_proxy: 'http://a', HTTPS_PROXY: 'http://b' }), 'https_proxy');
    assert.equal(from({ http_proxy: 'http://a', HTTP_PROXY: 'http://b' }), 'http_proxy');
    assert.equal(from({ https_proxy: '', HTTP_PROXY: 'http://a' }), 'HTTP_PROXY');
    assert.equal(from({ https_proxy: '', HTTPS_PROXY: 'http://a' }), 'none');
    assert.equal(from({}), 'none');
  });

  it('chooses no proxy for this machine, nor for hosts and domains that a setting or NO_PROXY excludes', () => {
    const env = { HTTPS_PROXY: 'http://proxy:1' };
    const isDirect = (noProxy: string, at = url) =>
      choose({}, { ...env, NO_PROXY: noProxy }, at).kind === 'direct';
    for (const list of ['*', '.example.com', '*.example.com', 'a.b, API.example.com']) {
      assert.ok(isDirect(list), list);
    }
    assert.ok(isDirect('api.example.com:443'));
    assert.ok(!isDirect('api.example.com:8443'));
    assert.ok(!isDirect('ample.com'));
    assert.ok(!isDirect(''));
    const settings = { noProxy: ['other.test'] };
    assert.equal(choose(settings, { ...env, NO_PROXY: '*' }).kind, 'proxy', 'the setting counts');
    const here = chooseProxy(new URL('http://127.0.0.1:1'), none, env);
    assert.deepEqual(here, { kind: 'direct', why: 'loopback' });
  });

  it('reads noProxy as curl and the editor do: *, spaces, a dot at the end, IPv6, and names in Unicode', () => {
    const isDirect = (host: string, ...noProxy: string[]) =>
      choose({ proxy: 'http://proxy:1', noProxy }, {}, new URL(`https://${host}`)).kind ===
      'direct';
    const excluded: readonly (readonly [host: string, ...noProxy: string[]])[] = [
      ['api.example.com', 'localhost', '*'],
      ['api.example.com', 'localhost,*'],
      ['api.example.com', ' example.com '],
      ['api.example.com', 'example.com.'],
      ['api.example.com.', 'example.com'],
      ['[2001:db8::7]', '2001:db8::7'],
      ['[2001:db8::7]', '2001:DB8:0:0::7'],
      ['[2001:db8::7]', '[2001:db8::7]'],
      ['[2001:db8::7]', '[2001:db8::7]:443'],
      ['münzen.example', 'münzen.example'],
      ['api.münzen.example', 'MÜNZEN.example'],
      ['münzen.example', 'xn--mnzen-kva.example'],
    ];
    for (const [host, ...noProxy] of excluded)
      assert.ok(isDirect(host, ...noProxy), noProxy.join());
    const proxied: readonly (readonly [host: string, noProxy: string])[] = [
      ['myexample.com', 'example.com'],
      ['example.com', 'api.example.com'],
      ['[2001:db8::77]', '2001:db8::7'],
      ['[2001:db8::7]', '[2001:db8::7]:8443'],
      ['api.example.com', ', ,'],
    ];
    for (const [host, noProxy] of proxied) assert.ok(!isDirect(host, noProxy), noProxy);
  });

  it('the name of a proxy contains no user name and no password', () => {
    assert.equal(proxyName('http://someone:secret@proxy:8080/path'), 'http://proxy:8080');
    for (const unreadable of ['someone:secret@proxy:8080', 'http://a:12/3@p', 'http://a:12#3@p']) {
      assert.equal(proxyName(unreadable), undefined, unreadable);
    }
  });
});
