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
