import { Lazy } from '../core/base/lazy.ts';
import type { CommandId, Handlers } from './commandIds.ts';

/**
 * Handlers whose code is loaded when the first of them runs. If that fails, the command rejects,
 * and the next one tries again.
 * @param load gives a handler for each of `ids`.
 */
export function lazyHandlers<Id extends CommandId>(
  ids: readonly Id[],
  load: () => Promise<Handlers<Id>>,
): Handlers<Id> {
  const loaded = new Lazy(load);
  const handlers = ids.map((id) => [
    id,
    async (row?: unknown, selected?: unknown) => (await loaded.get())[id](row, selected),
  ]);
  return Object.fromEntries(handlers) as Handlers<Id>;
}
