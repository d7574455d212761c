import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { describe, it } from 'mocha';
import { networkError, UnsentError } from '../../../src/net/networkError.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });
const read = (error: unknown, failed?: Parameters<typeof networkError>[1]) => {
  const { failure } = networkError(error, failed);
  assert.ok(failure.kind === 'network');
  return `${failure.code}${failure.tls ? ' (tls)' : ''}`;
};

describe('networkError', () => {
  it('names an error by its code at any depth of wrapping', () => {
    assert.equal(read(coded('ECONNRESET')), 'ECONNRESET');
    assert.equal(read(new TypeError('fetch failed', { cause: coded('ENOTFOUND') })), 'ENOTFOUND');
    assert.equal(read(new AggregateError([coded('ECONNREFUSED'), coded('X')])), 'ECONNREFUSED');
  });

  it('names an error without a code by its class, also if it is not an Error', () => {
    assert.equal(read(new RangeError('x')), 'RangeError');
    assert.equal(read(new AggregateError([])), 'AggregateError');
    for (const odd of [undefined, null, 'text', 5, { code: 'X' }])
      assert.equal(read(odd), 'UNKNOWN');
  });

  it('names an undici error by the system code, or by the error that it wraps', () => {
    assert.equal(read(coded('UND_ERR_SOCKET')), 'ECONNRESET');
    assert.equal(read(coded('UND_ERR_CONNECT_TIMEOUT')), 'ETIMEDOUT');
    assert.equal(read(new DOMException('x', 'DataCloneError')), 'DataCloneError');
  });

  /** An error wrapped in `times` others. */
  const wrapped = (error: Error, times: number): Error =>
    times === 0 ? error : new Error('x', { cause: wrapped(error, times - 1) });

  it('looks for a code four errors deep, and no deeper', () => {
    assert.equal(read(wrapped(coded('EPIPE'), 4)), 'EPIPE');
    assert.equal(read(wrapped(coded('EPIPE'), 5)), 'Error');
  });

  it('stores the error as the cause, unless it contains bytes of the answer', () => {
    for (const depth of [0, 1, 4]) {
      const plain = wrapped(coded('HPE_X'), depth);
      assert.equal(networkError(plain).cause, plain);
      const holding = wrapped(coded('HPE_X', { data: 'Bearer sk-secret' }), depth);
      assert.equal(networkError(holding).cause, undefined, `${depth} deep`);
    }
    assert.equal(networkError('text').cause, 'text');
  });

  it('assigns an error to the proxy if it names another host or port than the service’s', () => {
    const looked = (hostname: string) => coded('ENOTFOUND', { syscall: 'getaddrinfo', hostname });
    const reached = (port: number) => coded('ECONNREFUSED', { syscall: 'connect', port });
    const cases: readonly (readonly [Error, url: string, expected: string])[] = [
      [looked('a.example'), 'https://a.example', 'ENOTFOUND'],
      [looked('proxy.example'), 'https://a.example', 'PROXY_ENOTFOUND'],
      [reached(443), 'https://a.example', 'ECONNREFUSED'],
      [reached(80), 'https://a.example', 'PROXY_ECONNREFUSED'],
      [reached(8443), 'https://a.example:8443', 'ECONNREFUSED'],
      [coded('ECONNRESET', { syscall: 'read', port: 1 }), 'https://a.example', 'ECONNRESET'],
      [
        new Error('Proxy response (502) !== 200 when HTTP Tunneling'),
        'https://a.example',
        'PROXY_502',
      ],
    ];
    for (const [error, url, expected] of cases) {
      assert.equal(read(error, { url: new URL(url) }), expected, url);
    }
    assert.equal(read(reached(3128)), 'ECONNREFUSED', 'where no service is known');
  });

  it('assigns an error to the proxy that was connected to', () => {
    const connectingTo = 'proxy';
    assert.equal(read(coded('ECONNREFUSED'), { connectingTo }), 'PROXY_ECONNREFUSED');
    const unknown = coded('SELF_SIGNED_CERT_IN_CHAIN');
    assert.equal(read(unknown, { connectingTo }), 'PROXY_SELF_SIGNED_CERT_IN_CHAIN (tls)');
    const named = coded('UND_ERR_PRX_TLS', { cause: coded('ERR_TLS_CERT_ALTNAME_INVALID') });
    const fetched = new TypeError('fetch failed', { cause: named });
    const url = new URL('https://a.example');
    assert.equal(read(fetched, { url }), 'PROXY_ERR_TLS_CERT_ALTNAME_INVALID (tls)');
  });

  it('names an answer that is not TLS by one code, whatever made the error', () => {
    const message =
      'write EPROTO 1:error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER';
    assert.equal(read(coded('EPROTO', { message })), 'ERR_SSL_WRONG_VERSION_NUMBER (tls)');
    assert.equal(
      read(coded('EPROTO', { message: 'write EPROTO 1:error:1000009a' })),
      'EPROTO (tls)',
    );
  });

  it('marks an error if nothing was sent, so that another way may be tried', () => {
    assert.ok(networkError(coded('ENOTFOUND'), { connectingTo: 'service' }) instanceof UnsentError);
    assert.ok(!(networkError(coded('ENOTFOUND')) instanceof UnsentError));
  });

  it('an answer that is neither of a length nor chunked, but both, is not valid HTTP', () => {
    const both = coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH');
    assert.equal(read(both), 'NOT_HTTP');
    assert.equal(read(both, { inBody: true }), 'INCOMPLETE');
  });

  it('takes an error after the headers arrived for an answer that was cut off', () => {
    for (const code of ['Z_DATA_ERROR', 'UND_ERR_SOCKET', 'HPE_X', 'ECONNRESET']) {
      assert.equal(read(coded(code), { inBody: true }), 'INCOMPLETE');
    }
    assert.equal(read(coded('HPE_INVALID_CONSTANT')), 'NOT_HTTP');
  });

  it('takes the codes of refused certificates and handshakes for a TLS failure', () => {
    for (const code of [
      ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED'],
      ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'EPROTO', 'HOSTNAME_MISMATCH'],
      ...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    ]) {
      assert.equal(read(coded(code)), `${code} (tls)`);
    }
  });

  it('a failure does not quote an error, whose message may contain addresses and headers', () => {
    const error = networkError(coded('X'.repeat(500), { message: 'Bearer sk-secret' }));
    assert.ok(error.message.length < 100);
    assert.doesNotMatch(
      `${String(error)} ${JSON.stringify(error)} ${inspect(error.failure)}`,
      /secret/,
    );
  });
});
