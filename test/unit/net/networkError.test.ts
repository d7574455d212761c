import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { describe, it } from 'mocha';
import { networkError } from '../../../src/net/networkError.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });
const read = (error: unknown) => {
  const { failure } = networkError(error);
  assert.ok(failure.kind === 'network');
  return `${failure.code}${failure.tls ? ' (tls)' : ''}`;
};

describe('an error of the network code', () => {
  it('is named by its code at any depth of wrapping', () => {
    assert.equal(read(coded('ECONNRESET')), 'ECONNRESET');
    assert.equal(read(new TypeError('fetch failed', { cause: coded('ENOTFOUND') })), 'ENOTFOUND');
    assert.equal(read(new AggregateError([coded('ECONNREFUSED'), coded('X')])), 'ECONNREFUSED');
    assert.equal(
      read(
        new Error('a', { cause: new AggregateError([new Error('b', { cause: coded('EPIPE') })]) }),
      ),
      'EPIPE',
    );
  });

  it('is named by its class if it has no code, and is a failure even if it is not an Error', () => {
    assert.equal(read(new RangeError('x')), 'RangeError');
    assert.equal(read(new AggregateError([])), 'AggregateError');
    for (const odd of [undefined, null, 'text', 5, { code: 'X' }])
      assert.equal(read(odd), 'UNKNOWN');
  });

  it('gets the system code for an undici code, or the code of the error that undici wraps', () => {
    assert.equal(read(coded('UND_ERR_SOCKET')), 'ECONNRESET');
    assert.equal(read(coded('UND_ERR_CONNECT_TIMEOUT')), 'ETIMEDOUT');
    assert.equal(read(new DOMException('x', 'DataCloneError')), 'DataCloneError');
    const wrapped = coded('UND_ERR_PRX_TLS', { cause: coded('ERR_TLS_CERT_ALTNAME_INVALID') });
    assert.equal(read(wrapped), 'ERR_TLS_CERT_ALTNAME_INVALID (tls)');
  });

  it('may have itself as its cause', () => {
    const circle = new Error('x');
    circle.cause = circle;
    assert.equal(read(circle), 'UNKNOWN');
  });

  for (const code of [
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED'],
    ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'EPROTO'],
    ...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'HOSTNAME_MISMATCH'],
  ]) {
    it(`is a TLS failure with the code ${code}`, () => {
      assert.equal(read(coded(code)), `${code} (tls)`);
    });
  }

  it('is not quoted, because its message may hold addresses and headers', () => {
    const error = networkError(coded('X'.repeat(500), { message: 'Bearer sk-secret' }));
    assert.ok(error.message.length < 100);
    assert.doesNotMatch(
      `${String(error)} ${JSON.stringify(error)} ${inspect(error.failure)}`,
      /secret/,
    );
  });
});
