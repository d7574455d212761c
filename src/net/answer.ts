import type { Dispatcher } from 'undici';
import type { TransportRequest, TransportResponse } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { ACCEPTED_ENCODINGS } from './decompress.ts';
import { networkError } from './networkError.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Sends a request and receives the response unchanged: the body may be compressed. Rejects with a
 * `ServiceError` of kind `network`, `aborted` or `decode` (`tooLarge`).
 */
export function receive(
  dispatcher: Dispatcher,
  { url, headers, signal, maxBodyBytes }: TransportRequest,
): Promise<TransportResponse> {
  const end = Promise.withResolvers<TransportResponse>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let response: Omit<TransportResponse, 'body'> | undefined;
  let controller: Dispatcher.DispatchController | undefined;

  /** Closes the connection, so that the rest is not received. */
  const giveUp = (error: ServiceError) => {
    end.reject(error);
    controller?.abort(error);
  };
  const onAbort = () => {
    giveUp(new ServiceError({ kind: 'aborted' }));
  };
  signal.addEventListener('abort', onAbort);
  // `request()` is not used: its stream costs more than the rest of the request, and the body is
  // needed as a whole.
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      controller = started;
      // Canceled while it waited for a connection.
      if (signal.aborted) onAbort();
    },
    onResponseStart: (_, status, received) => {
      // Informational responses, such as 103 Early Hints, have a status below 200.
      if (status >= 200) response = { status, headers: firstOfEach(received) };
    },
    onResponseData: (_, chunk) => {
      size += chunk.byteLength;
      if (size > maxBodyBytes) giveUp(new ServiceError({ kind: 'decode', what: 'tooLarge' }));
      else chunks.push(chunk);
    },
    onResponseEnd: () => {
      signal.removeEventListener('abort', onAbort);
      const [first] = chunks;
      const body = first && chunks.length === 1 ? first : Buffer.concat(chunks, size);
      end.resolve({ status: 0, headers: {}, ...response, body });
    },
    onResponseError: (_, error) => {
      signal.removeEventListener('abort', onAbort);
      // undici starts a request once it has a connection.
      const unsent = controller === undefined;
      end.reject(networkError(error, { url, inBody: response !== undefined, unsent }));
    },
  };
  dispatcher.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { ...headers, 'accept-encoding': ACCEPTED_ENCODINGS },
    },
    handler,
  );
  return end.promise;
}

function firstOfEach(headers: Headers): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) first[name] = one;
  }
  return first;
}
