import assert from 'node:assert/strict';
import { noAbort } from '../../support/client.ts';
import { startList } from '../../support/heldList.ts';
import { honestPage, keysOf, type Row } from '../../support/pages.ts';

interface Marked extends Row {
  readonly status?: string;
}

async function start() {
  const started = startList({
    respond: (rows, request) => {
      const page = honestPage(rows, request);
      return { ...page, rows: page.rows.map((row) => ({ ...row })) };
    },
  });
  const { service, list, clock } = started;
  await service.serve(list.open());
  clock.set(2000);
  await service.serve(list.loadMore());
  clock.set(3000);
  started.states.length = 0;
  const before = service.requests.length;
  const statusAt = (at: number) => (list.state.rows[at] as Marked | undefined)?.status;
  const timeAt = (at: number) => list.state.rows[at]!.askedAt;
  const setStatus = (at: number, status: string) => {
    started.all[at] = { ...started.all[at]!, status } as Marked;
  };
  const sent = () => service.pages.slice(before);
  return { ...started, statusAt, timeAt, setStatus, sent };
}

describe('Row that is read again', () => {
  it('refreshPage reads the page of a row only, replaces its rows in place, and marks those that have changed', async () => {
    const { list, service, states, statusAt, timeAt, setStatus, sent } = await start();
    const before = list.state.rows;
    setStatus(12, 'done');
    setStatus(13, 'failed');
    await service.serve(list.refreshPage('12', noAbort));
    assert.deepEqual(sent(), ['2/10']);
    assert.equal(statusAt(12), 'done');
    assert.equal(statusAt(13), 'failed');
    assert.deepEqual([timeAt(12), timeAt(11), timeAt(9)], [3000, 3000, 1000]);
    assert.equal(list.state.asOf, 1000);
    assert.notEqual(list.state.rows, before, 'so that views notice');
    assert.deepEqual(keysOf(list.state.rows), keysOf(before));
    assert.deepEqual([...list.changes.marks.keys()], ['12', '13']);
    setStatus(12, 'minted');
    await service.serve(list.refreshPage('12', noAbort, true));
    assert.deepEqual([...list.changes.marks.keys()], ['12', '13'], 'it differs from before still');
    setStatus(14, 'failed');
    await service.serve(list.refreshPage('14', noAbort, true));
    assert.equal(list.changes.marks.has('14'), false, 'the user sees it');
    states.splice(1);
    assert.deepEqual(states, ['20 rows, idle']);
  });

  it('refreshPage changes nothing if the row is not loaded, has moved to another page, or the request fails', async () => {
    const { all, list, service, states, sent, timeAt } = await start();
    const { state } = list;
    await list.refreshPage('30', noAbort);
    const failed = list.refreshPage('12', noAbort);
    service.waiting[0]!.fail();
    await failed;
    assert.deepEqual(list.state, state);
    all.splice(0, 5);
    const moved = list.refreshPage('12', noAbort);
    service.waiting[0]!.respond();
    await moved;
    assert.deepEqual([timeAt(12), timeAt(15)], [2000, 3000]);
    assert.deepEqual([states.length, sent()], [1, ['2/10', '2/10']]);
  });

  it('refreshPage discards the response to an aborted request that arrives under another account', async () => {
    const { list, service, clock, statusAt, setStatus } = await start();
    const ended = new AbortController();
    setStatus(2, 'of the first account');
    const refreshed = list.refreshPage('2', ended.signal);
    const [held] = service.waiting;
    const page = { ...honestPage([{ key: '2' }], held!.request), rows: [{ key: '2' }] };
    ended.abort();
    list.reset();
    clock.set(5000);
    held!.respond(page);
    await refreshed;
    setStatus(2, 'of the second account');
    await service.serve(list.open());
    assert.equal(statusAt(2), 'of the second account');
  });
});
