import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { settings as early, watchSettings } from '../../../src/editor/settings.ts';
import { root } from '../../host/paths.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';

type Name = keyof typeof early | keyof typeof watchSettings;

/** All settings as they are now. */
const settings = () => ({ ...early, ...watchSettings });

describe('Settings', () => {
  let desk: FakeDesk;
  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
  });

  it('every setting of package.json is read in one place, with the same default', () => {
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly contributes: {
        readonly configuration: {
          readonly properties: Readonly<Record<string, { readonly default: unknown }>>;
        };
      };
    };
    const { properties } = contributes.configuration;
    const defaults = Object.entries(properties).map(([id, one]) => [id, one.default] as const);
    const own = Object.entries(settings()).filter(([name]) => name !== 'network');
    const read = own.map(([name, value]) => [`mintscope.${name}`, value] as const);
    assert.deepEqual(Object.fromEntries(read), Object.fromEntries(defaults));
  });

  /** Written values and the values that count; `undefined` if nothing is written. */
  const cases: Readonly<Record<Exclude<Name, 'network'>, readonly (readonly unknown[])[]>> = {
    baseUrl: [
      [undefined, ''],
      ['  ', ''],
      [' https://api.example.com ', 'https://api.example.com'],
      [5, ''],
      [null, ''],
    ],
    connections: [
      [undefined, {}],
      ['https://api.example.com', {}],
      [[], {}],
      [{ 'https://api.example.com': { name: 'A' } }, { 'https://api.example.com': { name: 'A' } }],
    ],
    explorerUrl: [
      [undefined, ''],
      [' https://e.example/{mintAddress}', 'https://e.example/{mintAddress}'],
      [['https://e.example/'], ''],
    ],
    keepRows: [
      [undefined, true],
      [false, false],
      ['no', true],
    ],
    hovers: [
      [undefined, true],
      [false, false],
      ['no', true],
    ],
    showProgress: [
      [undefined, 'visible'],
      ['known', 'known'],
      ['never', 'never'],
      ['always', 'visible'],
    ],
    watchInBackground: [
      [undefined, false],
      [true, true],
      ['yes', false],
    ],
    stallMinutes: [
      [undefined, 15],
      [1, 1],
      [0.5, 15],
      [1440, 1440],
      [5000, 1440],
      ['20', 15],
      [Number.NaN, 15],
    ],
    autoReveal: [
      [undefined, true],
      [false, false],
      ['no', true],
    ],
    pageSize: [
      [undefined, 50],
      [1, 1],
      [0, 50],
      [0.9, 50],
      [-3, 50],
      [7.9, 7],
      [100, 100],
      [101, 100],
      ['20', 50],
      [null, 50],
    ],
    autoRefresh: [
      [undefined, 0],
      [0, 0],
      [-30, 0],
      [0.5, 10],
      [10, 10],
      [30, 30],
      [86_400, 86_400],
      [1e9, 86_400],
      ['30', 0],
      [Number.NaN, 0],
    ],
    loadImages: [
      [undefined, 'onClick'],
      ['always', 'always'],
      ['never', 'never'],
      ['onClick', 'onClick'],
      ['Always', 'onClick'],
      [true, 'onClick'],
    ],
  };
  for (const [name, values] of Object.entries(cases)) {
    for (const [written, counts] of values) {
      it(`mintscope.${name} of ${JSON.stringify(written)} counts as ${JSON.stringify(counts)}`, () => {
        if (written !== undefined) desk.settings.set(`mintscope.${name}`, written);
        assert.deepEqual(settings()[name as Name], counts);
      });
    }
  }

  describe('Settings of the network', () => {
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
      return early.network;
    };

    it('the network uses no proxy and checks certificates by default', () => {
      assert.deepEqual(networkWith({}), direct);
    });

    it('reads the editor’s proxy and its excluded hosts', () => {
      assert.deepEqual(
        networkWith({
          proxy: ' http://proxy.example:8080 ',
          noProxy: ['a.example', 5, 'b.example'],
        }),
        {
          ...direct,
          proxy: 'http://proxy.example:8080',
          noProxy: ['a.example', 'b.example'],
        },
      );
    });

    it('an invalid setting of the proxy means no proxy', () => {
      assert.deepEqual(networkWith({ proxy: '', noProxy: 'a.example' }), direct);
      assert.deepEqual(networkWith({ proxy: 5 }), direct);
    });

    it('proxySupport off means no proxy for any host', () => {
      const proxy = { proxySupport: 'off', proxy: 'http://proxy.example:8080', noProxy: [] };
      const none = { ...direct, noProxy: ['*'] };
      assert.deepEqual(networkWith(proxy), none);
      assert.deepEqual(networkWith({ ...proxy, proxyStrictSSL: false }), {
        ...none,
        strictSSL: false,
      });
    });

    it('only the value false of proxyStrictSSL skips the check of certificates', () => {
      assert.equal(networkWith({ proxyStrictSSL: false }).strictSSL, false);
      for (const odd of [0, 'false', null, true]) {
        assert.equal(networkWith({ proxyStrictSSL: odd }).strictSSL, true);
      }
    });

    it('reads the editor’s log-in for the proxy, if it is a text', () => {
      const { proxyAuthorization } = networkWith({ proxyAuthorization: 'Bearer abc' });
      assert.equal(proxyAuthorization, 'Bearer abc');
      for (const none of [null, '', 5]) {
        assert.equal(networkWith({ proxyAuthorization: none }).proxyAuthorization, undefined);
      }
    });

    it('the network trusts the system’s certificates and uses the editor’s fetch unless that is off', () => {
      const off = { systemCertificates: false, fetchAdditionalSupport: false };
      assert.deepEqual(networkWith(off), {
        ...direct,
        systemCertificates: false,
        editorFetch: false,
      });
    });
  });
});
