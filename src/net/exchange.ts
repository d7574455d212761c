import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { TransportRequest, TransportResponse } from '../core/client/transport.ts';
import { type DecodeFault, ServiceError } from '../core/model/serviceError.ts';
import { networkError } from './networkError.ts';

/** A response whose headers have arrived. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
  /** Whether the body is decompressed as it arrives. */
  readonly isUnpacked: boolean;
}

/** By Content-Encoding; `undefined` for a body that is not compressed. */
const decoders = new Map([
  ['', undefined],
  ['identity', undefined],
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Sends a request and reads the response. What holds for both ways out is here: headers, limits and
 * failures.
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
    // undici's interceptor for compressed responses does not limit what they unpack to.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw failure('tooLarge');
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
  if (!decoders.has(encoding)) throw failure('encoding');
  if (Number(headers['content-length']) > maxBytes) throw failure('tooLarge');
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Events, because a loop over the stream would take as long as the rest of the request.
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) body.destroy(failure('tooLarge'));
    else chunks.push(chunk);
  });
  await finished(body);
  const whole = Buffer.concat(chunks, bytes);
  // `fetch` gives what it can unpack of a compressed body that was cut off, without an error.
  if (isUnpacked && encoding !== '' && isCutOff(whole)) {
    throw new ServiceError({ kind: 'network', code: 'INCOMPLETE', tls: false });
  }
  const decoder = isUnpacked || bytes === 0 ? undefined : decoders.get(encoding);
  const unpacked = decoder ? await decoder(whole, { maxOutputLength: maxBytes }) : whole;
  return { status, headers, body: unpacked };
}

/** Whether a body begins as JSON and does not end so; a cut at a plausible end is not noticed. */
function isCutOff(body: Buffer): boolean {
  const start = body.toString('latin1', 0, 64).trimStart();
  const end = body.toString('latin1', Math.max(0, body.length - 64)).trimEnd();
  return /^[[{]/.test(start) && /[^\]}]$/.test(end);
}

function failure(what: DecodeFault): ServiceError {
  return new ServiceError({ kind: 'decode', what });
}
