import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../src/kept/database.ts';
import { fault } from '../../../src/kept/fault.ts';
import { SCHEMA_VERSION, TABLES } from '../../../src/kept/schema.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

const INSERT = `insert into account (sign_in, used_at) values ('one', 0)`;

describe('Database', () => {
  const makeFolder = temporaryFolders();
  const closing = closeAfterEach();
  let clock: FakeClock;
  let folder: string;
  let database: Database;

  beforeEach(() => {
    clock = new FakeClock(1000);
    folder = makeFolder();
    database = closing(new Database(folder, clock));
  });

  it('work that fails is repeated for five seconds if another window is writing, and never for another reason', async () => {
    let tries = 0;
    const failing = (error: Error) =>
      database.whenFree(() => {
        tries++;
        throw error;
      });
    const full = new Error('database or disk is full');
    await assert.rejects(failing(full), full);
    assert.deepEqual([tries, clock.pending], [1, 0]);
    const locked = assert.rejects(failing(fault('busy', 'database is locked')), /locked/);
    await clock.advance(5_000);
    await locked;
    assert.deepEqual([tries, clock.pending], [102, 0]);
  });

  it('what is written is in the file itself a second later', async () => {
    const size = () => statSync(join(folder, 'mintscope.db')).size;
    const stop = database.onWrittenElsewhere(() => undefined);
    database.run(INSERT);
    const before = size();
    await clock.advance(1000);
    assert.ok(size() > before);
    stop();
  });

  it('the version is raised with each change of the tables, because only that empties earlier files', () => {
    const tables = createHash('sha256').update(JSON.stringify(TABLES)).digest('hex').slice(0, 8);
    assert.equal(`${SCHEMA_VERSION} ${tables}`, '11 f0c60f0b');
  });
});
