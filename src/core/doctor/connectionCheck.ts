import * as l10n from '@vscode/l10n';
import type { ProxyChoice } from '../client/proxyChoice.ts';
import { describeTls } from '../messages/networkMessages.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';

/**
 * The TLS of a connection: the version in use, and the certificate of the other side. The texts are
 * untrusted.
 */
export interface ProbedTls {
  /** `TLSv1.3`. */
  readonly version: string;
  readonly issuer: string | undefined;
  /** In milliseconds since 1970. */
  readonly validUntil: number | undefined;
  /** Node's or OpenSSL's code of why the certificate is not trusted; `undefined` if it is. */
  readonly fault: string | undefined;
}

/** Examines the network path to an address. Each method rejects with `network` or `aborted`. */
export interface NetworkProbe {
  readonly route: ProxyChoice;
  /** The name that this machine looks up: the proxy's if there is one, else the service's. */
  readonly hostname: string;
  /** Whether certificates are verified: `http.proxyStrictSSL`. */
  readonly strictSSL: boolean;
  readonly lookUp: () => Promise<readonly string[]>;
  /** Reads the certificate, also if it is not trusted; `undefined` for http. */
  readonly connect: (signal: AbortSignal) => Promise<ProbedTls | undefined>;
}

/** A certificate that expires sooner is a warning. */
const SOON_MS = 14 * 24 * 3600 * 1000;

/**
 * Judges a certificate: not trusted, not verified, soon expired, or fine.
 * @param tls `undefined` for http, which is used with loopback only.
 * @param strictSSL whether certificates are verified.
 * @param now in milliseconds since 1970.
 */
export function judgeTls(
  tls: ProbedTls | undefined,
  host: string,
  strictSSL: boolean,
  now: number,
): CheckResult {
  if (!tls) {
    return ok(
      l10n.t(
        '{0} accepts connections. It is on this machine and uses http, so nothing is encrypted and there is no certificate.',
        host,
      ),
    );
  }
  const { version, issuer = l10n.t('an unnamed issuer'), validUntil, fault } = tls;
  const until = validUntil === undefined ? l10n.t('an unknown date') : dateOf(validUntil);
  const facts = [l10n.t('Certificate issued by {0}, valid until {1}.', issuer, until)];
  if (!strictSSL) {
    return warning(
      fault === undefined
        ? l10n.t(
            '{0} with {1}. The certificate is not verified, because http.proxyStrictSSL is off; it would be accepted.',
            version,
            host,
          )
        : l10n.t(
            '{version} with {host}. The certificate is not verified, because http.proxyStrictSSL is off; it would be refused ({fault}).',
            { version, host, fault },
          ),
      l10n.t(
        'Turn http.proxyStrictSSL on again: without it, anybody on the network path can read your token.',
      ),
      facts,
    );
  }
  if (fault !== undefined) {
    return failed(describeTls(fault, host).reason, adviceFor(fault), facts);
  }
  if (validUntil !== undefined && validUntil - now < SOON_MS) {
    return warning(
      l10n.t(
        '{version} with {host}. The certificate is verified, but it expires soon, on {until}.',
        {
          version,
          host,
          until,
        },
      ),
      l10n.t('Tell whoever runs the service to renew it.'),
      facts,
    );
  }
  return ok(
    l10n.t(
      '{version} with {host}. The certificate is verified; {issuer} issued it, and it is valid until {until}.',
      { version, host, issuer, until },
    ),
  );
}

function adviceFor(fault: string): string {
  switch (fault) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return l10n.t(
        'Check the clock of this machine. If it is right, tell whoever runs the service to renew the certificate.',
      );
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return l10n.t('Check the address: the certificate is for another host.');
    default:
      return l10n.t(
        'If your company has its own certificates, install its root certificate in the system, or name its file in the environment variable NODE_EXTRA_CA_CERTS. Otherwise ask whoever runs the service.',
      );
  }
}

/** `2027-01-31`, the same in every locale, because a report is read elsewhere. */
function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
