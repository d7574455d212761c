import assert from 'node:assert/strict';
import { DAY_MS } from '../../../src/core/base/clock.ts';
import { Database } from '../../../src/kept/database.ts';
import { SignOuts } from '../../../src/kept/signOuts.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

const SECOND = 1000;

describe('SignOuts', () => {
  const makeFolder = temporaryFolders();
  let clock: FakeClock;
  let storage: string;
  const closing = closeAfterEach();

  beforeEach(() => {
    clock = new FakeClock(100 * DAY_MS);
    storage = makeFolder();
  });

  const window = (folder = storage) => {
    const database = closing(new Database(folder, clock));
    const signOuts = new SignOuts(database, clock);
    const reported: (number | undefined)[] = [];
    const end = signOuts.follow((allUntil) => reported.push(allUntil));
    return { database, signOuts, reported, end };
  };

  it('every window knows a sign-out, also one that is opened later, by any id', async () => {
    const [here, there] = [window(), window()];
    for (const id of ['1', '..', "'; drop table sign_out; --"]) {
      assert.equal(there.signOuts.has(id), false, id);
      await here.signOuts.note(id);
      for (const { signOuts } of [here, there, window()]) assert.equal(signOuts.has(id), true, id);
    }
    assert.equal(there.signOuts.has('2'), false);
  });

  it('reports the sign-out of all with its time to windows that were open, not to later ones', async () => {
    const [here, there] = [window(), window()];
    await here.signOuts.note(null);
    const at = clock.now();
    await clock.advance(SECOND);
    const later = window();
    await here.signOuts.note('1');
    await clock.advance(SECOND);
    assert.deepEqual([there.reported, later.reported], [[at, undefined], [undefined]]);
    await here.signOuts.note(null);
    const next = clock.now();
    await clock.advance(SECOND);
    assert.deepEqual([there.reported.at(-1), later.reported.at(-1)], [next, next]);
  });

  it('reports a sign-out within a second and once to the other windows that are open, and no other data that is written', async () => {
    const [here, there, ended] = [window(), window(), window()];
    ended.end();
    here.database.run('insert into account (sign_in, used_at) values (?, 0)', 'one');
    await clock.advance(SECOND);
    assert.deepEqual(there.reported, []);
    await here.signOuts.note('1');
    await clock.advance(SECOND);
    const reported = [[], [undefined], []];
    assert.deepEqual([here.reported, there.reported, ended.reported], reported);
    await clock.advance(5 * SECOND);
    assert.deepEqual([here.reported, there.reported, ended.reported], reported);
    for (const { end } of [here, there]) end();
    await clock.advance(SECOND);
    assert.equal(clock.pending, 0, 'no window looks any more');
  });

  it('no clock makes a window forget a sign-out, and the oldest of a thousand others go', async () => {
    const { database, signOuts } = window();
    await signOuts.note('first');
    clock.set(clock.now() + 365 * DAY_MS);
    await signOuts.note('second');
    assert.deepEqual([signOuts.has('first'), signOuts.has('second')], [true, true]);
    for (let at = 0; at < 1000; at++) await signOuts.note('more');
    assert.equal(database.get('select count(*) as n from sign_out')?.n, 1000);
    assert.deepEqual([signOuts.has('second'), signOuts.has('more')], [false, true]);
  });
});
