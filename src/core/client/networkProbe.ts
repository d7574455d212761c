import type { ProxyChoice } from './proxyChoice.ts';

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

/** Examines the network path to an address. */
export interface NetworkProbe {
  readonly route: ProxyChoice;
  /** Whether certificates are verified: `http.proxyStrictSSL`. */
  readonly strictSSL: boolean;
  /** Reads the certificate, also if it is not trusted; `undefined` for http. Rejects with `network`. */
  readonly connect: () => Promise<ProbedTls | undefined>;
}
