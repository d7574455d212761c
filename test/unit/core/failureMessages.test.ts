import assert from 'node:assert/strict';
import {
  describeFailure,
  describeStatsFailure,
} from '../../../src/core/messages/failureMessages.ts';
import {
  type Failure,
  failureCode,
  failureForLog,
  ServiceError,
} from '../../../src/core/model/serviceError.ts';

const HOST = 'api.example.com';
const network = (code: string): Failure => ({ kind: 'network', code, tls: false });
const tls = (code: string): Failure => ({ kind: 'network', code, tls: true });
const REFUSED = network('ECONNREFUSED');
const words = (failure: Failure) => describeFailure(failure, HOST);

/** Every kind of failure, the facts in its words, and the action of its button. */
const table: readonly (readonly [Failure, facts: readonly string[], action?: 'signIn'])[] = [
  [{ kind: 'auth', status: 401 }, ['The service refused this token.'], 'signIn'],
  [{ kind: 'auth', status: 403 }, ['token', '403'], 'signIn'],
  [{ kind: 'notFound' }, [HOST, '404']],
  [{ kind: 'rateLimited' }, ['fewer requests', '429']],
  [{ kind: 'http', status: 403 }, [HOST, 'firewall', '403', 'not about your token']],
  [{ kind: 'http', status: 511 }, [HOST, 'firewall', '511', 'check your network']],
  [{ kind: 'http', status: 500 }, ['internal error', '500']],
  [{ kind: 'http', status: 400 }, ['unexpected', '400']],
  [
    { kind: 'http', status: 302, leadsTo: 'login.example.com' },
    [HOST, 'login.example.com', 'The token is not sent there.'],
    'signIn',
  ],
  [network('INCOMPLETE'), [HOST, 'broke off', 'INCOMPLETE']],
  [network('NOT_HTTP'), [HOST, 'not valid HTTP']],
  [network('PROXY_407'), ['proxy', 'password', '(407)']],
  [network('PROXY_ECONNREFUSED'), ['The proxy', HOST, 'connection refused']],
  [network('PROXY_502'), ['The proxy', HOST, '502']],
  [network('PROXY_INVALID'), ['The proxy', HOST, 'proxy:8080']],
  [tls('PROXY_ERR_SSL_WRONG_VERSION_NUMBER'), ['The proxy', 'proxy:8080']],
  [tls('PROXY_CERT_HAS_EXPIRED'), ['proxy', HOST, 'CERT_HAS_EXPIRED', 'whoever runs the proxy']],
  [tls('ERR_SSL_WRONG_VERSION_NUMBER'), [HOST, 'does not speak https', 'http://']],
  [tls('EPROTO'), [HOST, 'secure', 'EPROTO']],
  [tls('ERR_TLS_CERT_ALTNAME_INVALID'), [HOST, 'ALTNAME', 'Check the address']],
  [tls('CERT_HAS_EXPIRED'), [HOST, 'secure', 'CERT_HAS_EXPIRED', 'the clock of this machine']],
  [tls('DEPTH_ZERO_SELF_SIGNED_CERT'), [HOST, 'issuer', 'NODE_EXTRA_CA_CERTS']],
  [
    {
      kind: 'network',
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      tls: true,
      issuer: 'Example\n Inc.',
    },
    [HOST, 'Certificate', 'issued by Example  Inc., UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ],
  [network('ENOTFOUND'), ['Could not reach', HOST, 'ENOTFOUND', 'Check the address']],
  [network('ECONNREFUSED'), ['Could not reach', HOST, '(connection refused)']],
  [network('ECONNRESET'), [HOST, 'broke off', 'ECONNRESET']],
  [network('ETIMEDOUT'), ['Not reachable', 'Could not reach', HOST, 'ETIMEDOUT']],
  [{ kind: 'timeout', afterMs: 30_000 }, [HOST, '30 s']],
  [{ kind: 'noPage', page: 3 }, ['no page 3.', 'ask whoever runs the service']],
  [{ kind: 'decode', what: 'tooLarge' }, [HOST, '4 MB', 'ask whoever runs the service']],
  [{ kind: 'decode', what: 'tooComplex' }, [HOST, 'nested too deep', 'values']],
  [{ kind: 'decode', what: 'notJson' }, [HOST, 'not JSON', 'Check the address']],
  [{ kind: 'decode', what: 'notAList' }, [HOST, 'list']],
  [{ kind: 'decode', what: 'notStats' }, [HOST, 'counts']],
  [
    { kind: 'decode', what: 'notCounts' },
    [HOST, 'counts are texts', ' Ask whoever runs the service.'],
  ],
  [{ kind: 'decode', what: 'noBody' }, [HOST, 'empty']],
  [{ kind: 'internal' }, ['Mintscope itself']],
  [{ kind: 'aborted' }, ['Stopped.']],
];

describe('Messages of failures', () => {
  it('names the fault of each failure and the next step', () => {
    for (const [failure, facts, action = 'retry'] of table) {
      const message = words(failure);
      const text = [message.title, message.reason, message.hint].join(' ');
      for (const fact of facts) assert.ok(text.includes(fact), text);
      assert.equal(message.action, action);
      assert.equal(message.code, failureCode(failure));
      assert.match(message.title, /^[A-Z][\w ]{3,22}(?: \(\d+\))?$/, 'short enough for a row');
      for (const sentence of [message.reason, message.hint]) {
        assert.match(sentence, /^[A-Za-z].*[^.]\.$/s);
        assert.doesNotMatch(sentence, /undefined|null|NaN|Infinity|\[object|\n|Error/);
        assert.ok(sentence.length < 160);
      }
    }
  });

  it('a pause shows the words of its cause and how long it lasts', () => {
    const paused = { kind: 'paused', retryAfterMs: 30_000, cause: REFUSED } as const;
    const { title, reason, hint } = words(paused);
    assert.deepEqual([title, reason], [words(REFUSED).title, words(REFUSED).reason]);
    assert.equal(hint, 'Requests to it are paused; Retry sends one at once.');
    const probed = words({ ...paused, retryAfterMs: 0 });
    assert.equal(probed.hint, 'Requests to it are paused; Retry sends one at once.');
    assert.equal(failureCode(paused), 'paused after network ECONNREFUSED');
  });

  it('a failure that stays on screen gives a time of day', () => {
    const shown = (failure: Failure) =>
      describeFailure(failure, HOST, (ms) => `T+${ms / 1000}`).hint;
    const busy = (retryAfterMs: number) => shown({ kind: 'rateLimited', retryAfterMs });
    assert.equal(busy(90_000), 'Try again after T+90.');
    const paused = shown({ kind: 'paused', retryAfterMs: 30_000, cause: REFUSED });
    assert.equal(paused, 'Requests to it are paused; Retry sends one at once.');
    const down = shown({ kind: 'http', status: 503, retryAfterMs: 60_000 });
    assert.equal(down, 'Try again after T+60.');
  });

  it('a wait that the service asks for is shown in a unit that suits it, rounded up', () => {
    const hint = (wait: object) => words({ kind: 'rateLimited', ...wait }).hint;
    assert.equal(hint({ retryAfterMs: 1001 }), 'Try again in 2 s.');
    assert.match(hint({}), /^Try again; if that does not help, ask whoever runs the service\.$/);
  });

  it('shows until when the service asks to send none, and whether it is read again', () => {
    const limited = { kind: 'rateLimited', retryAfterMs: 30_000 } as const;
    const words = (isReadAgain?: boolean) => {
      const time = (ms: number) => `T+${ms / 1000}`;
      const ref = 't/7';
      const { reason, hint } = describeStatsFailure(limited, ref, HOST, time, isReadAgain);
      return `${reason} ${hint}`;
    };
    const other = { kind: 'rateLimited' } as const;
    const ofStats = describeStatsFailure(other, 't/7', HOST, String);
    assert.deepEqual(ofStats, describeFailure(other, HOST), 'without a time');
    const reason = 'The service asks to send no requests until T+30.';
    assert.equal(words(), `${reason} Try again after that.`);
    assert.equal(words(true), `${reason} It is read again after that.`);
  });

  it('logs a ServiceError by its code, and a bug by where it happened', () => {
    const cause = new Error('Bearer sk-secret');
    const error = new ServiceError({ kind: 'notFound' }, { cause });
    assert.equal(failureForLog(error), 'notFound');
    assert.doesNotMatch(`${String(error)} ${JSON.stringify(error)}`, /secret/);
    assert.match(failureForLog(new TypeError('oops')), /^TypeError: oops +at .*failureMessages/);
    assert.equal(failureForLog('thrown as text'), 'thrown as text');
  });
});
