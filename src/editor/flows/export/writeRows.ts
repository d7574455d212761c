import type { Batch, Writer } from './formats.ts';
import { WholeFile } from './wholeFile.ts';

/**
 * Writes batches to a file as they come, and holds no more than one of them at a time. Others have
 * their turn after each text of a batch.
 * @param path of the file system; what is there stays until the new file is whole.
 * @param onWritten told how many rows were written so far.
 * @param most bytes that the file may have.
 * @returns how many rows the file holds, and how many were left out as nested too deep.
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
): Promise<{ readonly written: number; readonly leftOut: number }> {
  const file = await WholeFile.create(path, signal, most);
  let written = 0;
  let leftOut = 0;
  try {
    await file.write(head);
    for await (const batch of batches) {
      signal.throwIfAborted();
      let ended = 0;
      for (const { text, rows } of write(batch)) {
        signal.throwIfAborted();
        await file.write(text);
        ended += rows;
      }
      written += ended;
      leftOut += batch.rows.length - ended;
      onWritten(written);
    }
    signal.throwIfAborted();
    await file.write(tail);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
  return { written, leftOut };
}
