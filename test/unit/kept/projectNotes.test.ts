import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { ProjectNotes } from '../../../src/kept/projectNotes.ts';
import { databaseWindows } from '../../faults/support/databaseWindows.ts';

describe('Acknowledged concerns', () => {
  const windows = databaseWindows();
  let storage: string;

  beforeEach(() => {
    storage = windows.folder();
  });

  /** A window of a sign-in. */
  function open(signIn = 'one') {
    const { data } = windows.open(storage);
    const acknowledged = new ProjectNotes(data.of(signIn), 'acknowledged');
    const sees = () => Object.fromEntries(acknowledged.all);
    return { data, acknowledged, sees };
  }

  it('acknowledged concerns are those of the sign-in, in all its windows, the last ones of each project', () => {
    const [one, other, stranger] = [open(), open(), open('two')];
    one.acknowledged.add(new Map([['t/1', 'a']]));
    one.acknowledged.add(
      new Map([
        ['t/1', 'b'],
        ['n/2', 'c'],
      ]),
    );
    assert.deepEqual(other.sees(), { 't/1': 'b', 'n/2': 'c' });
    assert.deepEqual(stranger.sees(), {});
    stranger.acknowledged.clear();
    assert.deepEqual(one.sees(), { 't/1': 'b', 'n/2': 'c' });
    other.acknowledged.clear();
    assert.deepEqual(one.sees(), {});
  });

  it('acknowledged concerns are deleted with their readings, and with the sign-in', async () => {
    const { data, acknowledged, sees } = open();
    acknowledged.add(new Map([['t/1', 'a']]));
    await data.clear('readings', ['one']);
    assert.deepEqual(sees(), {});
    acknowledged.add(new Map([['t/1', 'a']]));
    await data.forget('one');
    assert.deepEqual(data.file.all('select * from note'), []);
  });
});
