import { describeFailure } from '../messages/failureMessages.ts';
import { describeTls } from '../messages/networkMessages.ts';
import type { Failure } from '../model/serviceError.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';
import type { ProbedTls } from './network.ts';

/** A certificate that ends sooner is worth a warning. */
const SOON_MS = 14 * 24 * 3600 * 1000;

/**
 * What the certificate of a service says.
 * @param strictSSL whether certificates are verified.
 * @param now in milliseconds since 1970.
 */
export function judgeTls(
  tls: ProbedTls,
  host: string,
  strictSSL: boolean,
  now: number,
): CheckResult {
  const { version, issuer = 'an unnamed issuer', validUntil, fault } = tls;
  const until = validUntil === undefined ? 'an unknown date' : dateOf(validUntil);
  const facts = [`Certificate issued by ${issuer}, valid until ${until}.`];
  if (!strictSSL) {
    return warning(
      fault === undefined
        ? `${version} with ${host}. The certificate is not verified, because http.proxyStrictSSL is off; it would be accepted.`
        : `${version} with ${host}. The certificate is not verified, because http.proxyStrictSSL is off; it would be refused (${fault}).`,
      'Turn http.proxyStrictSSL on again: without it, anybody on the way can read your token.',
      facts,
    );
  }
  if (fault !== undefined) {
    return failed(describeTls(fault, host).reason, adviceFor(fault), facts);
  }
  if (validUntil !== undefined && validUntil - now < SOON_MS) {
    return warning(
      `${version} with ${host}. The certificate is verified, but it ends soon, on ${until}.`,
      'Tell whoever runs the service to renew it.',
      facts,
    );
  }
  return ok(
    `${version} with ${host}. The certificate is verified; ${issuer} issued it, and it is valid until ${until}.`,
  );
}

/** Why nothing could be connected to, or the name could not be looked up. */
export function unreached(failure: Failure, host: string): CheckResult {
  const { reason, hint } = describeFailure(failure, host);
  return failed(reason, hint);
}

function adviceFor(fault: string): string {
  switch (fault) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return 'Check the clock of this machine. If it is right, tell whoever runs the service to renew the certificate.';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'Check the address: the certificate is for another host.';
    default:
      return 'If your company has its own certificates, install its root certificate in the system, or name its file in the environment variable NODE_EXTRA_CA_CERTS. Otherwise ask whoever runs the service.';
  }
}

/** `2027-01-31`: the same everywhere, because a report is read elsewhere. */
function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
