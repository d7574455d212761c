/** One GET, with a bound on everything. The service interface known has no other method. */
export interface TransportRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the request at any point: before connecting, between headers, within the body. */
  readonly signal: AbortSignal;
  /** Largest body accepted, in bytes after decompression. */
  readonly maxBodyBytes: number;
}

export interface TransportResponse {
  readonly status: number;
  /** By lower-case name; the first where a header came twice. */
  readonly headers: Readonly<Record<string, string>>;
  /** Already decompressed. */
  readonly body: Uint8Array;
}

/**
 * Sends bytes and receives bytes: no retries, no redirects, no opinion on status codes.
 * Rejects with a `ServiceError` of kind `network`, `aborted` or `decode` (`tooLarge`, `encoding`).
 */
export interface Transport {
  get(request: TransportRequest): Promise<TransportResponse>;
  /** Ends open connections at once. */
  close(): Promise<void>;
}
