import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { ServiceError } from '../core/model/serviceError.ts';

/** By Content-Encoding; `undefined` for a body that is not compressed. */
const decoders = new Map([
  ['', undefined],
  ['identity', undefined],
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** What is requested. A service may send others of `decoders` all the same. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

export function isReadable(encoding = ''): boolean {
  return decoders.has(encoding.trim().toLowerCase());
}

/**
 * Unpacks a body; one that is not compressed is returned as it is, of any size.
 * @param most largest size in bytes after decompression; a small body can unpack to gigabytes.
 * @throws ServiceError `decode` (`encoding`, `tooLarge`) or, if it is damaged, `network`.
 */
export async function decompress(
  body: Uint8Array,
  encoding = '',
  most: number,
): Promise<Uint8Array> {
  if (body.byteLength === 0) return body;
  if (!isReadable(encoding)) throw new ServiceError({ kind: 'decode', what: 'encoding' });
  const decoder = decoders.get(encoding.trim().toLowerCase());
  if (!decoder) return body;
  try {
    return await decoder(body, { maxOutputLength: most });
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ServiceError(
      tooLarge
        ? { kind: 'decode', what: 'tooLarge' }
        : { kind: 'network', code: 'INCOMPLETE', tls: false },
      { cause: error },
    );
  }
}
