import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { ServiceError } from '../core/model/serviceError.ts';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** The value of the header Accept-Encoding. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/** Whether a body of this Content-Encoding can be read. */
export function isReadable(encoding: string | undefined): boolean {
  const name = nameOf(encoding);
  return isPlain(name) || decoders.has(name);
}

/**
 * @param most largest size in bytes after decompression; a small body can unpack to gigabytes.
 * @throws ServiceError `decode` (`encoding`, `tooLarge`) or, if it is damaged, `network`.
 */
export async function decompress(
  body: Uint8Array,
  encoding: string | undefined,
  most: number,
): Promise<Uint8Array> {
  const name = nameOf(encoding);
  if (isPlain(name) || body.byteLength === 0) return body;
  const decoder = decoders.get(name);
  if (!decoder) throw new ServiceError({ kind: 'decode', what: 'encoding' });
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

function nameOf(encoding = ''): string {
  return encoding.trim().toLowerCase();
}

function isPlain(name: string): boolean {
  return name === '' || name === 'identity';
}
