import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { createFallbackTransport } from '../../../src/net/fallbackTransport.ts';
import { DIRECT } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';

const ORIGIN = 'https://api.example.test';

describe('Editor’s fetch', () => {
  const { fetch } = globalThis;
  const { NODE_TLS_REJECT_UNAUTHORIZED: variable } = process.env;
  let calls = 0;
  beforeEach(() => {
    calls = 0;
    globalThis.fetch = () => {
      calls++;
      return Promise.reject(new TypeError('fetch failed'));
    };
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    if (variable === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = variable;
  });

  /** How often the editor's fetch is called for a host that cannot be reached otherwise. */
  const callsWith = async (settings: object) => {
    const transport = createFallbackTransport(
      { ...DIRECT, noProxy: [], proxy: 'no address', ...settings },
      () => 0,
      () => undefined,
    );
    const url = new URL(ORIGIN);
    const { signal } = new AbortController();
    await failureOf(transport.get({ url, headers: {}, signal, maxBodyBytes: 9 }));
    await transport.close();
    return calls;
  };

  it('calls the editor’s fetch if http.fetchAdditionalSupport is on', async () => {
    assert.equal(await callsWith({ editorFetch: true }), 1);
  });

  it('skips the editor’s fetch if http.fetchAdditionalSupport is off', async () => {
    assert.equal(await callsWith({ editorFetch: false }), 0);
  });

  it('skips the editor’s fetch where it would accept any certificate against the settings', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    assert.equal(await callsWith({ editorFetch: true }), 0);
    assert.equal(await callsWith({ editorFetch: true, strictSSL: false }), 1);
  });
});
