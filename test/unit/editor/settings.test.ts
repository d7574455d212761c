import assert from 'node:assert/strict';
import { settings } from '../../../src/editor/settings.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { manifestText } from '../../support/manifest.ts';

const { contributes } = JSON.parse(manifestText()) as {
  readonly contributes: {
    readonly configuration: { readonly properties: Record<string, { readonly default: unknown }> };
  };
};

describe('Settings', () => {
  withNewDesk();

  it('every setting of package.json is read in one place, with the same default', () => {
    const defaults = Object.entries(contributes.configuration.properties).map(
      ([id, one]) => [id, one.default] as const,
    );
    const ofEditor = ['network', 'usesScreenReader'];
    const own = Object.entries(settings).filter(([name]) => !ofEditor.includes(name));
    const read = own.map(([name, value]) => [`mintscope.${name}`, value] as const);
    assert.deepEqual(Object.fromEntries(read), Object.fromEntries(defaults));
  });

  /** Values as written and the values that count. */
  const cases = [
    ['baseUrl', ' https://api.example.com ', 'https://api.example.com'],
    ['explorerUrl', ' https://e.example/{mintAddress}', 'https://e.example/{mintAddress}'],
    ['keepRows', false, false],
    ['keepRows', 'no', true],
    ['hovers', false, false],
    ['showProgress', 'known', 'known'],
    ['showProgress', 'never', 'never'],
    ['showProgress', 'always', 'visible'],
    ['stallMinutes', 1, 1],
    ['stallMinutes', 0.5, 15],
    ['stallMinutes', 5000, 1440],
    ['autoReveal', false, false],
    ['pageSize', 1, 1],
    ['pageSize', 0.9, 50],
    ['pageSize', 7.9, 7],
    ['pageSize', 101, 100],
    ['autoRefresh', 0, 0],
    ['autoRefresh', 0.5, 10],
    ['autoRefresh', 1e9, 86_400],
    ['loadImages', 'always', 'always'],
    ['loadImages', 'never', 'never'],
    ['loadImages', 'Always', 'onClick'],
  ] as const;
  it('a setting that cannot be used counts as its default or its nearest bound', () => {
    for (const [name, written, counts] of cases) {
      desk.settings.set(`mintscope.${name}`, written);
      assert.deepEqual(settings[name], counts, `${name} ${written}`);
    }
  });

  const direct = {
    proxy: undefined,
    proxyAuthorization: undefined,
    noProxy: [],
    strictSSL: true,
    systemCertificates: true,
    editorFetch: true,
  };
  const networkWith = (http: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(http)) desk.settings.set(`http.${name}`, value);
    return settings.network;
  };
  const proxied = {
    proxy: ' http://proxy.example:8080 ',
    proxyAuthorization: 'Bearer abc',
    noProxy: ['a.example', 5, 'b.example'],
  };

  it('the network uses the editor’s proxy, and by default none', () => {
    assert.deepEqual(networkWith({}), direct);
    assert.deepEqual(networkWith(proxied), {
      ...direct,
      proxy: 'http://proxy.example:8080',
      proxyAuthorization: 'Bearer abc',
      noProxy: ['a.example', 'b.example'],
    });
    const off = networkWith({ proxySupport: 'off' });
    assert.deepEqual([off.proxy, off.noProxy], [undefined, ['*']]);
  });

  it('only the value false turns off the check of certificates, those of the system and the editor’s fetch', () => {
    const all = (value: unknown) => ({
      proxyStrictSSL: value,
      systemCertificates: value,
      fetchAdditionalSupport: value,
    });
    const none = { strictSSL: false, systemCertificates: false, editorFetch: false };
    assert.deepEqual(networkWith(all(false)), { ...direct, ...none });
    assert.deepEqual(networkWith(all(0)), direct);
  });

  it('an invalid setting of the proxy means no proxy', () => {
    assert.deepEqual(networkWith({ proxy: 5, proxyAuthorization: '', noProxy: 'a' }), direct);
  });
});
