import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { isUnread, RemainingPages } from '../../../src/core/lists/remainingPages.ts';
import { SearchedList } from '../../../src/core/lists/searchedList.ts';
import { startList } from '../../support/heldList.ts';
import { rowsOf, storedList } from '../../support/pages.ts';
import { listState } from '../../support/projects.ts';
import { turn } from '../../support/turn.ts';

function start(count = 95) {
  const { service, list } = startList({ count });
  return { service, list, loaded: () => list.state.rows.length };
}

describe('RemainingPages', () => {
  it('RemainingPages reads no second page if it is stopped while it reads the first', async () => {
    const { service, list, loaded } = start();
    const rest = new RemainingPages([list]);
    const read = rest.read();
    await turn();
    rest.stop();
    await service.serve(read);
    assert.deepEqual([service.pages, loaded(), list.state.hasMore], [['1/10'], 10, true]);
  });

  it('RemainingPages ends if the first page of a list fails, and requests it again on the next call', async () => {
    const { service, list, loaded } = start();
    const rest = new RemainingPages([list]);
    await service.fail(rest.read());
    assert.deepEqual([rest.work, service.pages], [undefined, ['1/10']]);
    await service.serve(rest.read());
    assert.equal(loaded(), 95);
  });

  it('RemainingPages reads both lists to the end, also if they were never opened', async () => {
    const [one, other] = [start(), start(25)];
    const rest = new RemainingPages([one.list, other.list]);
    const read = rest.read();
    assert.equal(rest.work, 'reading');
    await Promise.all([one.service.serve(read), other.service.serve(read)]);
    assert.deepEqual([one.loaded(), other.loaded(), rest.work], [95, 25, undefined]);
  });

  it('RemainingPages refreshes stored rows first, and then reads the others', async () => {
    const { service, list, loaded } = start(25);
    const rows = rowsOf(['gone', ...Array(9).keys()]);
    list.restore(storedList(rows, { total: 25, ended: false }));
    const searched = new SearchedList(list);
    assert.equal(isUnread(searched.state), true);
    await service.serve(new RemainingPages([searched]).read());
    assert.deepEqual([loaded(), searched.state.rows.length], [10, 25]);
    assert.ok(!searched.state.rows.some(({ key }) => key === 'gone'));
    assert.deepEqual([list.state.restored, isUnread(searched.state)], [false, false]);
    assert.equal(isUnread(listState([], { restored: true })), true, 'the whole list');
  });

  it('RemainingPages cancels its own Load All when it is stopped, and continues on the next call', async () => {
    const { service, list, loaded } = start();
    await service.serve(list.open());
    const rest = new RemainingPages([list]);
    const read = rest.read();
    await turn();
    const before = service.waiting;
    assert.ok(before.length > 1);
    await rest.read();
    assert.equal(rest.work, 'reading', 'a second call changes nothing');
    rest.stop();
    await read;
    assert.equal(rest.work, 'stopped');
    assert.ok(before.every(({ signal }) => signal.aborted));
    assert.deepEqual([loaded(), list.state.work, list.state.failure], [10, undefined, undefined]);
    await service.serve(rest.read());
    assert.equal(loaded(), 95);
  });

  it('RemainingPages leaves a Load All running that it did not start', async () => {
    const { service, list, loaded } = start();
    await service.serve(list.open());
    const all = list.loadAll();
    const rest = new RemainingPages([list]);
    await rest.read();
    assert.equal(rest.work, undefined, 'there is nothing of its own to stop');
    rest.stop();
    assert.equal(list.state.work, 'all');
    await service.serve(all);
    assert.equal(loaded(), 95);
  });

  it('RemainingPages leaves a refresh running, and sends no request after it', async () => {
    const { service, list, loaded } = start();
    await service.serve(list.open());
    const refreshed = list.refresh();
    const rest = new RemainingPages([new SearchedList(list)]);
    const read = rest.read();
    await turn();
    rest.stop();
    assert.equal(list.state.work, 'refresh');
    await service.serve(Promise.all([refreshed, read]));
    assert.deepEqual([loaded(), list.state.failure, list.state.hasMore], [10, undefined, true]);
  });

  it('RemainingPages continues after a refresh that replaced its Load All', async () => {
    const { service, list, loaded } = start();
    await service.serve(list.open());
    const read = new RemainingPages([list]).read();
    await turn();
    const refreshed = list.refresh();
    await service.serve(Promise.all([refreshed, read]));
    assert.equal(loaded(), 95);
  });
});
