import { displayText } from '../base/displayText.ts';
import { CHECK_OR_ASK, type FailureWords, retry, TRY_OR_ASK } from './failureWords.ts';

/** What is wrong with a certificate, by the codes of Node and OpenSSL. */
const CERTIFICATE_WORDS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'made for another host',
};

/** Whether no encryption was agreed on at all, by the codes of Node and OpenSSL. */
export function isNoTls(code: string): boolean {
  return /^(ERR_SSL|EPROTO)/.test(code);
}

/**
 * Why the service was not trusted. The code is given too, so that a person can search for it or
 * report it.
 * @param issuer who issued the certificate, if that is not known here.
 */
export function describeTls(code: string, host: string, issuer?: string): FailureWords {
  if (isNoTls(code)) {
    const reason = `${host} and this machine find no common way to encrypt (${code}).`;
    return retry('No common encryption', reason, CHECK_OR_ASK);
  }
  if (issuer !== undefined) {
    return retry(
      'Unknown issuer',
      `Certificate of ${host} not accepted, because its issuer “${displayText(issuer, 100)}” is not known here (${code}).`,
      'If your company inspects connections, have the certificate of that issuer installed on this machine; otherwise ask whoever runs the service.',
    );
  }
  const known = CERTIFICATE_WORDS[code];
  const why = known === undefined ? code : `${known}, ${code}`;
  return retry(
    'Certificate refused',
    `Certificate of ${host} not accepted (${why}).`,
    CHECK_OR_ASK,
  );
}

/** The codes of Node in words. */
const NETWORK_WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'name lookup failed',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ECONNABORTED: 'connection aborted',
  EPIPE: 'connection closed',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
};

/** Why the service could not be reached, by the codes of `Failure`. */
export function describeNetwork(code: string, host: string): FailureWords {
  const why = NETWORK_WORDS[code] ?? code;
  const title = why.charAt(0).toUpperCase() + why.slice(1);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return retry(
        title,
        `Could not find ${host} (${why}).`,
        'Check the address and your network.',
      );
    case 'ECONNREFUSED':
      return retry(
        title,
        `Nothing answers at ${host} (${why}).`,
        'Check the address and whether the service runs.',
      );
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
      return retry(title, `${host} broke off the connection (${why}).`, TRY_OR_ASK);
    case 'INCOMPLETE':
      return retry('Answer cut off', `The answer of ${host} was cut off or garbled.`, TRY_OR_ASK);
    case 'NOT_HTTP':
      return retry('Unreadable answer', `The answer of ${host} is not valid HTTP.`, CHECK_OR_ASK);
    case 'HEADERS_TOO_LARGE':
      return retry(
        'Unreadable answer',
        `The answer of ${host} has headers too large to read.`,
        CHECK_OR_ASK,
      );
    default:
      return code.startsWith('PROXY_')
        ? describeProxy(code.slice('PROXY_'.length), host)
        : retry(
            known(title, code),
            `Could not reach ${host} (${why}).`,
            'Check your network and try again.',
          );
  }
}

/** A code without words is no title. */
function known(title: string, code: string): string {
  return title === code ? 'Not reachable' : title;
}

/** @param code the status of the proxy's answer, or why the proxy could not be reached. */
function describeProxy(code: string, host: string): FailureWords {
  if (code === '407') {
    return retry(
      'Proxy wants a password',
      'The proxy asks for a user name and a password, or refuses those it got (407).',
      'Put them into the setting http.proxy, as in http://name:password@proxy:8080.',
    );
  }
  if (code === 'INVALID') {
    return retry(
      'Proxy address invalid',
      'The address of the proxy cannot be used.',
      'Check the setting http.proxy; http://proxy:8080 is an example.',
    );
  }
  const reason = /^\d/.test(code)
    ? `The proxy does not connect to ${host} (${code}).`
    : `Could not reach the proxy on the way to ${host} (${NETWORK_WORDS[code] ?? code}).`;
  const hint = 'Check the setting http.proxy, or ask whoever runs the proxy.';
  return retry('Proxy failed', reason, hint);
}
