import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { isUnfinished, isUnread, RemainingPages } from '../../../src/core/lists/remainingPages.ts';
import { SearchedList } from '../../../src/core/lists/searchedList.ts';
import type { StoredList } from '../../../src/core/lists/storedList.ts';
import { startList } from '../../support/heldList.ts';
import { type Row, rowsOf } from '../../support/pages.ts';
import { turn } from '../../support/turn.ts';

/** A list whose first page is loaded and whose others are requested. */
async function reading() {
  const started = start();
  await started.service.serve(started.list.open());
  const rest = new RemainingPages([started.list]);
  const read = rest.read();
  await turn();
  return { ...started, rest, read };
}

function start(count = 95) {
  const { service, list } = startList({ count });
  return { service, list, loaded: () => list.state.rows.length };
}

describe('RemainingPages', () => {
  it('a list is unfinished unless it was read to its end', async () => {
    const { service, list } = start(25);
    assert.equal(isUnfinished(list.state), true, 'not opened');
    await service.serve(list.open());
    assert.equal(isUnfinished(list.state), true, 'one page of three');
    await service.serve(list.loadAll());
    assert.equal(isUnfinished(list.state), false, 'complete');
  });

  it('RemainingPages neither reads nor is stopped before it begins', () => {
    assert.equal(new RemainingPages([start().list]).work, undefined);
  });

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

  describe('RemainingPages of stored rows', () => {
    const stored = (rows: readonly Row[], total: number): StoredList<Row> => ({
      ...{ rows, total, asOf: 500, limit: 10, covered: rows.length, ended: rows.length === total },
      ...{ unreadable: 0, drifted: false, repeated: 0, shared: new Map() },
    });

    it('RemainingPages refreshes stored rows first, and then reads the others', async () => {
      const { service, list, loaded } = start(25);
      list.restore(stored(rowsOf(['gone', ...Array(9).keys()]), 25));
      const searched = new SearchedList(list);
      assert.equal(isUnread(searched.state), true);
      await service.serve(new RemainingPages([searched]).read());
      assert.deepEqual(
        [loaded(), searched.state.rows.length, list.state.restored],
        [10, 25, false],
      );
      assert.ok(!searched.state.rows.some(({ key }) => key === 'gone'));
      assert.equal(service.pages.filter((page) => page.startsWith('3/')).length, 1);
    });

    it('RemainingPages refreshes stored rows also if they are the whole list', async () => {
      const { service, list, loaded } = start(12);
      list.restore(stored(rowsOf(['gone']), 1));
      await service.serve(new RemainingPages([list]).read());
      assert.deepEqual([loaded(), list.state.restored, isUnread(list.state)], [12, false, false]);
    });

    it('RemainingPages reads no page after stored rows whose refresh fails, and repeats it on the next call', async () => {
      const { service, list } = start(25);
      list.restore(stored(rowsOf(Array(10).keys()), 25));
      const rest = new RemainingPages([list]);
      const read = rest.read();
      await turn();
      service.waiting[0]!.fail();
      await read;
      assert.deepEqual([service.pages, list.state.rows.length], [['1/10'], 10]);
      assert.equal(list.state.restored, true);
      await service.serve(rest.read());
      assert.deepEqual([list.state.restored, list.state.rows.length], [false, 25]);
    });
  });

  it('RemainingPages cancels its own Load All when it is stopped, and continues on the next call', async () => {
    const { service, list, loaded, rest, read } = await reading();
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

  it('RemainingPages leaves a first page or a refresh running, and sends no request after it', async () => {
    for (const work of ['open', 'refresh'] as const) {
      const { service, list, loaded } = start();
      if (work === 'refresh') await service.serve(list.open());
      const begun = list[work]();
      const rest = new RemainingPages([new SearchedList(list)]);
      const read = rest.read();
      await turn();
      rest.stop();
      assert.notEqual(list.state.work, undefined, work);
      await service.serve(Promise.all([begun, read]));
      assert.deepEqual([loaded(), list.state.failure, list.state.hasMore], [10, undefined, true]);
    }
  });

  it('a reading that is stopped while it waits for a first page sends no request', async () => {
    for (const end of ['fail', 'reset'] as const) {
      const { service, list } = start();
      const opened = list.open();
      const rest = new RemainingPages([list]);
      const read = rest.read();
      await turn();
      if (end === 'reset') list.reset();
      rest.stop();
      if (end === 'fail') service.waiting[0]!.fail();
      await Promise.all([opened, read]);
      assert.deepEqual(service.pages, ['1/10'], end);
      assert.equal(list.state.failure?.failure.kind, end === 'fail' ? 'http' : undefined);
    }
  });

  it('RemainingPages continues after a refresh that replaced its Load All', async () => {
    const { service, list, loaded, read } = await reading();
    const refreshed = list.refresh();
    await service.serve(Promise.all([refreshed, read]));
    assert.equal(loaded(), 95);
  });

  it('RemainingPages ends at a page that fails, and continues on the next call', async () => {
    const { service, list, loaded, rest, read } = await reading();
    service.waiting[0]!.respond();
    await turn();
    for (const one of service.waiting) one.fail();
    await read;
    assert.equal(rest.work, undefined);
    assert.equal(list.state.failure?.during, 'all');
    const before = loaded();
    await service.serve(rest.read());
    assert.deepEqual([before < 95, loaded(), list.state.failure], [true, 95, undefined]);
  });
});
