/** How many requests go to one origin at a time. */
export const AT_A_TIME = 4;

/** One GET: the known service interface has no other method. */
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
 * `ServiceError` of kind `network`, `aborted` or `decode` (`tooLarge`).
 */
export interface Transport {
  get(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}
