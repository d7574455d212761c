import type { ProxyChoice } from '../client/proxyChoice.ts';

/** What a connection shows before any request is sent through it. */
export interface ProbedConnection {
  /** `undefined` for http. */
  readonly tls: ProbedTls | undefined;
}

/** What was agreed on with the other side, and who it says it is. Texts are of the other side. */
export interface ProbedTls {
  /** `TLSv1.3`. */
  readonly version: string;
  /** Who issued the certificate. */
  readonly issuer: string | undefined;
  /** Until when it is valid, in milliseconds since 1970. */
  readonly validUntil: number | undefined;
  /** The code of Node or OpenSSL for why it is not trusted; `undefined` if it is. */
  readonly fault: string | undefined;
}

/**
 * Looks at the way to one address, with the settings that requests use. Sends no request and no
 * token. Each method rejects with a `ServiceError` of kind `network` or `aborted`.
 */
export interface NetworkProbe {
  /** The proxy that requests go through, if any. */
  readonly way: ProxyChoice;
  /** The name that this machine looks up: that of the proxy if there is one, else the service's. */
  readonly hostname: string;
  /** Whether certificates are verified: `http.proxyStrictSSL`. */
  readonly strictSSL: boolean;
  /** The addresses of `hostname`. */
  lookUp(): Promise<readonly string[]>;
  /** Connects and looks at the certificate, also if it is not trusted; then closes again. */
  connect(signal: AbortSignal): Promise<ProbedConnection>;
}
