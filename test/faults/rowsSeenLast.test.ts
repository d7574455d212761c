import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { keptWindows } from '../support/keptWindows.ts';
import { type FakeWindow } from '../support/fakeVscode/window.ts';
import { databaseIn, inDatabase, storedIn } from '../support/storedLists.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, outcome } from './support/openers.ts';
import { TOKEN } from '../support/minimalService.ts';

/** The text of a view with fixed times. */
const words = (text: string) => text.replace(/\d\d:\d\d/g, '14:02');

/** Storing rows fails, or what was stored cannot be used. */
describe('Rows seen last', () => {
  const open = openers();
  const newUser = keptWindows();
  /** An earlier window of this workspace has stored `count` rows. */
  const earlier = async (count = 3) => {
    const service = await open.service({ projects: rows(count) });
    const user = await newUser({ address: service.address, token: TOKEN });
    const { globalStorage } = user;
    const window = async () => {
      const opened = await user.open();
      opened.projects.show();
      return opened;
    };
    const stored = () => storedIn(globalStorage)[0];
    const change = (sql: string, ...values: (string | number | null)[]) => {
      inDatabase(globalStorage, (database) => database.prepare(sql).run(...values));
    };
    const first = await window();
    await eventually(() => stored()?.rows.length, count);
    await first.close();
    return { service, globalStorage, window, stored, change };
  };
  const asks = ({ requests }: { readonly requests: readonly unknown[] }) => requests.length;
  const sees = ({ projects }: FakeWindow) => words(projects.sees);

  fault('another window writes for long: the rows stay, and the log reports it once', async () => {
    const { service, globalStorage, window, stored } = await earlier();
    const asOf = () => stored()?.asOf ?? 0;
    const first = asOf();
    const opened = await window();
    await eventually(() => asOf() > first, true);
    const lines = () => opened.desk.log.filter((line) => line.includes('cannot be stored')).length;
    const other = databaseIn(globalStorage);
    other.exec('begin immediate');
    const before = asOf();
    await opened.run('projects.refresh');
    await eventually(lines, 1);
    await opened.run('projects.refresh');
    other.close();
    await eventually(() => asOf() > before, true);
    assert.deepEqual([lines(), opened.desk.shown], [1, []]);
    return outcome(sees(opened), asks(service), { sees: '3 | 3 rows', requests: 4 });
  });

  for (const [what, column, content] of [
    ['no JSON in place of the rows', 'rows', '['],
    ['another value in place of the rows', 'rows', '7'],
  ] as const) {
    fault(`stored list with ${what}: ignored and replaced`, async () => {
      const { service, window, stored, change } = await earlier();
      const before = stored()!;
      change(`update list set ${column} = ?`, content);
      const opened = await window();
      await eventually(() => opened.projects.labels.length, 3);
      await opened.run('projects.refresh');
      const { rows } = before;
      await eventually(() => JSON.stringify(stored()?.rows), JSON.stringify(rows));
      assert.deepEqual(opened.desk.shown, []);
      return outcome(sees(opened), asks(service), { sees: '3 | 3 rows', requests: 3 });
    });
  }
});
