import type { Dispatcher } from 'undici';
import type { TransportRequest, TransportResponse } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { ACCEPTED_ENCODINGS } from './decompress.ts';
import { networkError } from './networkError.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Sends a request and receives its answer unchanged: the body may be compressed.
 * Rejects with a `ServiceError` of kind `network`, `aborted` or `decode` (`tooLarge`).
 */
export function receive(
  dispatcher: Dispatcher,
  { url, headers, signal, maxBodyBytes }: TransportRequest,
): Promise<TransportResponse> {
  const reader = new AnswerReader(url, signal, maxBodyBytes);
  dispatcher.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { ...headers, 'accept-encoding': ACCEPTED_ENCODINGS },
    },
    reader,
  );
  return reader.answer;
}

/**
 * Receives one answer from undici's dispatcher. `request()` is not used: its stream costs more than
 * the rest of the request, and is not needed, because the body is used as a whole.
 */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #url: URL;
  readonly #most: number;
  readonly #signal: AbortSignal;
  readonly #end = Promise.withResolvers<TransportResponse>();
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #status: number | undefined;
  #headers: Record<string, string> = {};
  #controller: Dispatcher.DispatchController | undefined;

  /** @param most the largest body in bytes, as received. */
  constructor(url: URL, signal: AbortSignal, most: number) {
    this.#url = url;
    this.#signal = signal;
    this.#most = most;
    signal.addEventListener('abort', this.#abort);
  }

  get answer(): Promise<TransportResponse> {
    return this.#end.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Canceled while it waited for a connection.
    if (this.#signal.aborted) this.#abort();
  }

  onResponseStart(_: unknown, status: number, headers: Headers): void {
    // Informational answers, such as 103 Early Hints.
    if (status < 200) return;
    this.#status = status;
    this.#headers = firstOfEach(headers);
  }

  onResponseData(_: unknown, chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    if (this.#size > this.#most)
      this.#giveUp(new ServiceError({ kind: 'decode', what: 'tooLarge' }));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#signal.removeEventListener('abort', this.#abort);
    const [first] = this.#chunks;
    const body =
      first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#size);
    this.#end.resolve({ status: this.#status ?? 0, headers: this.#headers, body });
  }

  onResponseError(_: unknown, error: Error): void {
    this.#signal.removeEventListener('abort', this.#abort);
    this.#end.reject(
      networkError(error, {
        url: this.#url,
        inBody: this.#status !== undefined,
        // undici starts a request once it has a connection.
        unsent: this.#controller === undefined,
      }),
    );
  }

  readonly #abort = () => {
    this.#giveUp(new ServiceError({ kind: 'aborted' }));
  };

  /** Closes the connection, so that the rest is not received. */
  #giveUp(error: ServiceError): void {
    this.#end.reject(error);
    this.#controller?.abort(error);
  }
}

function firstOfEach(headers: Headers): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) first[name] = one;
  }
  return first;
}
