import assert from 'node:assert/strict';
import { networkError, UnsentError } from '../../../src/net/networkError.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });
const wrapped = (error: Error, times: number): Error =>
  times === 0 ? error : new Error('x', { cause: wrapped(error, times - 1) });
const looked = (hostname: string) => coded('ENOTFOUND', { syscall: 'getaddrinfo', hostname });
const reached = (port: number) => coded('ECONNREFUSED', { syscall: 'connect', port });

const url = new URL('https://a.example');
const inBody = true;
const connectingTo = 'proxy';
const NO_TLS = 'write EPROTO 1:error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER';
const tlsCodes = [
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'EPROTO'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'HOSTNAME_MISMATCH', 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

/** What an error is named, and where it occurred. */
const cases: readonly (readonly [
  error: unknown,
  code: string,
  failed?: Parameters<typeof networkError>[1],
])[] = [
  [coded('ECONNRESET'), 'ECONNRESET'],
  [new TypeError('fetch failed', { cause: coded('ENOTFOUND') }), 'ENOTFOUND'],
  [new AggregateError([coded('ECONNREFUSED'), coded('X')]), 'ECONNREFUSED'],
  [wrapped(coded('EPIPE'), 4), 'EPIPE'],
  // An error without a code is named by its class.
  [wrapped(coded('EPIPE'), 5), 'Error'],
  [new AggregateError([]), 'AggregateError'],
  [new DOMException('x', 'DataCloneError'), 'DataCloneError'],
  ...[undefined, null, 'text', 5, { code: 'X' }].map((odd) => [odd, 'UNKNOWN'] as const),
  // Those of undici have the code of the system.
  [coded('UND_ERR_SOCKET'), 'ECONNRESET'],
  [coded('UND_ERR_CONNECT_TIMEOUT'), 'ETIMEDOUT'],
  [coded('HPE_INVALID_CONSTANT'), 'NOT_HTTP'],
  // An answer with a length and in chunks.
  [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'NOT_HTTP'],
  // An error after the headers arrived is an answer that was cut off.
  ...['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'Z_DATA_ERROR', 'HPE_X', 'ECONNRESET'].map(
    (code) => [coded(code), 'INCOMPLETE', { inBody }] as const,
  ),
  ...tlsCodes.map((code) => [coded(code), `${code} (tls)`] as const),
  [coded('EPROTO', { message: NO_TLS }), 'ERR_SSL_WRONG_VERSION_NUMBER (tls)'],
  // An error is the proxy's if it names another host or port than the service's.
  [looked('a.example'), 'ENOTFOUND', { url }],
  [looked('proxy.example'), 'PROXY_ENOTFOUND', { url }],
  [reached(443), 'ECONNREFUSED', { url }],
  [reached(80), 'PROXY_ECONNREFUSED', { url }],
  [reached(8443), 'ECONNREFUSED', { url: new URL('https://a.example:8443') }],
  [coded('ECONNRESET', { syscall: 'read', port: 1 }), 'ECONNRESET', { url }],
  [new Error('Proxy response (502) !== 200 when HTTP Tunneling'), 'PROXY_502', { url }],
  [
    new TypeError('fetch failed', { cause: coded('UND_ERR_PRX_TLS', { cause: coded('CERT_X') }) }),
    'PROXY_CERT_X (tls)',
    { url },
  ],
  // Or if the proxy was connected to.
  [coded('ECONNREFUSED'), 'PROXY_ECONNREFUSED', { connectingTo }],
  [coded('CERT_X'), 'PROXY_CERT_X (tls)', { connectingTo }],
];

describe('networkError', () => {
  it('names every error by one code, and says whether the proxy or TLS failed', () => {
    for (const [error, code, failed] of cases) {
      const { failure } = networkError(error, failed);
      assert.ok(failure.kind === 'network');
      assert.equal(`${failure.code}${failure.tls ? ' (tls)' : ''}`, code);
    }
  });

  it('stores the error as the cause, unless it contains bytes of the answer', () => {
    for (const depth of [0, 1, 4]) {
      const plain = wrapped(coded('HPE_X'), depth);
      assert.equal(networkError(plain).cause, plain);
      const holding = wrapped(coded('HPE_X', { data: 'Bearer sk-secret' }), depth);
      assert.equal(networkError(holding).cause, undefined, `${depth} deep`);
    }
  });

  it('marks an error if nothing was sent, so that another way may be tried', () => {
    assert.ok(networkError(coded('ENOTFOUND'), { connectingTo: 'service' }) instanceof UnsentError);
    assert.ok(!(networkError(coded('ENOTFOUND')) instanceof UnsentError));
  });
});
