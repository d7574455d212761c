import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { unseenProject } from '../../../../src/core/model/projectRef.ts';
import { followStatuses } from '../../../../src/features/refresh/statuses.ts';
import { watchedOf } from '../../../../src/stats/rowFacts.ts';
import { readerOf } from '../../../../src/stats/statsReader.ts';
import { noAbort } from '../../../support/client.ts';
import { MINUTE, pollers } from '../../../support/pollers.ts';

describe('Statuses of mints that stop', () => {
  const the = pollers();

  /** A window with the row of `t/1`. `read` reads its counts: confirmed, processing, pending. */
  function start() {
    const data = the.data();
    const current = the.connection('a', data);
    const onDidChange = new vscode.EventEmitter<undefined>().event;
    const row = { ...unseenProject('t/1', { status: 'processing' }), askedAt: the.clock.now() };
    let asked = 0;
    let isFound = true;
    const refreshPage = () => {
      asked++;
      if (isFound) row.askedAt = the.clock.now();
      return Promise.resolve();
    };
    const projects = { rowOf: (key: string) => (key === row.key ? row : undefined), refreshPage };
    const following = followStatuses({ current, onDidChange } as never, projects as never);
    return {
      watch: () => {
        watchedOf(current).set(new Map([[row.key, 't/1']]));
      },
      /** @returns how often the row was requested so far. */
      read: async (...numbers: readonly number[]) => {
        the.numbers.set('t/1', numbers as never);
        const demand = { urgency: 'user', signal: noAbort, maxAgeMs: 0 } as const;
        const reading = readerOf(current).read('t/1', demand);
        await the.clock.advance(MINUTE / 2);
        await reading;
        return asked;
      },
      lose: () => {
        isFound = false;
      },
      fail: () => {
        row.status = 'failed';
      },
      end: () => {
        following.dispose();
        data.dispose();
      },
    };
  }

  it('the row of a mint that stops is read again once a minute, until its status says that it has failed', async () => {
    const { read, fail, end } = start();
    for (const confirmed of [1, 2, 3, 4]) assert.equal(await read(confirmed, 8, 0), 0);
    // The counts are read each half minute.
    for (const asked of [1, 1, 2, 2, 3]) assert.equal(await read(4, 7, 0), asked);
    fail();
    for (let times = 0; times < 4; times++) assert.equal(await read(4, 7, 0), 3);
    end();
  });

  it('a row that is not on its page is not requested at each reading either', async () => {
    const { read, lose, end } = start();
    lose();
    for (const confirmed of [1, 2, 3, 4]) await read(confirmed, 8, 0);
    for (const asked of [1, 1, 2, 2, 3]) assert.equal(await read(4, 7, 0), asked);
    end();
  });

  it('without the focus of the window, only watched projects are read', async () => {
    the.desk.focused = false;
    const { read, watch, end } = start();
    for (let times = 0; times < 12; times++) assert.equal(await read(2, 7, 0), 0);
    watch();
    for (let times = 0; times < 9; times++) assert.equal(await read(2, 7, 0), 1);
    end();
  });

  it('the row of a mint that has ended is read again once, and not while it moves or before it has begun', async () => {
    const waiting = start();
    for (let times = 0; times < 9; times++) assert.equal(await waiting.read(0, 0, 9), 0);
    waiting.end();
    const { read, end } = start();
    for (let confirmed = 1; confirmed < 9; confirmed++) {
      assert.equal(await read(confirmed, 9 - confirmed, 0), 0);
    }
    for (let times = 0; times < 3; times++) assert.equal(await read(9, 0, 0), 1);
    end();
  });

  it('a status from before the first reading of a mint that has ended is read again once', async () => {
    const { read, end } = start();
    await the.clock.advance(MINUTE);
    for (let times = 0; times < 3; times++) assert.equal(await read(9, 0, 0), 1);
    end();
  });
});
