import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eventually } from './eventually.ts';

/** A reading: its time, and how many NFTs are confirmed, processing and pending. */
export type StoredReading = readonly [at: number, ...counts: number[]];

/**
 * Stores readings of a project as if earlier windows had, for the account of the newest reading.
 * @param project such as `t/12`.
 */
export async function storeReadings(
  dataFolder: string,
  project: string,
  ...readings: readonly StoredReading[]
): Promise<void> {
  await eventually('a stored reading', () => {
    try {
      store(dataFolder, project, readings);
      return true;
    } catch {
      return false;
    }
  });
}

function store(dataFolder: string, project: string, readings: readonly StoredReading[]): void {
  const folder = join(dataFolder, 'User', 'globalStorage', 'mintscope.mintscope');
  const database = new DatabaseSync(join(folder, 'mintscope.db'), { timeout: 5_000 });
  try {
    const account = database
      .prepare('select account as id from reading order by id desc limit 1')
      .get();
    const insert = database.prepare(
      `insert or replace into reading
       (account, project, at, total, confirmed, processing, pending, moved_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    let movedAt = 0;
    readings.forEach(([at, confirmed = 0, processing = 0, pending = 0], index) => {
      if (readings[index - 1]?.[1] !== confirmed) movedAt = at;
      const total = confirmed + processing + pending;
      insert.run(account!.id!, project, at, total, confirmed, processing, pending, movedAt);
    });
  } finally {
    database.close();
  }
}
