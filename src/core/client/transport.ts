import type { ChosenProxy } from './proxyChoice.ts';

/** How many requests go to one origin at a time. */
export const AT_A_TIME = 4;

/** One GET with its limits. The known service interface has no other method. */
export interface TransportRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the request at any point: while connecting, waiting for headers, or reading the body. */
  readonly signal: AbortSignal;
  /** Largest body accepted, in bytes after decompression. */
  readonly maxBodyBytes: number;
}

export interface TransportResponse {
  readonly status: number;
  /** By lower-case name. A header sent twice has its first value, or all joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Already decompressed. */
  readonly body: Uint8Array;
}

/**
 * Sends one request and returns its response: no redirects, no check of the status, and no retries
 * but one where the service resets a connection that an earlier request has used. Rejects with a
 * `ServiceError` of kind `network`, `aborted` or `decode` (`tooLarge`, `encoding`).
 */
export interface Transport {
  get(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

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
  /** `undefined` if requests go there directly. */
  readonly proxy: ChosenProxy | undefined;
  /** Whether certificates are verified: `http.proxyStrictSSL`. */
  readonly strictSSL: boolean;
  /** Reads the certificate, also if it is not trusted; `undefined` for http. Rejects with `network`. */
  readonly connect: () => Promise<ProbedTls | undefined>;
}
