import type { Transport, TransportResponse } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { ACCEPTED_ENCODINGS, isReadable } from './decompress.ts';
import { networkError } from './networkError.ts';

/** Disables a cache that the editor may have. Node's types lack this option. */
const NO_STORE = { cache: 'no-store' };

/**
 * Sends requests with the extension host's own `fetch`. The editor patches it, so it follows what
 * only the editor knows: the system's proxy, a PAC file, a proxy's log-in, certificates that the
 * editor loads. Where it is not patched, it is Node's. The limits are those of `undiciTransport`.
 *
 * `redirect: 'manual'` returns a redirect as it is, so that a token is never sent on to another
 * origin. It also keeps the editor on Node's `fetch`: with `http.electronFetch` it would take
 * Chromium's, which has cookies and a cache.
 */
export function createEditorTransport(): Transport {
  let closing = new AbortController();
  return {
    get: async ({ url, headers, signal: canceled, maxBodyBytes }) => {
      const signal = AbortSignal.any([canceled, closing.signal]);
      let inBody = false;
      try {
        // eslint-disable-next-line no-restricted-globals -- a Transport, which gets its origin's token
        const response = await fetch(url.origin + url.pathname + url.search, {
          headers: { ...headers, 'accept-encoding': ACCEPTED_ENCODINGS },
          redirect: 'manual',
          credentials: 'omit',
          signal,
          ...NO_STORE,
        });
        inBody = true;
        return await read(response, maxBodyBytes);
      } catch (error) {
        if (signal.aborted) throw new ServiceError({ kind: 'aborted' });
        if (error instanceof ServiceError) throw error;
        throw networkError(error, { url, inBody });
      }
    },
    close: () => {
      closing.abort();
      closing = new AbortController();
      return Promise.resolve();
    },
  };
}

/** Rejects as soon as `most` bytes are exceeded: a small body may unpack to gigabytes. */
async function read(response: Response, most: number): Promise<TransportResponse> {
  const headers = Object.fromEntries(response.headers);
  if (!isReadable(headers['content-encoding'])) {
    await response.body?.cancel();
    throw new ServiceError({ kind: 'decode', what: 'encoding' });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body, which closes the connection.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) throw new ServiceError({ kind: 'decode', what: 'tooLarge' });
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks, size);
  if (response.ok && headers['content-encoding'] !== undefined && isCutOff(body)) {
    throw new ServiceError({ kind: 'network', code: 'INCOMPLETE', tls: false });
  }
  return { status: response.status, headers, body };
}

/** The last character of JSON, by the first one. */
const JSON_ENDS = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/**
 * Whether a body begins as JSON and is cut off. `fetch` returns what it can unpack of a compressed
 * body that was cut off, without an error. If the cut leaves a plausible end, or only white space,
 * it is not noticed here.
 */
function isCutOff(body: Buffer): boolean {
  const [first = ''] = body.toString('latin1', 0, 64).trimStart();
  const end = JSON_ENDS.get(first);
  const last = body.toString('latin1', Math.max(0, body.length - 64)).trimEnd();
  return end !== undefined && last !== '' && !last.endsWith(end);
}
