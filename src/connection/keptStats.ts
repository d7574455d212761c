import { inSlices } from '../core/model/breath.ts';
import { readStatsText, type StatsReadings, statsText } from '../core/model/statsText.ts';
import { breath } from '../editor/breath.ts';
import { settings } from '../editor/settings.ts';
import type { ActiveConnection } from './activeConnection.ts';

const NAME = 'stats';

/** The readings kept on disk for a sign-in; none of sample data. A failure is logged. */
export async function readStats({ id, kept, ended }: ActiveConnection): Promise<StatsReadings> {
  const none: StatsReadings = new Map();
  if (!kept || !settings.keepRows) return none;
  try {
    const bytes = await kept.files.read(id, NAME);
    return bytes ? await inSlices(readStatsText(id, bytes, Date.now()), breath, ended) : none;
  } catch (error) {
    if (!ended.aborted) kept.log.warn(`The stats read last cannot be read: ${String(error)}`);
    return none;
  }
}

/**
 * Keeps readings on disk, and those of other windows that are newer or of other projects. A failure
 * is logged. Nothing is kept for a connection that has ended, because it may have been forgotten.
 */
export async function keepStats(
  connection: ActiveConnection,
  readings: () => StatsReadings,
): Promise<void> {
  const { id, kept, ended } = connection;
  const isOver = () => ended.aborted || !settings.keepRows;
  if (!kept || isOver()) return;
  try {
    const all = new Map(await readStats(connection));
    for (const [ref, reading] of readings()) {
      if ((all.get(ref)?.asOf ?? 0) <= reading.asOf) all.set(ref, reading);
    }
    const text = await inSlices(statsText(id, all), breath, ended);
    if (!isOver()) await kept.files.write(id, NAME, text);
  } catch (error) {
    if (!isOver()) kept.log.warn(`The stats cannot be kept: ${String(error)}`);
  }
}
