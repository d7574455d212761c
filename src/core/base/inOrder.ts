/**
 * The results of `work` for each item, in the order of the items.
 * @param ahead how many items may be under way, or done and not yet taken.
 * @param signal ends all.
 * @param work gets a signal that aborts once its result is not needed: after `signal`, after the work
 * for another item has failed, or if the caller takes no further result.
 * @throws the error of `items`, or the first one of `work`, also if that was for a later item.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  ahead: number,
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const end = new AbortController();
  const within = AbortSignal.any([signal, end.signal]);
  const begun: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = work(item, within);
      // It may fail while an earlier result is awaited.
      result.catch((error: unknown) => {
        end.abort(error);
      });
      begun.push(result);
      if (begun.length < ahead) continue;
      const first = begun.shift();
      if (first) yield await first;
    }
    for (const result of begun) yield await result;
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : error;
  } finally {
    end.abort();
  }
}
