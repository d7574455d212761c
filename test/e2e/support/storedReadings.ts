import { join } from 'node:path';
import { inDatabase } from '../../support/storedLists.ts';
import { settles } from './eventually.ts';

/** A reading: its time, and how many NFTs are confirmed, processing and pending. */
export type StoredReading = readonly [at: number, ...counts: number[]];

/** Where Mintscope stores its data, within the folder of the server's data. */
export function storageIn(dataFolder: string): string {
  return join(dataFolder, 'User', 'globalStorage', 'mintscope.mintscope');
}

/**
 * Stores readings of a project as if earlier windows had, for the account of the newest reading,
 * once there is one.
 * @param project such as `t/12`.
 */
export async function storeReadings(
  dataFolder: string,
  project: string,
  ...readings: readonly StoredReading[]
): Promise<void> {
  await settles(() => {
    inDatabase(storageIn(dataFolder), (database) => {
      const newest = database.prepare('select account from reading order by id desc limit 1').get();
      const insert = database.prepare(
        `insert or replace into reading
         (account, project, at, total, confirmed, processing, pending, moved_at)
         values (?, ?, ?, ?, ?, ?, ?, ?)`,
      );
      let movedAt = 0;
      readings.forEach(([at, confirmed = 0, processing = 0, pending = 0], index) => {
        if (readings[index - 1]?.[1] !== confirmed) movedAt = at;
        const total = confirmed + processing + pending;
        const counts = [total, confirmed, processing, pending];
        insert.run(newest!.account!, project, at, ...counts, movedAt);
      });
    });
  });
}
