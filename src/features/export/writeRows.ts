import { AtomicFile } from './atomicFile.ts';
import type { Batch, Writer } from './formats.ts';

/**
 * Writes batches to a file as they come, and holds no more than one of them at a time. Others have
 * their turn after each text of a batch.
 * @param path of the file system; what is there stays until the new file is whole.
 * @param onWritten told how many rows were written so far.
 * @param most bytes that the file may have.
 * @returns how many rows the file holds.
 * Rejects with what `batches`, the file system or `signal` gives as a reason; then nothing of it is
 * left.
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
