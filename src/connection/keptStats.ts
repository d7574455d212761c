import { inSlices } from '../core/model/breath.ts';
import { readStatsText, type StatsReadings, statsText } from '../core/model/statsText.ts';
import { breath } from '../editor/breath.ts';
import { settings } from '../editor/settings.ts';
import { updateKept } from '../disk/keptUpdate.ts';
import type { ActiveConnection } from './activeConnection.ts';

const NAME = 'stats';

/** The readings kept on disk for a sign-in; none of sample data. A failure is logged. */
export async function readStats(connection: ActiveConnection): Promise<StatsReadings> {
  const { id, kept, ended } = connection;
  if (!kept || !settings.keepRows) return new Map();
  try {
    return await held(connection, await kept.files.read(id, NAME));
  } catch (error) {
    if (!ended.aborted) kept.log.warn(`The stats read last cannot be read: ${String(error)}`);
    return new Map();
  }
}

async function held(
  { id, ended }: ActiveConnection,
  bytes: Uint8Array | undefined,
): Promise<StatsReadings> {
  return bytes ? inSlices(readStatsText(id, bytes, Date.now()), breath, ended) : new Map();
}

/**
 * Keeps readings on disk, and those of other windows that are newer or of other projects; none that
 * were asked for before the file was cleared. A failure is logged. Nothing is kept for a connection that has ended, because it may have been forgotten.
 */
export async function keepStats(
  connection: ActiveConnection,
  readings: () => StatsReadings,
): Promise<void> {
  const { id, kept, ended } = connection;
  const isOver = () => ended.aborted || !settings.keepRows;
  if (!kept || isOver()) return;
  try {
    await updateKept(kept.files, id, NAME, async (bytes, clearedAt) => {
      const all = new Map(await held(connection, bytes));
      let isOld = true;
      for (const [ref, reading] of readings()) {
        const { asOf } = reading;
        if (asOf <= clearedAt || (all.get(ref)?.asOf ?? 0) > asOf) continue;
        all.set(ref, reading);
        isOld = false;
      }
      const text = isOld ? undefined : await inSlices(statsText(id, all), breath, ended);
      return isOver() ? undefined : text;
    });
  } catch (error) {
    if (!isOver()) kept.log.warn(`The stats cannot be kept: ${String(error)}`);
  }
}
