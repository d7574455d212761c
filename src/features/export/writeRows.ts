import { AtomicFile } from './atomicFile.ts';
import type { Batch, Writer } from './formats.ts';

/**
 * Writes batches to a file as they arrive, and holds one at a time. Yields to other work after each
 * piece.
 * @param path in the file system; an existing file stays until the new one is complete.
 * @param onWritten called with the number of rows written so far.
 * @param most the largest size in bytes.
 * @returns the number of rows written.
 * @throws the error of `batches` or the file system, or the reason of `signal`. Then no part of the
 * file is left.
 */
export async function writeRows(
  batches: AsyncIterable<Batch>,
  { head, tail, write }: Writer,
  path: string,
  onWritten: (rows: number) => void,
  signal: AbortSignal,
  most?: number,
): Promise<number> {
  const file = await AtomicFile.create(path, signal, most);
  let written = 0;
  try {
    await file.write(head);
    for await (const batch of batches) {
      signal.throwIfAborted();
      for (const text of write(batch)) {
        signal.throwIfAborted();
        await file.write(text);
      }
      written += batch.rows.length;
      onWritten(written);
    }
    signal.throwIfAborted();
    await file.write(tail);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
  return written;
}
