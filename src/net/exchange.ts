import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { TransportRequest, TransportResponse } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { networkError } from './networkError.ts';

/*
 * One exchange on either way out. The size limits and the decompression are ours: undici's
 * interceptor for compressed responses has no limit for what they unpack to, and refuses a plain body
 * that is labelled as compressed.
 */

/** A response whose headers have arrived. */
interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
  /** Whether the body is decompressed as it arrives. */
  readonly isUnpacked?: boolean;
}

/**
 * By the Content-Encoding that is asked for. A body of any other is read as it is: services send a
 * character set in its place. So is a plain text that is labelled as compressed.
 */
const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * By the `fetch` of the extension host, which the editor patches. `redirect: 'manual'` never sends
 * a token on to another origin, and keeps the editor on Node's `fetch`, without the cookies and the
 * cache of Chromium.
 */
export function sendByEditor(
  request: TransportRequest,
  userAgent: string,
): Promise<TransportResponse> {
  const { url, signal } = request;
  // Node's types lack the cache, which the editor may have.
  const options = { redirect: 'manual', credentials: 'omit', cache: 'no-store', signal } as const;
  return exchange(request, userAgent, async (headers) => {
    // eslint-disable-next-line no-restricted-globals -- a way out, which gets its origin's token
    const fetched = await fetch(url.origin + url.pathname + url.search, { headers, ...options });
    const { status, body } = fetched;
    const received = body ? Readable.fromWeb(body) : Readable.from([]);
    const all = Object.fromEntries(fetched.headers);
    return { status, headers: all, body: received, isUnpacked: true };
  });
}

/**
 * The headers, limits and failures of both ways out.
 * @throws as `Transport`.
 */
export async function exchange(
  { url, headers, signal, maxBodyBytes }: TransportRequest,
  userAgent: string,
  send: (headers: TransportRequest['headers']) => Promise<Received>,
): Promise<TransportResponse> {
  let received: Received | undefined;
  try {
    received = await send({ ...headers, 'accept-encoding': 'gzip, br', 'user-agent': userAgent });
    return await read(received, maxBodyBytes);
  } catch (error) {
    if (signal.aborted) throw new ServiceError({ kind: 'aborted' });
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw networkError(error, { url, inBody: received !== undefined });
  } finally {
    // Closes the connection unless the body has ended.
    received?.body.on('error', () => undefined).destroy();
  }
}

async function read(
  { status, headers: all, body, isUnpacked }: Received,
  maxBytes: number,
): Promise<TransportResponse> {
  const first = Object.entries(all).map(([name, value = '']) => [name, [value].flat()[0]]);
  const headers = Object.fromEntries(first) as TransportResponse['headers'];
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (Number(headers['content-length']) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Events, because a loop over the stream would take as long as the rest of the request.
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) body.destroy(tooLarge());
    else chunks.push(chunk);
  });
  await finished(body);
  const received = Buffer.concat(chunks, bytes);
  const decoder = isUnpacked || isUtf8(received) ? undefined : decoders.get(encoding);
  const unpacked = decoder ? await decoder(received, { maxOutputLength: maxBytes }) : received;
  return { status, headers, body: unpacked };
}

function tooLarge(): ServiceError {
  return new ServiceError({ kind: 'decode', what: 'tooLarge' });
}
