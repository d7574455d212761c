import { Lazy } from '../core/base/lazy.ts';
import type { CommandId, Handlers } from './commandIds.ts';

/**
 * Handlers whose code is loaded when the first of them runs. If that fails, the command rejects,
 * and the next one tries again.
 * @param load gives a handler for each of `ids`.
 * @param ended for commands about rows: the end of the connection that rows on screen are of. If it
 * comes while the code is loaded, the command rejects with its reason.
 */
export function lazyHandlers<Id extends CommandId>(
  ids: readonly Id[],
  load: () => Promise<Handlers<Id>>,
  ended: () => AbortSignal | undefined = () => undefined,
): Handlers<Id> {
  const loaded = new Lazy(load);
  const handlers = ids.map((id) => [
    id,
    async (row?: unknown, selected?: unknown) => {
      const life = ended();
      const all = await loaded.get();
      life?.throwIfAborted();
      await all[id](row, selected);
    },
  ]);
  return Object.fromEntries(handlers) as Handlers<Id>;
}
