import * as l10n from '@vscode/l10n';
import { capitalized, displayText } from '../base/displayText.ts';
import { checkOrAsk, type FailureWords, retry, tryOrAsk } from './failureWords.ts';

/** The fault of a certificate in words, by the codes of Node and OpenSSL, and the code itself. */
function whyRefused(code: string): string {
  const words = new Map([
    ['CERT_HAS_EXPIRED', l10n.t('expired')],
    ['CERT_NOT_YET_VALID', l10n.t('not valid yet')],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', l10n.t('self-signed')],
    ['SELF_SIGNED_CERT_IN_CHAIN', l10n.t('self-signed')],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', l10n.t('unknown issuer')],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', l10n.t('unknown issuer')],
    ['ERR_TLS_CERT_ALTNAME_INVALID', l10n.t('made for another host')],
  ]);
  const known = words.get(code);
  return known === undefined ? code : `${known}, ${code}`;
}

/** Whether no encryption was agreed on: the other side speaks no TLS, or none in common with us. */
export function isNoTls(code: string): boolean {
  return /^(ERR_SSL|EPROTO)/.test(code);
}

/** The code for a response that is not TLS: the port is for http, or for something else. */
const NO_TLS_ANSWER = 'ERR_SSL_WRONG_VERSION_NUMBER';

/**
 * Why the service, or the proxy on the way to it, was not trusted. The code is included, so that
 * the user can search for it or report it.
 * @param issuer who issued the certificate, if that issuer is unknown here.
 */
export function describeTls(code: string, host: string, issuer?: string): FailureWords {
  if (code.startsWith('PROXY_')) return describeProxyTls(code.slice('PROXY_'.length), host);
  if (code === NO_TLS_ANSWER) {
    return retry(
      l10n.t('No https at this port'),
      l10n.t('What answers at {0} does not speak https ({1}).', host, code),
      l10n.t('Check the port. Only a service on this machine may have an address with http://.'),
    );
  }
  if (isNoTls(code)) {
    const reason = l10n.t('{0} and this machine find no common way to encrypt ({1}).', host, code);
    return retry(l10n.t('No common encryption'), reason, checkOrAsk());
  }
  if (issuer !== undefined) {
    const parts = { host, issuer: displayText(issuer, 100), code };
    return retry(
      l10n.t('Unknown issuer'),
      l10n.t(
        'Certificate of {host} not accepted, because its issuer “{issuer}” is not known here ({code}).',
        parts,
      ),
      l10n.t(
        'If your company inspects connections, have the certificate of that issuer installed on this machine; otherwise ask whoever runs the service.',
      ),
    );
  }
  return retry(
    l10n.t('Certificate refused'),
    l10n.t('Certificate of {0} not accepted ({1}).', host, whyRefused(code)),
    checkOrAsk(),
  );
}

const OF_UNKNOWN_ISSUER =
  /^(UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_|DEPTH_ZERO_)/;

function checkProxy(): string {
  return l10n.t('Check the setting http.proxy, or ask whoever runs the proxy.');
}

/** Why no trusted TLS connection to a proxy with an `https:` address was made. */
function describeProxyTls(code: string, host: string): FailureWords {
  if (code === NO_TLS_ANSWER) {
    return retry(
      l10n.t('Proxy failed'),
      l10n.t('The proxy on the way to {0} does not speak https ({1}).', host, code),
      l10n.t('Check the address of the proxy: most begin with http://, as in http://proxy:8080.'),
    );
  }
  if (isNoTls(code)) return describeProxy(code, host);
  return retry(
    l10n.t('Proxy not trusted'),
    l10n.t(
      'Certificate of the proxy on the way to {0} not accepted ({1}).',
      host,
      whyRefused(code),
    ),
    OF_UNKNOWN_ISSUER.test(code)
      ? l10n.t(
          'Have the certificate of its issuer installed on this machine, or ask whoever runs the proxy.',
        )
      : checkProxy(),
  );
}

/** The codes of Node in words; a code without words as it is. */
function networkWords(code: string): string {
  const words = new Map([
    ['ENOTFOUND', l10n.t('host not found')],
    ['EAI_AGAIN', l10n.t('name lookup failed')],
    ['ECONNREFUSED', l10n.t('connection refused')],
    ['ECONNRESET', l10n.t('connection reset')],
    ['ECONNABORTED', l10n.t('connection aborted')],
    ['EPIPE', l10n.t('connection closed')],
    ['ETIMEDOUT', l10n.t('connection timed out')],
    ['EHOSTUNREACH', l10n.t('host unreachable')],
    ['ENETUNREACH', l10n.t('network unreachable')],
  ]);
  return words.get(code) ?? code;
}

/** Why the service could not be reached, by the codes of `Failure`. */
export function describeNetwork(code: string, host: string): FailureWords {
  const why = networkWords(code);
  const title = capitalized(why);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return retry(
        title,
        l10n.t('Could not find {0} ({1}).', host, why),
        l10n.t('Check the address and your network.'),
      );
    case 'ECONNREFUSED':
      return retry(
        title,
        l10n.t('Nothing answers at {0} ({1}).', host, why),
        l10n.t('Check the address and whether the service runs.'),
      );
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
      return retry(title, l10n.t('{0} broke off the connection ({1}).', host, why), tryOrAsk());
    case 'INCOMPLETE':
      return retry(
        l10n.t('Answer cut off'),
        l10n.t('The answer of {0} was cut off or garbled.', host),
        tryOrAsk(),
      );
    case 'NOT_HTTP':
    case 'HEADERS_TOO_LARGE':
      return retry(
        l10n.t('Unreadable answer'),
        code === 'NOT_HTTP'
          ? l10n.t('The answer of {0} is not valid HTTP.', host)
          : l10n.t('The answer of {0} has headers too large to read.', host),
        checkOrAsk(),
      );
    default:
      return code.startsWith('PROXY_')
        ? describeProxy(code.slice('PROXY_'.length), host)
        : retry(
            // Do not use a bare code as the title.
            why === code ? l10n.t('Not reachable') : title,
            l10n.t('Could not reach {0} ({1}).', host, why),
            l10n.t('Check your network and try again.'),
          );
  }
}

/** @param code the status of the proxy's response, `INVALID`, or why it could not be reached. */
function describeProxy(code: string, host: string): FailureWords {
  if (code === '407') {
    return retry(
      l10n.t('Proxy wants a password'),
      l10n.t('The proxy asks for a user name and a password, or refuses those it got (407).'),
      l10n.t('Put them into the setting http.proxy, as in http://name:password@proxy:8080.'),
    );
  }
  if (code === 'INVALID') {
    return retry(
      l10n.t('Proxy address invalid'),
      l10n.t('The address of the proxy cannot be used.'),
      l10n.t('Check the setting http.proxy; http://proxy:8080 is an example.'),
    );
  }
  const reason = /^\d/.test(code)
    ? l10n.t('The proxy does not connect to {0} ({1}).', host, code)
    : l10n.t('Could not reach the proxy on the way to {0} ({1}).', host, networkWords(code));
  return retry(l10n.t('Proxy failed'), reason, checkProxy());
}
