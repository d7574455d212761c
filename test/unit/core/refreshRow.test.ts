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
  it('refreshRow reads the page of the row only, and replaces the row in place, unmarked', async () => {
    const { list, service, states, statusAt, timeAt, setStatus, sent } = await start();
    const before = list.state.rows;
    setStatus(12, 'done');
    await service.serve(list.refreshRow('12', noAbort));
    assert.deepEqual(sent(), ['2/10']);
    assert.equal(statusAt(12), 'done');
    assert.deepEqual([timeAt(12), timeAt(11), list.state.asOf], [3000, 2000, 1000]);
    assert.notEqual(list.state.rows, before, 'so that views notice');
    assert.deepEqual([keysOf(list.state.rows), list.changes.marks.size], [keysOf(before), 0]);
    assert.deepEqual(states, ['20 rows, idle']);
  });

  it('refreshRow changes nothing if the row is not loaded, has moved to another page, or the request fails', async () => {
    const { all, list, service, states, sent } = await start();
    const { state } = list;
    await list.refreshRow('30', noAbort);
    const failed = list.refreshRow('12', noAbort);
    service.waiting[0]!.fail();
    await failed;
    all.splice(0, 5);
    const moved = list.refreshRow('12', noAbort);
    service.waiting[0]!.respond();
    await moved;
    assert.deepEqual(list.state, state);
    assert.deepEqual([states, sent()], [[], ['2/10', '2/10']]);
  });

  it('refreshRow discards the response to an aborted request that arrives under another account', async () => {
    const { list, service, clock, statusAt, setStatus } = await start();
    const ended = new AbortController();
    setStatus(2, 'of the first account');
    const refreshed = list.refreshRow('2', ended.signal);
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
