import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'mocha';
import type { Page } from '../../../../src/core/model/decode.ts';
import { isServiceError, ServiceError } from '../../../../src/core/model/serviceError.ts';
import type { PageRequest } from '../../../../src/core/lists/pageWalk.ts';
import { ListStream } from '../../../../src/features/export/listStream.ts';
import { noAbort } from '../../../support/client.ts';
import { HeldReads } from '../../../support/heldReads.ts';
import { honestPage, keysOf, numbered, type Row, rowsOf } from '../../../support/pages.ts';
import { turn } from '../../../support/turn.ts';

/** Reads all pages. @param answer gets the number of responses before. */
async function readAll(answer: (request: PageRequest, before: number) => Page<Row>) {
  let answered = 0;
  const list = new ListStream<Row>((request) => Promise.resolve(answer(request, answered++)));
  const rows: Row[] = [];
  for await (const page of list.pages(noAbort)) rows.push(...page);
  const { total, unreadable, short, changed } = list;
  return { keys: keysOf(rows), total, unreadable, short, changed, answered };
}

describe('ListStream', () => {
  it('streams every row once, in order, with 100 rows per page', async () => {
    const all = numbered(250);
    const read = await readAll((request) => honestPage(all, request));
    const facts = { total: 250, unreadable: 0, short: false, changed: false, answered: 3 };
    assert.deepEqual(read, { keys: keysOf(all), ...facts });
  });

  it('requests at most four pages ahead of the one in use, and cancels them when aborted', async () => {
    const reads = new HeldReads((request) => honestPage(numbered(2000), request));
    const stop = new AbortController();
    const pages = new ListStream<Row>(reads.read).pages(stop.signal);
    const first = pages.next();
    await turn();
    assert.deepEqual(reads.pages, ['1/100'], 'the total is not known yet');
    reads.waiting[0]!.respond();
    await first;
    const second = pages.next();
    await turn();
    assert.deepEqual(reads.pages.slice(1), ['2/100', '3/100', '4/100', '5/100']);
    reads.waiting[0]!.respond();
    await second;
    await turn();
    assert.equal(reads.requests.length, 5, 'the third page was not read yet');
    const third = pages.next();
    stop.abort();
    await assert.rejects(third);
    assert.deepEqual(reads.waiting, []);
  });

  it('leaves no listener on the signal of a stream when the reader stops', async () => {
    const { signal } = new AbortController();
    const rows = numbered(900);
    const list = new ListStream<Row>((request) => Promise.resolve(honestPage(rows, request)));
    for await (const page of list.pages(signal)) {
      assert.equal(page.length, 100);
      break;
    }
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('reads a changed list twice, adds the rows that were missed, and reports the row deleted meanwhile', async () => {
    // The first row is deleted before page 2 is read, so row 100 moves to page 1.
    const before = numbered(250);
    const after = before.slice(1);
    const read = await readAll((request, answered) => {
      const page = honestPage(answered === 0 ? before : after, request);
      return request.page === 3 ? { ...page, rows: page.rows.slice(0, -1), unreadable: 1 } : page;
    });
    assert.deepEqual(read.keys.toSorted(), keysOf(before).slice(0, -1).toSorted());
    assert.equal(read.keys.at(-1), '100', 'at the end, for it was met last');
    // Row 0 is in the file, but no longer in the list.
    assert.deepEqual([read.short, read.changed, read.total], [false, true, 249]);
  });

  it('adds rows that were inserted before the ones already streamed, or reports a further change', async () => {
    const before = numbered(150, 1);
    const after = [...rowsOf(['new']), ...before];
    const read = await readAll((request, answered) =>
      honestPage(answered === 0 ? before : after, request),
    );
    assert.deepEqual(read.keys, [...keysOf(before), 'new']);
    assert.deepEqual([read.short, read.changed, read.total], [false, false, 151]);
    let count = 150;
    assert.ok((await readAll((request) => honestPage(numbered(count++), request))).changed);
  });

  it('reports the list as short if rows are still missing, and counts unreadable items once', async () => {
    const all = numbered(148);
    const read = await readAll((request) => {
      const page = honestPage(all, request);
      const unreadable = request.page === 2 ? 2 : 0;
      return { ...page, received: page.received + unreadable, unreadable, totalResults: 151 };
    });
    const { keys, total, unreadable, short, answered } = read;
    assert.deepEqual([keys.length, total, unreadable, short, answered], [148, 151, 2, true, 4]);
  });

  it('reports no missing rows if both readings together gave the total', async () => {
    const [first, second] = [numbered(150), [...numbered(140), ...numbered(10, 150)]];
    const read = await readAll((request, answered) => {
      const page = honestPage(answered < 2 ? first : second, request);
      const unreadable = request.page === 2 ? 1 : 0;
      return { ...page, received: page.received + unreadable, unreadable, totalResults: 161 };
    });
    assert.deepEqual([read.keys.length, read.unreadable, read.total], [160, 1, 161]);
    assert.equal(read.short, false);
  });

  it('keeps the rows of a service that refuses later pages than its total promises, and names the page', async () => {
    const requests: number[] = [];
    const all = numbered(1200);
    const list = new ListStream<Row>((request) => {
      requests.push(request.page);
      return request.page > 10
        ? Promise.reject(new ServiceError({ kind: 'http', status: 400 }))
        : Promise.resolve(honestPage(all, request));
    });
    const rows: Row[] = [];
    for await (const page of list.pages(noAbort)) rows.push(...page);
    assert.deepEqual(keysOf(rows), keysOf(all.slice(0, 1000)));
    assert.deepEqual([list.short, list.changed, list.total], [true, false, 1200]);
    assert.deepEqual(list.missing, { kind: 'noPage', page: 11, status: 400 });
    assert.equal(requests.filter((page) => page === 1).length, 1, 'read once');
  });

  it('reads rows of 60 KB with half as many per page', async () => {
    const all = numbered(230);
    const requests: string[] = [];
    const list = new ListStream<Row>((request) => {
      requests.push(`${request.page}/${request.limit}`);
      return request.limit > 60
        ? Promise.reject(new ServiceError({ kind: 'decode', what: 'tooLarge' }))
        : Promise.resolve(honestPage(all, request));
    });
    const rows: Row[] = [];
    for await (const page of list.pages(noAbort)) rows.push(...page);
    assert.deepEqual(keysOf(rows), keysOf(all));
    assert.deepEqual(requests, ['1/100', '1/50', '2/50', '3/50', '4/50', '5/50']);
  });

  it('ends the stream with the failure of a page', async () => {
    const list = new ListStream<Row>((request) =>
      request.page === 3
        ? Promise.reject(new ServiceError({ kind: 'http', status: 503 }))
        : Promise.resolve(honestPage(numbered(2000), request)),
    );
    let rows = 0;
    await assert.rejects(async () => {
      for await (const page of list.pages(noAbort)) rows += page.length;
    }, isServiceError);
    assert.equal(rows, 200);
  });
});
